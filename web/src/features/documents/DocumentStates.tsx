/** The document list that finds nothing, and one row of it on a phone. */
import { Button } from "../../components/Button";
import { FileTile, LockTile } from "../../components/Marks";
import { EmptyState } from "../../components/States";
import { formatDay } from "../../dates/days";
import { useSay } from "../../i18n/say";
import { useDates } from "../../session/useSession";
import { rowTitle, Status } from "./columns";
import styles from "../../lists/Items.module.css";
import { tileOf } from "../../payloads/document";
import type { RoleNames } from "../../lists/people/people";
import type { DocumentRow } from "./rows";
import { categoryWord } from "./words";

export function NarrowRow({ row, roles }: { row: DocumentRow; roles: RoleNames }) {
  const say = useSay();
  const dates = useDates();
  const { opening, expiresOn } = row;
  const category = opening.name === "open" ? opening.payload.category : undefined;
  const facts = [category && categoryWord(say, category), expiresOn && formatDay(expiresOn, dates)].filter(Boolean);
  return (
    <>
      <span className={styles["narrow"]} role="gridcell">
        {opening.name === "open" ? <FileTile kind={tileOf(row.mime)} /> : <LockTile />}
        <span className={styles["narrowText"]}>
          <b className="clip">
            <bdi>{rowTitle(row, say, roles)}</bdi>
          </b>
          {facts.length > 0 && <span className="hint clip">{facts.join(" · ")}</span>}
        </span>
      </span>
      <span role="gridcell">
        <Status row={row} say={say} />
      </span>
    </>
  );
}

export function NoMatch({ onClear, filtered }: { onClear: () => void; filtered: boolean }) {
  const say = useSay();
  return (
    <EmptyState
      title={filtered ? say("documents.noMatch", "No results") : say("documents.allArchived", "Everything is archived")}
      actions={filtered && <Button onPress={onClear}>{say("documents.clearFilters", "Clear filters")}</Button>}
    />
  );
}
