/** A step of an upload that waits for Coffer as long as it cannot be reached, and then is taken again as it was. */
import { failureOf } from "../../../api/failure";
import { isUnanswered } from "../../../browser/connection";
import { reach, whenReached } from "../../../browser/reach";

export interface Waits {
  signal: AbortSignal;
  /** Coffer cannot be reached, or answers again. */
  onWaiting: (waiting: boolean) => void;
}

export async function steadily<Done>({ signal, onWaiting }: Waits, work: () => Promise<Done>): Promise<Done> {
  for (let waited = false; ; waited = true) {
    try {
      const done = await work();
      if (waited) onWaiting(false);
      return done;
    } catch (reason) {
      const { reason: why, status } = failureOf(reason);
      const isAway = why === "offline" || (status !== 0 && isUnanswered(status));
      if (signal.aborted || !isAway || reach() === "fine") throw reason;
      onWaiting(true);
      await whenReached(signal);
      signal.throwIfAborted();
    }
  }
}
