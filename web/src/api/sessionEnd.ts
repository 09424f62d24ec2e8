/** The end of the session, as far as calls go: reads under way are called back, and what would be refused is not sent. */
import type { ApiFailure } from "./failure";

/** `not_sent`: nobody but this page has said so, and it may be wrong, when the call that ends the session is refused. */
export const ENDED: ApiFailure = { status: 401, code: "unauthenticated", message: "You must be logged in.", reason: "not_sent" };

/** Calls that need no session: those that start or end one. All others need one. */
const ASKS_FOR_NONE =
  /^\/api\/auth\/(?:get-session|delete-user$|get-account-invite|ok|providers|sign-(?:in|up|out)|email-otp|forget-password|passkey\/(?:generate|verify)-authenticat)/;

let life = new AbortController();

/** A call that ends the session is under way: whether it still lasts is not known. */
let ending = false;

export function sessionEnded(): void {
  life.abort();
}

const waiting = new Set<() => void>();

/** A session began: all calls may be sent again. */
export function sessionBegan(): void {
  if (!life.signal.aborted) return;
  life = new AbortController();
  for (const begun of waiting) begun();
}

/** Calls back when calls may be sent again, until it is told to stop. */
export function onSessionBegan(begun: () => void): () => void {
  waiting.add(begun);
  return () => void waiting.delete(begun);
}

/**
 * Called when it is asked who is signed in; answers what to do on hearing that somebody is.
 *
 * Only a question from after the end says something about what came after it.
 */
export function sessionAsked(): () => void {
  const asked = life;
  const isAfter = life.signal.aborted && !ending;
  return () => {
    if (isAfter && life === asked) sessionBegan();
  };
}

/** Sends a call that ends the session, and aborts all others, which would be refused. */
export async function endingSession(call: () => Promise<unknown>): Promise<void> {
  sessionEnded();
  ending = true;
  try {
    await call();
  } catch (refused) {
    sessionBegan();
    throw refused;
  } finally {
    ending = false;
  }
}

/** What a call to this address would hear, when it need not be made to know that. */
export function refusalOf(path: string): ApiFailure | null {
  return life.signal.aborted && !ASKS_FOR_NONE.test(path) ? ENDED : null;
}

/** Ends what is asked now together with the session; what is asked after the end has none to wait for. */
export const endOfSession = (): AbortSignal | null => (life.signal.aborted ? null : life.signal);
