/** Tells this tab and the others that somebody signed in, out, or changed the account. */
import { useCallback } from "react";
import { useDispatch } from "react-redux";

import { authApi } from "../api/auth";
import { sessionEnded } from "../api/sessionEnd";
import type { AppDispatch } from "./dispatch";

const CHANNEL = "coffer.session";

/** The answer that set the cookie has to be through before the session is asked for again. */
const SIGNAL_DELAY_MS = 10;

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);

export const announceSessionChange = (): void => channel?.postMessage("changed");

/** Before somebody signs out: a tab that goes on asking would only hear that it may not. */
export const announceSessionEnd = (): void => channel?.postMessage("ending");

/** Asks for the session as it is now: an answer that is still on its way speaks of the one before, and is waited for. */
export async function askForSession(dispatch: AppDispatch): Promise<void> {
  await dispatch(authApi.util.getRunningQueryThunk("getSession", {}));
  await dispatch(authApi.endpoints.getSession.initiate({}, { forceRefetch: true, subscribe: false }));
}

/** Asks for the session anew, here and in the other tabs. */
export function useSessionChange(): () => Promise<void> {
  const dispatch = useDispatch<AppDispatch>();
  return useCallback(async () => {
    await new Promise((resolve) => setTimeout(resolve, SIGNAL_DELAY_MS));
    announceSessionChange();
    await askForSession(dispatch);
  }, [dispatch]);
}

/** Calls back when another tab changed the session. */
export function onSessionChange(changed: () => void): () => void {
  const hear = ({ data }: MessageEvent) => (data === "ending" ? sessionEnded() : changed());
  channel?.addEventListener("message", hear);
  return () => channel?.removeEventListener("message", hear);
}
