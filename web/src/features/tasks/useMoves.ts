/** Moves on the board: shown at once, carried out one after another, and taken back when the server refuses. */
import { useCallback, useMemo, useRef, useState } from "react";

import type { TaskItem } from "../../api/tasks";
import type { StatusEntry } from "../../boards/statuses";
import { failureOf } from "../../api/failure";
import { tellFailure } from "../../components/notices";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import type { TaskRow } from "../../tasks/rows";
import type { Ahead, Place } from "./board";
import type { TaskActs } from "./useTaskActs";

interface Move extends Ahead {
  /** The answer; while there is none it is on its way. */
  version: number | null;
}

export interface Moves {
  /** What no list shows yet, in the order of the moves. */
  ahead: ReadonlyMap<string, Ahead>;
  move: (row: TaskRow, status: StatusEntry, place?: Place) => Promise<void>;
}

export function useMoves(rows: readonly TaskRow[] | undefined, { move: carryOut }: Pick<TaskActs, "move">): Moves {
  const say = useSay();
  const [moves, setMoves] = useState<ReadonlyMap<string, Move>>(() => new Map());
  /** The last move of each task, on whose outcome the next one builds. */
  const turns = useRef(new Map<string, Promise<TaskItem | null>>());

  const move = useCallback(
    async (row: TaskRow, status: StatusEntry, place?: Place) => {
      const { id, opening } = row;
      if (opening.name !== "open") return;
      const shown: Move = { statusId: status.id, afterId: place?.afterId ?? null, version: null };
      setMoves((now) => new Map([...now].filter(([other]) => other !== id)).set(id, shown));
      const turn = (turns.current.get(id) ?? Promise.resolve(null)).then((before) => {
        const item = before && before.version > row.item.version ? before : row.item;
        return carryOut({ item, payload: opening.payload }, status, place).catch((reason: unknown) => {
          tellFailure(failureTitle(say, "update"), failureOf(reason).message);
          return null;
        });
      });
      turns.current.set(id, turn);
      const saved = await turn;
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

  const ahead = useMemo(() => {
    const versions = new Map(rows?.map(({ id, item }) => [id, item.version]));
    return new Map([...moves].filter(([id, { version }]) => version === null || (versions.get(id) ?? 0) < version));
  }, [moves, rows]);
  return { ahead, move };
}
