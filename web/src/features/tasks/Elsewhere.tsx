/** Tasks that have no column on the board: nothing disappears because its status does. */
import { GridList, GridListItem } from "react-aria-components/GridList";

import { useSay } from "../../i18n/say";
import { hasFacts } from "../../lists/item";
import type { TaskRow } from "../../lists/tasks/rows";
import type { BoardProps } from "./Board";
import { Card } from "./Card";
import styles from "./Tasks.module.css";
import { useLinked } from "./useLinked";

interface ElsewhereProps extends Pick<BoardProps, "called" | "names" | "menu" | "onOpen"> {
  cards: readonly TaskRow[];
  count: number;
}

/** A status that is not known, because its task or the status itself is not served as it was signed, is not the same as none. */
export default function Elsewhere({ cards, count, ...rest }: ElsewhereProps) {
  const say = useSay();
  const of = Object.groupBy(cards, ({ item }) => (!hasFacts(item) ? "unchecked" : item.statusId === "" ? "none" : "unloaded"));
  const groups = [
    { name: say("tasks.unchecked", "Status could not be checked"), cards: of.unchecked ?? [] },
    { name: say("tasks.unloaded", "Status could not be loaded"), cards: of.unloaded ?? [] },
    { name: say("tasks.elsewhere", "Without a status"), cards: of.none ?? [] },
  ].filter((group) => group.cards.length > 0);
  // What is not among the first cards is counted with the last of them.
  const beyond = count - cards.length;
  return groups.map((group, at) => (
    <Lost key={group.name} {...group} count={group.cards.length + (at === groups.length - 1 ? beyond : 0)} {...rest} />
  ));
}

function Lost({ name, cards, count, called, names, menu, onOpen }: ElsewhereProps & { name: string }) {
  const documents = useLinked(cards);
  return (
    <section className={styles["column"]} aria-label={name}>
      <header>
        <h2 className="clip">{name}</h2>
        <span className="hint num">{count}</span>
      </header>
      <GridList
        aria-label={name}
        items={cards}
        dependencies={[called, menu, names, documents]}
        onAction={(id) => onOpen(String(id))}
        className={styles["cards"] ?? ""}
      >
        {(row) => (
          <GridListItem id={row.id} textValue={called(row)} className={styles["card"] ?? ""}>
            <Card row={row} title={called(row)} names={names} documents={documents} tools={row.opening.name === "alarm" ? null : menu(row, cards)} />
          </GridListItem>
        )}
      </GridList>
    </section>
  );
}
