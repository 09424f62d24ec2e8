/** Which rows of a list are in view, and the way to another one. */
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from "react";

import type { Layout } from "./layout";

interface Drawing {
  readonly rowPx: number;
  /** So much of the scrollerRef is covered by the head of the list. */
  readonly headPx: number;
  /** So many rows are drawn above and below what is in view. */
  readonly beyond: number;
}

export interface Visible {
  readonly from: number;
  /** The first one that is not drawn any more. */
  readonly to: number;
  /** Brings a row into view, by the shortest way. */
  readonly show: (row: number) => void;
}

export function useVisible(scrollerRef: RefObject<HTMLElement | null>, layout: Layout, drawing: Drawing): Visible {
  const [view, setView] = useState({ top: 0, height: 0 });
  const { from, to } = rowsIn(layout, view, drawing.beyond);
  const latest = useRef({ layout, drawing, view });
  useLayoutEffect(() => {
    latest.current = { layout, drawing, view };
  });

  const look = useCallback(() => {
    const place = scrollerRef.current;
    if (!place) return;
    const { layout: now, drawing: { headPx, beyond }, view: drawn } = latest.current;
    const next = { top: place.scrollTop, height: Math.max(0, place.clientHeight - headPx) };
    const [before, after] = [rowsIn(now, drawn, beyond), rowsIn(now, next, beyond)];
    // Rows that are drawn already are moved by the browser alone.
    if (before.from !== after.from || before.to !== after.to || drawn.height !== next.height) setView(next);
  }, [scrollerRef]);

  useLayoutEffect(() => {
    const place = scrollerRef.current;
    if (!place) return undefined;
    const observer = new ResizeObserver(look);
    observer.observe(place);
    place.addEventListener("scroll", look, { passive: true });
    look();
    return () => {
      observer.disconnect();
      place.removeEventListener("scroll", look);
    };
  }, [scrollerRef, look]);
  // A shorter list is scrolled back by the browser.
  useLayoutEffect(look, [look, layout]);

  const show = useCallback(
    (row: number) => {
      const place = scrollerRef.current;
      if (!place) return;
      const { layout: now, drawing: { rowPx, headPx } } = latest.current;
      const [top, room] = [now.topOf(row), place.clientHeight - headPx];
      if (top < place.scrollTop) place.scrollTo({ top });
      else if (top + rowPx > place.scrollTop + room) place.scrollTo({ top: top + rowPx - room });
      look();
    },
    [scrollerRef, look],
  );
  return { from, to, show };
}

function rowsIn(layout: Layout, { top, height }: { top: number; height: number }, beyond: number): { from: number; to: number } {
  if (height === 0) return { from: 0, to: 0 };
  return { from: Math.max(0, layout.rowAt(top) - beyond), to: layout.rowAt(top + height) + 1 + beyond };
}
