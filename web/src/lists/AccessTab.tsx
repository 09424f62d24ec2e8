/** Who can read an item, on how many devices: replayed on this device, not asked of the server. */
import { ShieldCheck } from "lucide-react";

import { Avatar, RoleKey } from "../components/Marks";
import { Skeleton } from "../components/States";
import { useSay } from "../i18n/say";
import { useOverview } from "../keyring/useOverview";
import { usePeople, useRoleNames } from "./people/people";
import { Renamed } from "./people/Renamed";
import access from "./Access.module.css";
import styles from "./Items.module.css";
import { readersOf } from "./readers";
import type { Item } from "./item";

export function TrustStatement({ item, onMore }: { item: Item; onMore: () => void }) {
  const say = useSay();
  const overview = useOverview();
  if (!overview) return null;
  const { people, devices } = readersOf(item.audience, overview);
  return (
    <div className={access["trust"]}>
      <ShieldCheck />
      <b>
        {say(
          "access.readable",
          "Readable by {people, plural, one {# person} other {# people}} on {devices, plural, one {# device} other {# devices}}",
          { people: people.size, devices: devices.length },
        )}
      </b>
      <p>
        {say("access.ciphertext", "Encrypted on this device. The server stores ciphertext only.")}{" "}
        <button type="button" className="link" onClick={onMore}>
          {say("access.see", "See who")}
        </button>
      </p>
    </div>
  );
}

export function AccessTab({ item }: { item: Item }) {
  const say = useSay();
  const overview = useOverview();
  const { of: personOf } = usePeople();
  const roleNames = useRoleNames();
  if (!overview) return <Skeleton lines={3} />;
  const { people } = readersOf(item.audience, overview);
  // By which of the roles that are meant: what else somebody may do is no matter of this item.
  const readsBy = (userId: string) => overview.roles.filter(({ roleId, holders }) => item.audience.includes(roleId) && holders.includes(userId));
  return (
    <div className={styles["people"]}>
      {[...people].map(([userId, count]) => {
        const reader = personOf(userId);
        return (
          <div key={userId} className={styles["person"]}>
            <Avatar id={userId} name={reader.face} />
            <span className={access["reader"]}>
              <b className="clip">
                <bdi>{reader.name}</bdi>
              </b>
              <Renamed person={reader} />
              <span className="hint">
                {say("access.devices", "{count, plural, one {# device} other {# devices}}", { count })}
              </span>
            </span>
            {readsBy(userId).map(({ roleId }) => (
              <RoleKey key={roleId}>{roleNames.get(roleId)}</RoleKey>
            ))}
          </div>
        );
      })}
      {(item.owed ?? []).map((roleId) => (
        <p key={roleId} className={`${styles["person"] ?? ""} quiet`}>
          {say("access.follows", "Follows when {role} has its new key", {
            role: roleNames.get(roleId) ?? say("documents.role", "Role"),
          })}
        </p>
      ))}
    </div>
  );
}
