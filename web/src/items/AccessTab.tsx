/** Who can read an item, on how many devices: replayed on this device, not asked of the server. */
import { ShieldCheck } from "lucide-react";

import type { Member, Role } from "../api/accounts";
import { Avatar, RoleKey } from "../components/Marks";
import { useSay } from "../i18n/say";
import { useOverview } from "../keyring/useOverview";
import access from "./Access.module.css";
import styles from "./Items.module.css";
import { readersOf } from "./readers";
import type { Item } from "./item";

interface TrustProps {
  item: Item;
  members: readonly Member[];
  onMore: () => void;
}

export function TrustStatement({ item, onMore }: TrustProps) {
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

interface AccessProps {
  item: Item;
  members: readonly Member[];
  roles: readonly Role[];
}

export function AccessTab({ item, members, roles }: AccessProps) {
  const say = useSay();
  const overview = useOverview();
  if (!overview) return null;
  const { people } = readersOf(item.audience, overview);
  return (
    <div className={styles["people"]}>
      {[...people].map(([userId, count]) => {
        const member = members.find(({ id }) => id === userId);
        const name = member?.name ?? say("access.somebody", "Someone who left");
        return (
          <div key={userId} className={styles["person"]}>
            <Avatar id={userId} name={name} />
            <span className={access["reader"]}>
              <b className="clip">
                <bdi>{name}</bdi>
              </b>
              <span className="hint">
                {say("access.devices", "{count, plural, one {# device} other {# devices}}", { count })}
              </span>
            </span>
            {member && <RoleKey>{roles.find(({ id }) => id === member.roleId)?.name ?? member.role}</RoleKey>}
          </div>
        );
      })}
      {(item.owed ?? []).map((roleId) => (
        <p key={roleId} className={`${styles["person"] ?? ""} quiet`}>
          {say("access.follows", "Follows when {role} has its new key", {
            role: roles.find(({ id }) => id === roleId)?.name ?? say("documents.role", "Role"),
          })}
        </p>
      ))}
    </div>
  );
}
