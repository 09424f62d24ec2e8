/**
 * The second of two clicks belongs to the first, whatever lies under the pointer by then.
 *
 * One click answers at once, and what it opens may move or cover the place that was clicked. Which click is a second
 * one the browser counts, by the settings of the person; a page that was busy for long must not lose it.
 */
const WITHIN_MS = 500;
const WITHIN_PX = 6;
const PRESS = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "dblclick"] as const;

type First = Pick<MouseEvent, "clientX" | "clientY" | "timeStamp">;

/** Lasts until the next press, of whatever kind it is. */
export function onSecondClick(first: First, then: () => void): void {
  function heard(event: MouseEvent) {
    const isNear = Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) <= WITHIN_PX;
    // The events of a pointer carry no count.
    const isCounted = !event.type.startsWith("pointer");
    if (!isNear || (isCounted && event.detail < 2)) return stop();
    if (!isCounted && event.timeStamp - first.timeStamp > WITHIN_MS) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type !== "dblclick") return;
    stop();
    then();
  }

  function stop() {
    for (const type of PRESS) window.removeEventListener(type, heard, true);
  }

  for (const type of PRESS) window.addEventListener(type, heard, true);
}
