/** What an item is called where this device cannot open it, and who can. */
import type { ReactNode } from "react";

import { LockTile, RoleKey } from "../components/Marks";
import { useSay, type Say } from "../i18n/say";
import type { Opening } from "../keyring/react";
import { roleIn, type RoleNames } from "./people/people";
import type { Item } from "./item";
import { AlarmPill, alarmNamed } from "./alarms";
import { sealedLabel } from "./sealedLabel";
import styles from "./Items.module.css";

export const Nothing = () => <span className="quiet">–</span>;

/** The roles whose key would open an item. */
export const neededRoles = ({ audience }: Pick<Item, "audience">, roles: RoleNames, say: Say): string => namesOf(audience, roles, say).slice(0, 2).join(", ");

/** A role without a name reads all the same, and is counted; before the names have come, none is. */
const namesOf = (ids: readonly string[], roles: RoleNames, say: Say): string[] =>
  roles.size === 0 ? [] : ids.map((id) => roleIn(roles, id, say));

interface Shown {
  item: Pick<Item, "audience">;
  opening: Opening<unknown>;
}

/** How an item is called: by what it says, or by why it says nothing. */
export function titleOf({ item, opening }: Shown, said: string | null, broken: string, say: Say, roles: RoleNames): string {
  switch (opening.name) {
    case "open":
      return said ?? "";
    case "opening":
      return say("documents.opening", "Opening");
    case "broken":
      return broken;
    case "alarm":
      return alarmNamed(opening, say);
    case "sealed":
      if (opening.locked) return sealedLabel(true, say);
      return say("documents.sealed", "No access, needs the {role} role", { role: neededRoles(item, roles, say) });
  }
}

interface NameProps {
  opening: Opening<unknown>;
  title: string;
  /** What kind of thing it is, once it is open. */
  tile: ReactNode;
}

/** The name of an item in its row. */
export function ItemName({ opening, title, tile }: NameProps) {
  switch (opening.name) {
    case "open":
      return (
        <>
          {tile}
          <b className={`${styles["title"] ?? ""} clip`}>
            <bdi>{title}</bdi>
          </b>
          {!opening.proven && <Checking />}
        </>
      );
    case "opening":
      return <span className={styles["opening"]} aria-busy />;
    case "alarm":
      return (
        <>
          <AlarmPill word={opening.word} />
          {opening.last && (
            <span className="quiet clip">
              <bdi>{opening.last}</bdi>
            </span>
          )}
        </>
      );
    case "broken":
    case "sealed":
      return (
        <>
          <LockTile />
          <span className="quiet clip">{title}</span>
        </>
      );
  }
}

/** Its statements were verified, and its whole chain not yet. */
function Checking() {
  const say = useSay();
  const words = say("items.checking", "Being checked. You can read it. Changing, sharing and downloading take a moment longer.");
  return (
    <span className="quiet" role="img" aria-label={words} title={words}>
      ○
    </span>
  );
}

/** The role keys that open an item. */
export function Audience({ ids, roles }: { ids: readonly string[]; roles: RoleNames }) {
  const say = useSay();
  const named = namesOf(ids, roles, say);
  const first = named[0];
  if (!first) return <Nothing />;
  return (
    <span className={styles["audience"]} title={named.join(", ")}>
      <RoleKey>{first}</RoleKey>
      {named.length > 1 && (
        <bdi dir="ltr" className="hint">
          +{named.length - 1}
        </bdi>
      )}
    </span>
  );
}
