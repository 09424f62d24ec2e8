/** Tasks in columns, one for each status: dragged between them and within, or moved by the menu of each. */
import { GripVertical, Plus } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { GridList, GridListItem } from "react-aria-components/GridList";
import { isTextDropItem, useDragAndDrop } from "react-aria-components/useDragAndDrop";

import type { StatusEntry } from "../../lists/boards/statuses";
import { Boundary } from "../../components/Boundary";
import { Button } from "../../components/Button";
import { PopUp } from "../../components/PopUp";
import { part } from "../../components/part";
import { useSay } from "../../i18n/say";
import { useMay } from "../../session/useSession";
import type { TaskRow } from "../../lists/tasks/rows";
import type { View } from "../../desk/messages";
import { useCount } from "../../desk/react";
import type { Rows } from "../../lists/list/useRows";
import { useSome } from "../../lists/list/useSome";
import { columnsOf, columnView, elsewhereView, idsOf, placeAt } from "./board";
import { Card } from "./Card";
import { StatusMark } from "../../lists/tasks/marks";
import styles from "./Tasks.module.css";
import type { Moves } from "./useMoves";
import { useLinked } from "./useLinked";
import type { NamesAround } from "./useNamesAround";

const Elsewhere = part(() => import("./Elsewhere"));
const QuickAdd = part(() => import("./QuickAdd"));

export interface BoardProps {
  /** What it shows of all tasks. */
  base: View;
  rows: Rows<TaskRow>;
  read: (ids: readonly string[]) => Promise<readonly TaskRow[]>;
  /** All there were, and those of them that tasks can be put into. */
  statuses: readonly StatusEntry[];
  columns: readonly StatusEntry[];
  names: NamesAround;
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

/** More of them than anybody would look through here; the list has them all. */
const MOST_LOST = 500;

const NOBODY: readonly TaskRow[] = [];

export default function Board({ statuses, columns, ...rest }: BoardProps) {
  const { base, rows, moves } = rest;
  const views = useMemo(() => new Map(columns.map(({ id }) => [id, columnView(base, idsOf(statuses, id))])), [base, statuses, columns]);
  const lost = useSome(useMemo(() => elsewhereView(base, columns.flatMap(({ id }) => idsOf(statuses, id))), [base, statuses, columns]), MOST_LOST, rows);
  const cards = useMemo(() => lost.rows?.filter(({ id }) => !moves.ahead.has(id)) ?? NOBODY, [lost.rows, moves.ahead]);
  return (
    <div className={styles["board"]}>
      {cards.length > 0 && (
        <Boundary waiting={null}>
          <Elsewhere cards={cards} count={lost.count} {...rest} />
        </Boundary>
      )}
      {columns.map((status) => {
        const view = views.get(status.id) ?? base;
        const column = <Column key={status.id} status={status} view={view} isWhole={cards.length === 0} {...rest} />;
        // An ended column is there when something ended that way.
        return status.outcome === "cancelled" ? <Ended key={status.id} view={view} isMoved={[...moves.ahead.values()].some(({ statusId }) => statusId === status.id)}>{column}</Ended> : column;
      })}
    </div>
  );
}

function Ended({ view, isMoved, children }: { view: View; isMoved: boolean; children: ReactNode }) {
  const count = useCount(view);
  return count || isMoved ? children : null;
}

interface ColumnProps extends Omit<BoardProps, "statuses" | "columns"> {
  status: StatusEntry;
  view: View;
  /** No task stands elsewhere: one of which no status is known may be of this one. */
  isWhole: boolean;
}

function Column({ status, view, isWhole, rows, read, names, called, menu, moves, onOpen, mayCreate }: ColumnProps) {
  const say = useSay();
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const [all, setAll] = useState(false);
  const { ahead, moved } = moves;
  // One more than is drawn: what is put after the last one stands before it.
  const { rows: here = NOBODY, count } = useSome(view, all ? Number.MAX_SAFE_INTEGER : FIRST + 1, rows);
  const cards = useMemo(() => {
    const known = new Set(here.map(({ id }) => id));
    return columnsOf([...here, ...moved.filter(({ id }) => !known.has(id))], ahead).get(status.id) ?? NOBODY;
  }, [here, moved, ahead, status.id]);
  const first = all ? cards : cards.slice(0, FIRST);
  const documents = useLinked(first);
  const beyond = Math.max(0, count - here.length);
  const mayMove = may("task.update");

  function drop(ids: readonly string[], beside: string | null, side: "before" | "after") {
    void read(ids).then(
      (found) => {
        for (const row of found) void moves.move(row, status, placeAt(cards, row.id, beside, side));
      },
      () => undefined,
    );
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
        <span className="hint num">{cards.length + beyond}</span>
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
        renderEmptyState={() => isWhole && <span className="hint">{say("tasks.emptyColumn", "No tasks")}</span>}
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
      {cards.length + beyond > first.length && (
        <Button look="quiet" size="small" onPress={() => setAll(true)}>
          {say("tasks.more", "Show {count, number} more", { count: cards.length + beyond - first.length })}
        </Button>
      )}
    </section>
  );
}
