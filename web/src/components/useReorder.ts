/** Putting the lines of a list into another order, by dragging their handles or by the arrow keys on them. */
import { useRef, useState, type KeyboardEvent, type PointerEvent } from "react";

interface Drag {
  id: string;
  /** How many of the others stand before it, if it is dropped now. */
  to: number;
}

export interface HandleProps {
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

interface LineProps {
  ref: (line: HTMLElement | null) => void;
  "data-dragged"?: boolean;
  /** Whether what is dragged would come to stand before or after this line. */
  "data-drop"?: "before" | "after";
}

export interface Reorder {
  /** `among` are the lines that this one is ordered with, it among them. */
  handle: (id: string, among: readonly string[]) => HandleProps;
  line: (id: string) => LineProps;
}

/** `onMove` is told how many of the others stand before the line afterwards. */
export function useReorder(onMove: (id: string, to: number) => void): Reorder {
  const lines = useRef(new Map<string, HTMLElement>());
  const others = useRef<readonly string[]>([]);
  const [drag, setDrag] = useState<Drag | null>(null);

  function placeOf(y: number): number {
    return others.current.filter((id) => {
      const box = lines.current.get(id)?.getBoundingClientRect();
      return box !== undefined && box.top + box.height / 2 < y;
    }).length;
  }

  return {
    handle: (id, among) => ({
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        others.current = among.filter((one) => one !== id);
        setDrag({ id, to: among.indexOf(id) });
      },
      onPointerMove(event) {
        if (!drag) return;
        const to = placeOf(event.clientY);
        if (to !== drag.to) setDrag({ id: drag.id, to });
      },
      onPointerUp() {
        if (!drag) return;
        setDrag(null);
        if (drag.to !== among.indexOf(drag.id)) onMove(drag.id, drag.to);
      },
      onPointerCancel: () => setDrag(null),
      onKeyDown(event) {
        const to = among.indexOf(id) + (event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0);
        if (event.key === "Escape") setDrag(null);
        if (to === among.indexOf(id) || to < 0 || to >= among.length) return;
        event.preventDefault();
        onMove(id, to);
      },
    }),
    line(id) {
      const next = drag && others.current[drag.to];
      const last = others.current.at(-1);
      const drop = drag === null || drag.id === id ? undefined : next === id ? "before" : next === undefined && last === id ? "after" : undefined;
      return {
        ref(line) {
          if (line) lines.current.set(id, line);
          else lines.current.delete(id);
        },
        ...(drag?.id === id && { "data-dragged": true }),
        ...(drop && { "data-drop": drop }),
      };
    },
  };
}
