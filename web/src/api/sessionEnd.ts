/** The end of the session, as far as calls go: reads under way are called back, and what would be refused is not sent. */
import type { ApiFailure } from "./failure";

export const ENDED: ApiFailure = { status: 401, code: "unauthenticated", message: "You must be logged in." };

/** Whoever signs in has no session yet, and what ends one is sent last; everything else of the product asks for one. */
const ASKS_FOR_NONE =
  /^\/api\/auth\/(?:get-session|delete-user$|get-account-invite|ok|providers|sign-(?:in|up|out)|email-otp|forget-password|passkey\/(?:generate|verify)-authenticat)/;

let life = new AbortController();

export function sessionEnded(): void {
  life.abort();
}

/** Somebody is signed in, so everything may be asked for. */
export function sessionBegan(): void {
  if (life.signal.aborted) life = new AbortController();
}

/** Sends a call that ends the session: whatever else were asked meanwhile, because of news of it, would be refused. */
export async function endingSession(call: () => Promise<unknown>): Promise<void> {
  sessionEnded();
  try {
    await call();
  } catch (refused) {
    sessionBegan();
    throw refused;
  }
}

/** What a call to this address would hear, when it need not be made to know that. */
export function refusalOf(path: string): ApiFailure | null {
  return life.signal.aborted && !ASKS_FOR_NONE.test(path) ? ENDED : null;
}

/** Ends what is asked now together with the session; what is asked after the end has none to wait for. */
export const endOfSession = (): AbortSignal | null => (life.signal.aborted ? null : life.signal);
