/**
 * Back, on a phone, closes what stands in front and leaves the page where it is.
 *
 * While anything stands in front there is one more entry in the history, the same page once more. Going back
 * closes the newest; what closes by itself removes the entry. One that was left behind is passed over.
 */
export interface InFront {
  /** Null while something would be lost by it: then Back does nothing. */
  close: (() => void) | null;
}

interface Entry {
  front?: true;
}

const front: InFront[] = [];
/** The next step back is our own, and closes nothing. */
let leaving = false;
let listening = false;
/** What was asked for while our own step was under way. */
const waiting: (() => void)[] = [];
let patience: ReturnType<typeof setTimeout> | undefined;

/** A browser may drop a step, and tells nobody. */
const STEP_MS = 3000;

const isFront = (): boolean => Boolean((history.state as Entry | null)?.front);

function listen(): void {
  if (!listening) window.addEventListener("popstate", wentBack);
  listening = true;
}

function go(by: number): void {
  if (leaving) return;
  listen();
  leaving = true;
  patience = setTimeout(arrived, STEP_MS);
  history.go(by);
}

/**
 * Does something once our own step back is done. A browser carries the step out some time later, to the place that was meant
 * when it was asked for: what was opened in between would be gone again.
 */
export function afterStep(then: () => void): void {
  if (leaving) waiting.push(then);
  else then();
}

function arrived(): void {
  clearTimeout(patience);
  leaving = false;
  settle();
  while (!leaving) {
    const next = waiting.shift();
    if (!next) return;
    next();
  }
}

/** Leaves what the address has opened over a page, and with it whatever stands in front of that. */
export const stepBack = (): void => go(isFront() ? -2 : -1);

function settle(): void {
  if (leaving) return;
  if (front.length === 0 && isFront()) go(-1);
  if (front.length > 0 && !isFront()) history.pushState({ ...(history.state as Entry | null), front: true }, "");
}

function wentBack(): void {
  const newest = front.at(-1);
  if (!leaving && newest?.close && !isFront()) {
    front.pop();
    newest.close();
  }
  arrived();
}

export function standsInFront(one: InFront): () => void {
  listen();
  front.push(one);
  settle();
  return () => {
    const place = front.indexOf(one);
    if (place >= 0) front.splice(place, 1);
    // Whatever it does on its way out comes first: it may lead to another page, or open something else.
    setTimeout(settle);
  };
}
