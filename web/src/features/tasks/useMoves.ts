/** Moves on the board: shown at once, carried out one after another, and taken back when the server refuses. */
import { useCallback, useMemo, useState } from "react";

import type { StatusEntry } from "../../lists/boards/statuses";
import { failureOf } from "../../api/failure";
import { tellFailure } from "../../components/notices";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import { ID } from "../../desk/kind";
import type { View } from "../../desk/messages";
import type { Rows } from "../../lists/list/useRows";
import { useSome } from "../../lists/list/useSome";
import type { TaskRow } from "../../lists/tasks/rows";
import type { Ahead, Place } from "./board";
import type { TaskActs } from "./useTaskActs";

interface Move extends Ahead {
  /** The answer; while there is none it is on its way. */
  version: number | null;
}

export interface Moves {
  /** What no list shows yet, in the order of the moves. */
  ahead: ReadonlyMap<string, Ahead>;
  /** Those that were moved, wherever they stand. */
  moved: readonly TaskRow[];
  move: (row: TaskRow, status: StatusEntry, place?: Place) => Promise<void>;
}

const NONE: readonly TaskRow[] = [];

export function useMoves(rows: Rows<TaskRow>, { move: carryOut }: Pick<TaskActs, "move">): Moves {
  const say = useSay();
  const [moves, setMoves] = useState<ReadonlyMap<string, Move>>(() => new Map());

  const move = useCallback(
    async (row: TaskRow, status: StatusEntry, place?: Place) => {
      const { id, opening } = row;
      if (opening.name !== "open") return;
      const shown: Move = { statusId: status.id, afterId: place?.afterId ?? null, version: null };
      setMoves((now) => new Map([...now].filter(([other]) => other !== id)).set(id, shown));
      const saved = await carryOut({ item: row.item, payload: opening.payload }, status, place).catch((reason: unknown) => {
        tellFailure(failureTitle(say, "update"), failureOf(reason).message);
        return null;
      });
      setMoves((now) => {
        // A later move is shown in its place.
        if (now.get(id) !== shown) return now;
        const next = new Map(now);
        // One that repeats goes where it comes again, whatever column it was dropped on.
        if (saved && saved.statusId === status.id) next.set(id, { ...shown, version: saved.version });
        else next.delete(id);
        return next;
      });
    },
    [carryOut, say],
  );

  const ids = useMemo(() => [...moves.keys()], [moves]);
  const view = useMemo((): View => ({ kind: "task", where: { field: ID, op: "in", value: ids }, text: "", sort: [], group: null }), [ids]);
  const { rows: moved = NONE } = useSome(view, ids.length, rows);
  const ahead = useMemo(() => {
    const versions = new Map(moved.map(({ id, item }) => [id, item.version]));
    return new Map([...moves].filter(([id, { version }]) => version === null || (versions.get(id) ?? 0) < version));
  }, [moves, moved]);
  return { ahead, moved, move };
}
