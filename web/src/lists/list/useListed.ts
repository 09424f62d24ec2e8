/** A list of the desk as a grid draws it: a window of rows, and the way to the others. */
import { useCallback, useMemo, useState } from "react";

import type { Heading } from "../../components/collection/layout";
import type { Source } from "../../components/collection/source";
import type { Group, View } from "../../desk/messages";
import { useDesk, useView } from "../../desk/react";
import type { Kind } from "../../desk/row";
import type { AnyRow, Rows } from "./useRows";

/** So many rows are asked for beyond those on the screen, and asked for again when half of them have been passed. */
const BEYOND = 30;
const FIRST = { from: 0, to: 60 };
const NO_HEADINGS: readonly Heading[] = [];

export interface Listed<Row> {
  /** How many the view has; null while nothing is known. */
  count: number | null;
  /** How many there are of the kind. */
  all: number;
  /** The rows that are here. */
  here: Row[] | undefined;
  /** The ids of all that the view has, in their order. */
  order: () => Promise<readonly string[]>;
  /** Rows by name, or all of a view. */
  read: (which: readonly string[] | View) => Promise<Row[]>;
  /** The same for a grid, with `shown` in the place of the rows that are here. */
  sourceOf: (shown: readonly Row[] | undefined) => Source<Row>;
}

interface Looking<Row> {
  kind: Kind;
  view: View;
  rows: Rows<Row>;
  /** What stands above the rows of a group. The same function for as long as it says the same. */
  headingOf?: (group: Group) => string;
}

export function useListed<Row extends AnyRow>({ kind, view, rows: { rowOf, closed }, headingOf }: Looking<Row>): Listed<Row> {
  const { shown: desk } = useDesk();
  const [span, setSpan] = useState(FIRST);
  const { window } = useView(view, span.from, span.to, WHOLE);

  const look = useCallback((from: number, to: number) => {
    setSpan((now) => {
      const isNear = (now.from === 0 || from >= now.from + BEYOND / 2) && to <= now.to - BEYOND / 2;
      return isNear ? now : { from: Math.max(0, from - BEYOND), to: to + BEYOND };
    });
  }, []);

  const here = useMemo(() => {
    if (closed) return [...closed];
    return window?.ids.flatMap((id) => {
      const whole = window.rows.get(id)?.whole;
      return whole ? [rowOf(whole)] : [];
    });
  }, [closed, window, rowOf]);

  const order = useCallback(() => (closed ? Promise.resolve(closed.map(({ id }) => id)) : desk.pick({ view, except: [] })), [closed, desk, view]);
  const read = useCallback(
    async (which: readonly string[] | View) => {
      const on = "kind" in which ? { view: which, except: [] } : { ids: which };
      return (await desk.take(kind, on)).map(rowOf);
    },
    [desk, kind, rowOf],
  );

  const from = closed ? 0 : (window?.from ?? 0);
  const isReading = window?.stage === "reading" && window.all === 0;
  const count = closed ? closed.length : window && !isReading ? window.count : null;
  const groups = closed ? undefined : window?.groups;
  const headings = useMemo(() => (headingOf && groups ? groups.map((group) => ({ title: headingOf(group), from: group.from })) : NO_HEADINGS), [groups, headingOf]);
  const sourceOf = useCallback(
    (shown: readonly Row[] | undefined): Source<Row> => {
      const places = new Map(shown?.map(({ id }, at) => [id, from + at]));
      return {
        count: count ?? 0,
        headings,
        rowAt: (place) => shown?.[place - from],
        idAt: (place) => shown?.[place - from]?.id,
        placeOf: (id) => places.get(id) ?? -1,
        order, look,
      };
    },
    [from, count, headings, order, look],
  );
  return { count, all: closed ? closed.length : (window?.all ?? 0), here, order, read, sourceOf };
}

const WHOLE = { whole: true };
