/** When a copy is written: behind, a while after the first change, and never before a list was read whole. */
import type { FromKeys } from "../messages.ts";
import type { Kind, Shelf } from "../row.ts";

/** After the first change. */
const WAITS_MS = 2000;

/** What is shown for a while beside the list of a kind is not kept. */
const isKind = (shelf: Shelf): shelf is Kind => !shelf.includes(" ");

export interface Writing {
  readonly heard: (message: FromKeys) => void;
  /** What waits is written now; resolves when that is done, and with it what was being written already. */
  readonly now: () => Promise<void>;
  /** Every list that was read whole is written a while from now: until this moment another tab has written. */
  readonly all: () => void;
}

export function keepWriting(write: (kind: Kind) => Promise<void>): Writing {
  const waiting = new Set<Kind>();
  const whole = new Set<Kind>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: Promise<unknown> = Promise.resolve();

  async function now(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const due = [...waiting].filter((kind) => whole.has(kind));
    for (const kind of due) waiting.delete(kind);
    // A browser that does not keep it goes on without.
    underWay = Promise.all([underWay, ...due.map((kind) => write(kind).catch(() => undefined))]);
    await underWay;
  }

  function soon(): void {
    timer ??= setTimeout(() => void now(), WAITS_MS);
  }

  function heard(message: FromKeys): void {
    const shelf = "put" in message ? message.put : "end" in message ? message.end : "reword" in message ? message.reword : "stage" in message ? message.stage : null;
    if (shelf === null || !isKind(shelf)) return;
    if ("stage" in message && message.is !== "reading" && message.is !== "cold") whole.add(shelf);
    waiting.add(shelf);
    if (whole.has(shelf)) soon();
  }

  function all(): void {
    for (const kind of whole) waiting.add(kind);
    if (whole.size > 0) soon();
  }

  return { heard, now, all };
}
