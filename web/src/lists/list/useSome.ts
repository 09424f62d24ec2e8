/** The first rows of a view, for pages that show some of a kind and no list of it. */
import { useMemo } from "react";

import type { Group, View } from "../../desk/messages";
import { useView } from "../../desk/react";
import type { AnyRow, Rows } from "./useRows";

export interface Some<Row> {
  /** Undefined until there is something to show, or it is known that there is nothing. */
  rows: readonly Row[] | undefined;
  /** How many there are, with those beyond. */
  count: number;
  /** Of all of them, where the view groups. */
  groups: readonly Group[];
}

const NO_GROUPS: readonly Group[] = [];

const WHOLE = { whole: true };

export function useSome<Row extends AnyRow>(view: View, most: number, { rowOf, closed }: Rows<Row>): Some<Row> {
  const { window } = useView(view, 0, most, WHOLE);
  const isReading = !window || (window.stage === "reading" && window.count === 0);
  const rows = useMemo(() => {
    if (closed) return closed;
    return window?.ids.flatMap((id) => {
      const whole = window.rows.get(id)?.whole;
      return whole ? [rowOf(whole)] : [];
    });
  }, [closed, window, rowOf]);
  if (closed) return { rows: closed, count: closed.length, groups: NO_GROUPS };
  return { rows: isReading ? undefined : rows, count: window?.count ?? 0, groups: window?.groups ?? NO_GROUPS };
}
