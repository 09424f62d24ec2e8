/** What is still written with the keys when a device is locked: a moment is given for it, and no more. */
import { step } from "./leaving.ts";

/** The longest that a lock waits. */
export const MOMENT_MS = 300;

/** Begins to write what waits to be written; null where nothing can be. */
export type LastWrite = () => Promise<unknown> | null;

export function startLastWrites() {
  const all = new Set<LastWrite>();
  let isLeaving = false;

  return {
    add: (write: LastWrite): (() => void) => {
      all.add(write);
      return () => { all.delete(write); };
    },

    /** Resolves when everything is written, or the moment is over; null where nothing is written. */
    done: (): Promise<void> | null => {
      const begun = isLeaving ? [] : [...all].flatMap((write) => write() ?? []);
      return begun.length === 0 ? null : step(() => Promise.all(begun), MOMENT_MS);
    },

    /** Whoever leaves takes the copies along: nothing is written any more, until keys are open again. */
    leave: () => { isLeaving = true; },
    stay: () => { isLeaving = false; },
  };
}
