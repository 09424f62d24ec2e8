/** The cells of the list that are changed where they stand. */
import { useMemo } from "react";

import type { CellWriting } from "../../lists/useActs";
import { PRIORITIES } from "../../payloads/task";
import { dueOf, type TaskRow } from "../../lists/tasks/rows";
import { useToday } from "../../session/useSession";
import { contentsFrom, contentsOf, hidden, membersOf, type Contents } from "./contents";
import { movedTo } from "./repeat";
import { useRevise } from "./useTaskWriting";

export type CellName = "title" | "due" | "priority";

/** What a value in a column makes of a task; null for a column that is not written. */
export function patchOf(column: string, value: string): ((contents: Contents) => Contents) | null {
  switch (column) {
    case "title":
      return (contents) => ({ ...contents, payload: { ...contents.payload, title: value.trim() } });
    case "due":
      return (contents) => {
        const dueOn = value || null;
        return { ...contents, dueOn, recurrence: movedTo(contents.recurrence, contents.dueOn, dueOn) };
      };
    case "priority":
      return (contents) => ({ ...contents, payload: { ...contents.payload, priority: PRIORITIES[Number(value)] ?? 0 } });
    default:
      return null;
  }
}

export function useTaskCells(): CellWriting<TaskRow, Contents> {
  const today = useToday();
  const revise = useRevise();
  return useMemo(
    () => ({
      revise,
      membersOf,
      contentsFrom,
      patchOf,
      contentsOf: ({ item, opening }) => (opening.name === "open" ? contentsOf(item, opening.payload) : null),
      saying: (row, contents) => {
        // What is not about the date leaves it where it stands, with the server's word about the next one.
        const before = row.opening.name === "open" ? contentsOf(row.item, row.opening.payload) : null;
        const { payload } = hidden({ ...contents, dueOn: row.item.dueOn ? null : contents.dueOn });
        const due = before?.dueOn === contents.dueOn ? row.due : dueOf({ ...row.item, dueOn: contents.dueOn, recurrence: null, dueTime: contents.dueTime }, payload, row.category, today, "");
        return row.opening.name === "open" ? { ...row, opening: { ...row.opening, payload }, title: payload.title, due } : row;
      },
    }),
    [revise, today],
  );
}
