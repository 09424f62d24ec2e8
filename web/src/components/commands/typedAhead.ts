/**
 * What is typed after the palette was asked for and before its field is there: a part is fetched, a busy machine draws
 * late. Until then letters would be lost, change a field of the page, or be taken for its shortcuts.
 */
let typed = "";
let hearing: AbortController | null = null;

function hear(event: KeyboardEvent): void {
  // A part that did not come says so in a dialog, with a button to try again.
  if (event.target instanceof Element && event.target.closest("[role$='dialog']")) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === "Backspace") typed = typed.slice(0, -1);
  else if ([...event.key].length === 1) typed += event.key;
  else if (event.key !== "Enter") return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** From now on letters are for the field that comes. */
export function hearAhead(): void {
  hearing?.abort();
  typed = "";
  hearing = new AbortController();
  window.addEventListener("keydown", hear, { capture: true, signal: hearing.signal });
}

/** Nothing is for the field any more: what was typed until now. */
export function takeAhead(): string {
  hearing?.abort();
  hearing = null;
  const taken = typed;
  typed = "";
  return taken;
}

/** The field is there: it gets what was typed until now, if anything was. */
export function handOver(field: (typed: string) => void): void {
  const taken = takeAhead();
  if (taken) field(taken);
}
