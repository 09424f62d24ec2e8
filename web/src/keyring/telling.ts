/** What the keyring tells the page: the state of its keys, and in which state the client is, which time alone can change. */
import type { Context } from "./context.ts";
import type { ClientStanding, KeyState } from "./contract.ts";
import { LATE_MS, madeAt, stateIn } from "./standing.ts";

/** A timer takes no longer time. */
const LONGEST_MS = 2 ** 31 - 1;

/** Before anything was opened, and while something is wrong, nothing but that is true. */
export function standingOf(context: Context | null, shown: KeyState, now: number): ClientStanding {
  const checkedAt = context?.report.head?.askedAt ?? null;
  if (shown.name === "keyless") return { is: "keyless", checkedAt: null };
  if (shown.name === "alarm") return { is: "alarm", checkedAt };
  return { is: context ? stateIn(context.report.standing, now) : "starting", checkedAt };
}

export function startTelling(first: KeyState, held: () => Context | null) {
  const listeners = new Set<() => void>();
  let shown = first;
  let standing = standingOf(null, first, 0);
  let aging: ReturnType<typeof setTimeout> | undefined;

  /** From then on the newest head keeps nobody verified any more. */
  function lateAt(now: number): number {
    const headTime = held()?.report.standing.headTime;
    return (headTime ? madeAt(headTime) : now) + LATE_MS;
  }

  function show(next: KeyState): void {
    shown = next;
    const now = Date.now();
    const found = standingOf(held(), shown, now);
    // The same as before stays the same object: whoever draws it is told of changes only.
    if (found.is !== standing.is || found.checkedAt !== standing.checkedAt) standing = found;
    clearTimeout(aging);
    if (found.is === "verified") aging = setTimeout(() => show(shown), Math.min(Math.max(lateAt(now) - now, 0) + 1000, LONGEST_MS));
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return { show, again: () => show(shown), shown: () => shown, standing: () => standing, subscribe, end: () => clearTimeout(aging) };
}
