/** Rows of a list selected by hand. Where not all rows are here, their order is asked for first. */
import { useLayoutEffect, useMemo, useRef } from "react";

import { extendTo, NOTHING, selectAll, toggle, type Selection } from "./selection";
import type { Source } from "./source";

/** The same functions for as long as the list stands. */
export interface Selecting {
  toggle: (id: string) => void;
  /** From the anchor, or else from `begin`, to the row in this place. */
  extend: (place: number, begin?: number) => void;
  all: (all: boolean) => void;
}

export function useSelecting<Row>(source: Source<Row>, selection: Selection, onSelection: ((selection: Selection) => void) | undefined): Selecting {
  const latest = useRef({ source, selection, onSelection });
  useLayoutEffect(() => {
    latest.current = { source, selection, onSelection };
  });

  return useMemo(() => {
    const change = (to: (now: Selection) => Selection): void => latest.current.onSelection?.(to(latest.current.selection));

    function inOrder(to: (now: Selection, order: readonly string[]) => Selection): void {
      const ids = latest.current.source.order();
      if (!(ids instanceof Promise)) return change((now) => to(now, ids));
      // Where the device locks before that is answered, nothing is selected.
      return void ids.then((all) => change((now) => to(now, all)), () => undefined);
    }

    return {
      toggle: (id) => change((now) => toggle(now, id)),
      extend(place, begin) {
        // As they stand on the screen now, also where the list moves on before its order is known.
        const { idAt } = latest.current.source;
        const [to, from] = [idAt(place), begin === undefined ? undefined : idAt(begin)];
        inOrder((now, order) => {
          const first = from ?? (begin === undefined ? undefined : order[begin]);
          return extendTo(now.anchor === null && first !== undefined ? toggle(now, first) : now, order, to ?? order[place] ?? "");
        });
      },
      all: (all) => (all ? inOrder((_, order) => selectAll(order)) : change(() => NOTHING)),
    };
  }, []);
}
