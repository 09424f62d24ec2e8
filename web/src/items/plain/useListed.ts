/** A list of the desk as a grid draws it: a window of rows, and the way to the others. */
import { useCallback, useMemo, useState } from "react";

import type { Heading } from "../../components/collection/layout";
import type { Source } from "../../components/collection/source";
import type { View } from "../../desk/messages";
import { useDesk, useView } from "../../desk/react";
import type { BasePayload } from "../../payloads/base";
import type { PlainRow, PlainScreen } from "./screen";
import type { PlainRows } from "./usePlainRows";

/** So many rows are asked for beyond those on the screen, and asked for again when half of them have been passed. */
const BEYOND = 30;
const FIRST = { from: 0, to: 60 };
const NO_HEADINGS: readonly Heading[] = [];

export interface Listed<Payload> {
  /** How many the view has; null while nothing is known. */
  count: number | null;
  /** How many there are of the kind. */
  all: number;
  /** The rows that are here. */
  here: PlainRow<Payload>[] | undefined;
  /** The ids of all that the view has, in their order. */
  order: () => Promise<readonly string[]>;
  /** Rows by name, or all of a view. */
  read: (which: readonly string[] | View) => Promise<PlainRow<Payload>[]>;
  /** The same for a grid, with `shown` in the place of the rows that are here. */
  sourceOf: (shown: readonly PlainRow<Payload>[] | undefined) => Source<PlainRow<Payload>>;
}

export function useListed<Payload extends BasePayload>(screen: PlainScreen<Payload>, view: View, { rowOf, closed }: PlainRows<Payload>): Listed<Payload> {
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
      return (await desk.take(screen.kind, on)).map(rowOf);
    },
    [desk, screen.kind, rowOf],
  );

  const from = closed ? 0 : (window?.from ?? 0);
  const isReading = window?.stage === "reading" && window.all === 0;
  const count = closed ? closed.length : window && !isReading ? window.count : null;
  const sourceOf = useCallback(
    (shown: readonly PlainRow<Payload>[] | undefined): Source<PlainRow<Payload>> => {
      const places = new Map(shown?.map(({ id }, at) => [id, from + at]));
      return {
        count: count ?? 0,
        headings: NO_HEADINGS,
        rowAt: (place) => shown?.[place - from],
        idAt: (place) => shown?.[place - from]?.id,
        placeOf: (id) => places.get(id) ?? -1,
        order, look,
      };
    },
    [from, count, order, look],
  );
  return { count, all: closed ? closed.length : (window?.all ?? 0), here, order, read, sourceOf };
}

const WHOLE = { whole: true };
