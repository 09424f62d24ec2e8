/** When a device looks for news by itself: soon where something is under way, and every half hour in any case. */
import { LOOK_AGAIN_MS } from "./checking.ts";

export interface Looks {
  /** One look more; asked for again, it is put off. Others that were asked for stay. */
  readonly in: (milliseconds: number) => void;
  readonly end: () => void;
}

export function startLooks(look: () => Promise<void>): Looks {
  /** The moments that were asked for, by how far off they were. */
  const wanted = new Map<number, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  function wait(): void {
    clearTimeout(timer);
    if (!ended) timer = setTimeout(() => void now(), Math.max(Math.min(...wanted.values()) - Date.now(), 0));
  }

  async function now(): Promise<void> {
    for (const [milliseconds, at] of wanted) if (at <= Date.now()) wanted.delete(milliseconds);
    await look().catch(() => undefined);
    // What the look itself has asked for comes before the next half hour.
    if (!wanted.has(LOOK_AGAIN_MS)) wanted.set(LOOK_AGAIN_MS, Date.now() + LOOK_AGAIN_MS);
    wait();
  }

  function lookIn(milliseconds: number): void {
    wanted.set(milliseconds, Date.now() + milliseconds);
    wait();
  }

  return { in: lookIn, end: () => { ended = true; clearTimeout(timer); } };
}
