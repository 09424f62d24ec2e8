/** The documents as pictures, in the order of the list; only the rows in view are drawn. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";

import { layoutOf } from "../../components/collection/layout";
import type { Source } from "../../components/collection/source";
import { useVisible } from "../../components/collection/useVisible";
import { useSay } from "../../i18n/say";
import type { RoleNames } from "../../lists/people/people";
import { tile, TileFace } from "../../lists/pictures/Tile";
import { rowTitle, Status } from "./columns";
import styles from "./Gallery.module.css";
import type { DocumentRow } from "./rows";

interface GalleryProps {
  label: string;
  source: Source<DocumentRow>;
  roles: RoleNames;
  openId: string | null;
  onOpen: (id: string | null) => void;
}

const TILE_PX = 164;
const GAP_PX = 12;
const ROW_PX = 206 + GAP_PX;
const DRAWING = { rowPx: ROW_PX, headPx: 0, beyond: 2 };

export default function Gallery({ label, source, roles, openId, onOpen }: GalleryProps) {
  const say = useSay();
  const { count, rowAt, look } = source;

  const scroller = useRef<HTMLDivElement>(null);
  const across = useAcross(scroller);
  const [cursor, setCursor] = useState(0);
  const moved = useRef(false);
  const at = Math.min(cursor, Math.max(0, count - 1));

  const lines = Math.ceil(count / across);
  const layout = useMemo(() => layoutOf(lines, [], { row: ROW_PX, heading: 0 }), [lines]);
  const { from, to, show } = useVisible(scroller, layout, DRAWING);
  const last = Math.min(to, lines);
  useEffect(() => look?.(from * across, Math.min(last * across, count)), [look, from, last, across, count]);

  // The focus follows the cursor once the tile is drawn.
  useEffect(() => {
    if (!moved.current) return;
    const tileAt = scroller.current?.querySelector<HTMLElement>(`[data-place="${at}"]`);
    if (!tileAt) return;
    moved.current = false;
    tileAt.focus({ preventScroll: true });
  });

  function press(event: KeyboardEvent) {
    const next = placeAfter(event.key, at, across, count);
    if (event.key === "Escape" && openId !== null) onOpen(null);
    else if (next === null) return;
    else {
      moved.current = true;
      setCursor(next);
      show(Math.floor(next / across));
    }
    event.preventDefault();
  }

  return (
    <div ref={scroller} className={styles["gallery"]} onKeyDown={press}>
      <ul aria-label={label} style={{ blockSize: layout.total }}>
        {Array.from({ length: Math.max(0, last - from) }, (_, i) => from + i).flatMap((line) =>
          Array.from({ length: across }, (_, column) => {
            const place = line * across + column;
            const row = rowAt(place);
            // What is not here yet leaves its place free.
            if (!row) return null;
            return (
              <li
                key={row.id}
                style={{
                  insetBlockStart: layout.topOf(line),
                  insetInlineStart: `calc(${column} * (100% + ${GAP_PX}px) / ${across})`,
                  inlineSize: `calc((100% - ${(across - 1) * GAP_PX}px) / ${across})`,
                }}
              >
                <button
                  type="button"
                  className={tile}
                  data-place={place}
                  tabIndex={place === at ? 0 : -1}
                  {...(row.id === openId ? { "aria-current": true } : {})}
                  onClick={() => {
                    setCursor(place);
                    onOpen(row.id);
                  }}
                >
                  <TileFace item={row.item} opening={row.opening} sealed={rowTitle(row, say, roles)}>
                    <span>
                      <Status row={row} say={say} />
                    </span>
                  </TileFace>
                </button>
              </li>
            );
          }),
        )}
      </ul>
    </div>
  );
}

/** How many tiles stand beside one another. */
function useAcross(scroller: { current: HTMLElement | null }): number {
  const [across, setAcross] = useState(1);
  useLayoutEffect(() => {
    const place = scroller.current;
    if (!place) return undefined;
    const measure = () => setAcross(Math.max(1, Math.floor((place.clientWidth - 2 * GAP_PX) / TILE_PX)));
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    measure();
    return () => observer.disconnect();
  }, [scroller]);
  return across;
}

/** Where a key leads to, if it does. */
export function placeAfter(key: string, at: number, across: number, count: number): number | null {
  const forward = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  const backward = forward === "ArrowRight" ? "ArrowLeft" : "ArrowRight";
  const steps: Record<string, number> = {
    [forward]: 1,
    [backward]: -1,
    ArrowDown: across,
    ArrowUp: -across,
    Home: -at,
    End: count - 1 - at,
  };
  const step = steps[key];
  if (step === undefined) return null;
  const next = at + step;
  return next < 0 || next >= count ? at : next;
}
