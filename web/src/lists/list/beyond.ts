/** What a page keeps about a list of which it has only a window: the opened row, what is selected, and what came since. */
import { useEffect, useMemo, useState, type Dispatch, type SetStateAction } from "react";

import { keepVisible, type Selection } from "../../components/collection/selection";
import type { Source } from "../../components/collection/source";
import { useOne } from "../../desk/react";
import type { Kind } from "../../desk/row";
import { newsOf } from "./news";
import type { Listed } from "./useListed";
import type { AnyRow, Rows } from "./useRows";

type Order = () => Promise<readonly string[]>;

/** Also one that the view has not. Undefined until it is here; null where there is none. */
export function useOpened<Row extends AnyRow>(kind: Kind, id: string | null, { rowOf, closed }: Rows<Row>): Row | null | undefined {
  const whole = useOne(kind, id);
  if (closed) return closed.find((row) => row.id === id) ?? null;
  return whole && rowOf(whole);
}

/** Where a row stands in the list; -1 where it does not, or nobody knows yet. */
export function usePlace<Row>(id: string | null, source: Source<Row> | null, order: Order): number {
  const near = id === null ? -1 : (source?.placeOf(id) ?? -1);
  const [far, setFar] = useState<{ id: string; place: number } | null>(null);
  useEffect(() => {
    if (id === null || near >= 0) return undefined;
    return asLongAs(order(), (ids) => setFar({ id, place: ids.indexOf(id) }));
  }, [id, near, order]);
  return near < 0 && far?.id === id ? far.place : near;
}

/** What leaves the list is selected no longer, so that nothing is done to what nobody sees. */
export function usePruned<Row>(selection: Selection, setSelection: Dispatch<SetStateAction<Selection>>, { order, here }: Pick<Listed<Row>, "order" | "here">): void {
  const isEmpty = selection.ids.size === 0;
  useEffect(() => {
    if (isEmpty) return undefined;
    return asLongAs(order(), (ids) => setSelection((now) => keepVisible(now, ids)));
  }, [isEmpty, order, here, setSelection]);
}

export interface Arrivals {
  /** Of those that others added since the page opened, the ones in the list, in its order. */
  ids: readonly string[];
  seen: () => void;
}

const NONE: readonly string[] = [];

export function useArrivals<Row extends AnyRow>(answers: readonly { id: string }[] | undefined, { order, read, here }: Pick<Listed<Row>, "order" | "read" | "here">, me: string): Arrivals {
  const [known, setKnown] = useState<ReadonlySet<string> | null>(null);
  // What the first answer holds is nothing new.
  if (answers && !known) setKnown(idsOf(answers));
  const fresh = useMemo(() => (known ? (answers ?? []).flatMap(({ id }) => (known.has(id) ? [] : [id])) : NONE), [answers, known]);
  const [found, setFound] = useState<{ of: readonly string[]; ids: readonly string[] } | null>(null);
  useEffect(() => {
    if (fresh.length === 0 || !known) return undefined;
    return asLongAs(Promise.all([read(fresh), order()]), ([rows, ids]) => {
      const added = new Set(newsOf(rows, known, me));
      setFound({ of: fresh, ids: ids.filter((id) => added.has(id)) });
    });
    // The desk opens them one after another.
  }, [fresh, known, me, read, order, here]);
  return { ids: found?.of === fresh ? found.ids : NONE, seen: () => setKnown(idsOf(answers ?? [])) };
}

const idsOf = (items: readonly { id: string }[]) => new Set(items.map(({ id }) => id));

/** Takes the answer, unless the question was given up. Where the device locks first, none comes. */
function asLongAs<Answer>(asked: Promise<Answer>, take: (answer: Answer) => void): () => void {
  let gone = false;
  asked.then(
    (answer) => {
      if (!gone) take(answer);
    },
    () => undefined,
  );
  return () => {
    gone = true;
  };
}
