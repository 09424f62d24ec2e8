/** A plain item in two lines, on a phone. */
import { LockTile } from "../../components/Marks";
import { useSay } from "../../i18n/say";
import type { BasePayload } from "../../payloads/base";
import { useRoleNames } from "../people/people";
import { useDates, useToday } from "../../session/useSession";
import styles from "../Items.module.css";
import { titleOf } from "../marks";
import type { PlainRow, PlainScreen } from "./screen";

interface NarrowRowProps<Payload extends BasePayload> {
  screen: PlainScreen<Payload>;
  row: PlainRow<Payload>;
}

export function NarrowRow<Payload extends BasePayload>({ screen, row }: NarrowRowProps<Payload>) {
  const say = useSay();
  const roles = useRoleNames();
  const dates = useDates();
  const today = useToday();
  const { id, opening, title } = row;
  const facts = opening.name === "open" ? screen.summary(opening.payload, { say, dates, today, roles }).filter(Boolean) : [];
  return (
    <span className={styles["narrow"]} role="gridcell">
      {opening.name === "open" ? <screen.Tile id={id} payload={opening.payload} /> : <LockTile />}
      <span className={styles["narrowText"]}>
        <b className="clip">
          <bdi>{titleOf(row, title, screen.words(say).broken, say, roles)}</bdi>
        </b>
        {facts.length > 0 && (
          <span className="hint clip">
            <bdi>{facts.join(" · ")}</bdi>
          </span>
        )}
      </span>
    </span>
  );
}
