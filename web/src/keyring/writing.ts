/** One loop for everything that is signed for the key log. */
import type { KeyState as LogState } from "../crypto/keyLog/state.ts";
import { hasMoved } from "./calls.ts";
import type { Acting } from "./acting.ts";
import type { Context } from "./context.ts";
import { sync, syncLately } from "./syncing.ts";
import type { KeyDraft } from "./worker/logOperations.ts";

const TRIES = 5;
const MOVED = "Someone else changed the keys at the same moment. Try again.";

/** Lets the log work of this tab go one after another. */
export function inTurn<T>(context: Context, work: () => Promise<T>): Promise<T> {
  const result = context.turn.then(work, work);
  context.turn = result.catch(() => undefined);
  return result;
}

/** The log loop: sync, sign, send; and again when somebody else was faster, as long as the wish still makes sense. */
export async function write<T>(context: Context, attempt: (state: LogState) => Promise<T>): Promise<T> {
  return untilTaken(context, async (state) => {
    const done = await attempt(state);
    await sync(context);
    return done;
  });
}

/** The same without a look at what became of it: the log is not served to somebody who has just left. */
export async function untilTaken<T>(context: Context, attempt: (state: LogState) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    // Whoever signs for a state that has passed is told so.
    const { state } = await (tried === 1 ? syncLately(context) : sync(context));
    try {
      return await attempt(state);
    } catch (error) {
      if (!hasMoved(error)) throw error;
      if (tried === TRIES) throw new Error(MOVED, { cause: error });
    }
  }
}

/** Signs drafts for the state in hand and appends them together. */
export async function appendDrafts({ worker, calls }: Acting, drafts: readonly KeyDraft[], as?: "recovered"): Promise<void> {
  if (drafts.length === 0) return;
  await calls.append(await worker.signKeys(as ? { drafts, as } : { drafts }));
}
