/**
 * Watches over a worker from outside: that it starts, and that it lives for as long as somebody waits for it.
 *
 * Time is counted in beats that this page has lived through itself. A computer that slept for an hour has heard nothing
 * of its worker either, and that is no reason to end it.
 */

/** From the start to the first sign of life. */
export const READY_MS = 10_000;
const BEAT_MS = 5000;
/** With a call waiting: 15 seconds. */
const SILENT_BEATS = 3;

/** A worker that did not start, or stopped: whatever was asked of it has no answer. */
export class WorkerLost extends Error {
  readonly when: "start" | "work";

  constructor(when: "start" | "work") {
    super(when === "start" ? "The encryption of this page did not start." : "The encryption of this page stopped.");
    this.name = "WorkerLost";
    this.when = when;
  }
}

export interface Watched {
  /** How many calls wait for an answer. */
  readonly waiting: () => number;
  readonly ask: () => void;
  /** Called once, when nothing more is to be expected. */
  readonly lost: (reason: WorkerLost) => void;
}

export interface Watch {
  readonly called: () => void;
  readonly heard: () => void;
  readonly failed: () => void;
  readonly end: () => void;
}

export function watchOver({ waiting, ask, lost }: Watched): Watch {
  let started = false;
  let over = false;
  let silent = 0;
  let beat: ReturnType<typeof setInterval> | undefined;
  const starting = setTimeout(failed, READY_MS);

  function rest(): void {
    clearInterval(beat);
    beat = undefined;
  }

  function end(): void {
    over = true;
    clearTimeout(starting);
    rest();
  }

  function failed(): void {
    if (over) return;
    end();
    lost(new WorkerLost(started ? "work" : "start"));
  }

  function listen(): void {
    silent += 1;
    if (silent >= SILENT_BEATS) failed();
    else ask();
  }

  function called(): void {
    if (over || !started || beat !== undefined) return;
    silent = 0;
    beat = setInterval(listen, BEAT_MS);
  }

  function heard(): void {
    if (over) return;
    started = true;
    clearTimeout(starting);
    silent = 0;
    rest();
    if (waiting() > 0) called();
  }

  return { called, heard, failed, end };
}
