/** Tasks in columns, one for each status: dragged between them and within, or moved by the menu of each. */
import { GripVertical, Plus } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { GridList, GridListItem } from "react-aria-components/GridList";
import { isTextDropItem, useDragAndDrop } from "react-aria-components/useDragAndDrop";

import type { StatusEntry } from "../../boards/statuses";
import { Boundary } from "../../components/Boundary";
import { Button } from "../../components/Button";
import { PopUp } from "../../components/PopUp";
import { part } from "../../components/part";
import { useSay } from "../../i18n/say";
import { useMay } from "../../session/useSession";
import type { TaskRow } from "../../tasks/rows";
import type { Named } from "../../tasks/names";
import { columnsOf, elsewhere, placeAt } from "./board";
import { Card } from "./Card";
import { StatusMark } from "../../tasks/marks";
import styles from "./Tasks.module.css";
import type { Moves } from "./useMoves";
import type { NamesAround } from "./useNamesAround";

const Elsewhere = part(() => import("./Elsewhere"));
const QuickAdd = part(() => import("./QuickAdd"));

export interface BoardProps {
  rows: readonly TaskRow[];
  /** The ones that tasks can be put into. */
  statuses: readonly StatusEntry[];
  names: NamesAround;
  documents: readonly Named[];
  /** How a task is called, opened or not. */
  called: (row: TaskRow) => string;
  /** What can be done with a task in its column. */
  menu: (row: TaskRow, column: readonly TaskRow[]) => ReactNode;
  moves: Moves;
  onOpen: (id: string) => void;
  mayCreate: boolean;
}

const KIND = "text/x-coffer-task";
/** What was done long ago would only make a column slow. */
const FIRST = 60;

const NOBODY: readonly TaskRow[] = [];

export default function Board({ rows, statuses, moves, ...rest }: BoardProps) {
  const columns = useMemo(() => columnsOf(rows, moves.ahead), [rows, moves.ahead]);
  // An ended column is there when something ended that way.
  const shown = statuses.filter(({ id, outcome }) => outcome !== "cancelled" || columns.has(id));
  const lost = elsewhere(columns, statuses);
  return (
    <div className={styles["board"]}>
      {lost.length > 0 && (
        <Boundary waiting={null}>
          <Elsewhere cards={lost} {...rest} />
        </Boundary>
      )}
      {shown.map((status) => (
        <Column key={status.id} status={status} cards={columns.get(status.id) ?? NOBODY} rows={rows} moves={moves} {...rest} />
      ))}
    </div>
  );
}

interface ColumnProps extends Omit<BoardProps, "statuses"> {
  status: StatusEntry;
  cards: readonly TaskRow[];
}

function Column({ status, cards, rows, names, documents, called, menu, moves, onOpen, mayCreate }: ColumnProps) {
  const say = useSay();
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const [all, setAll] = useState(false);
  const first = all ? cards : cards.slice(0, FIRST);
  const mayMove = may("task.update");

  function drop(ids: readonly string[], beside: string | null, side: "before" | "after") {
    for (const id of ids) {
      const row = rows.find((one) => one.id === id);
      if (row) void moves.move(row, status, placeAt(cards, id, beside, side));
    }
  }
  const idsIn = async (items: readonly { kind: string }[]): Promise<string[]> =>
    Promise.all((items as Parameters<typeof isTextDropItem>[0][]).filter(isTextDropItem).map((item) => item.getText(KIND)));

  const { dragAndDropHooks } = useDragAndDrop<TaskRow>({
    isDisabled: !mayMove,
    // What is not open cannot be signed.
    getItems: (keys) =>
      [...keys].filter((id) => cards.some((one) => one.id === id && one.opening.name === "open")).map((id) => ({ [KIND]: String(id) })),
    acceptedDragTypes: [KIND],
    getDropOperation: () => "move",
    onReorder: ({ keys, target }) => drop([...keys].map(String), String(target.key), target.dropPosition === "before" ? "before" : "after"),
    onInsert: ({ items, target }) =>
      void idsIn(items).then((ids) => drop(ids, String(target.key), target.dropPosition === "before" ? "before" : "after")),
    onRootDrop: ({ items }) => void idsIn(items).then((ids) => drop(ids, null, "after")),
  });

  return (
    <section className={styles["column"]} aria-label={status.name}>
      <header>
        <StatusMark status={status} />
        <h2>
          <bdi className="clip">{status.name}</bdi>
        </h2>
        <span className="hint num">{cards.length}</span>
        {mayCreate && (
          <Button look="quiet" size="small" icon writes aria-label={say("tasks.addTo", "New task in {status}", { status: status.name })} onPress={() => setAdding(true)}>
            <Plus />
          </Button>
        )}
      </header>
      {adding && (
        <PopUp onClose={() => setAdding(false)}>
          <QuickAdd statusId={status.id} onDone={() => setAdding(false)} />
        </PopUp>
      )}
      <GridList
        aria-label={say("tasks.column", "Tasks in {status}", { status: status.name })}
        items={first}
        dependencies={[called, menu, names, documents, cards]}
        dragAndDropHooks={dragAndDropHooks}
        onAction={(id) => onOpen(String(id))}
        renderEmptyState={() => <span className="hint">{say("tasks.emptyColumn", "No tasks")}</span>}
        className={styles["cards"] ?? ""}
      >
        {(row) => (
          <GridListItem id={row.id} textValue={called(row)} className={styles["card"] ?? ""}>
            {mayMove && row.opening.name === "open" && (
              <AriaButton slot="drag" className={styles["grip"] ?? ""}>
                <GripVertical />
              </AriaButton>
            )}
            <Card row={row} title={called(row)} names={names} documents={documents} tools={menu(row, cards)} />
          </GridListItem>
        )}
      </GridList>
      {cards.length > first.length && (
        <Button look="quiet" size="small" onPress={() => setAll(true)}>
          {say("tasks.more", "Show {count, number} more", { count: cards.length - first.length })}
        </Button>
      )}
    </section>
  );
}
