/**
 * The second of two clicks belongs to the first, whatever lies under the pointer by then.
 *
 * One click answers at once, and what it opens may move or cover the place that was clicked.
 */
const WITHIN_MS = 500;
const WITHIN_PX = 6;
const PRESS = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "dblclick"] as const;

interface Place {
  clientX: number;
  clientY: number;
}

export function onSecondClick(first: Place, then: () => void): void {
  function heard(event: MouseEvent) {
    if (Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) > WITHIN_PX) return stop();
    event.preventDefault();
    event.stopPropagation();
    if (event.type !== "dblclick") return;
    stop();
    then();
  }

  function stop() {
    clearTimeout(timer);
    for (const type of PRESS) window.removeEventListener(type, heard, true);
  }

  const timer = setTimeout(stop, WITHIN_MS);
  for (const type of PRESS) window.addEventListener(type, heard, true);
}
