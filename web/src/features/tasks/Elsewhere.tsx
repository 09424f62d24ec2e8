/** Tasks that have no column on the board: nothing disappears because its status does. */
import { GridList, GridListItem } from "react-aria-components/GridList";

import { useSay } from "../../i18n/say";
import type { TaskRow } from "../../tasks/rows";
import type { BoardProps } from "./Board";
import { Card } from "./Card";
import styles from "./Tasks.module.css";
import { useLinked } from "./useLinked";

interface ElsewhereProps extends Pick<BoardProps, "called" | "names" | "menu" | "onOpen"> {
  cards: readonly TaskRow[];
  count: number;
}

/** Of a task that is not shown as it was signed no status is known, which is not the same as having none. */
export default function Elsewhere({ cards, count, ...rest }: ElsewhereProps) {
  const say = useSay();
  const { checked = [], unchecked = [] } = Object.groupBy(cards, ({ opening }) => (opening.name === "alarm" ? "unchecked" : "checked"));
  // What is not among the first cards is counted with the others.
  const others = count - unchecked.length;
  return (
    <>
      {unchecked.length > 0 && <Lost name={say("tasks.unchecked", "Status could not be checked")} cards={unchecked} count={checked.length > 0 ? unchecked.length : count} {...rest} />}
      {checked.length > 0 && <Lost name={say("tasks.elsewhere", "Without a status")} cards={checked} count={others} {...rest} />}
    </>
  );
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
