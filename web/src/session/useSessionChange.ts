/** Tells this tab and the others that somebody signed in, out, or changed the account. */
import { useCallback } from "react";
import { useDispatch } from "react-redux";

import { authApi } from "../api/auth";
import type { AppDispatch } from "./dispatch";

const CHANNEL = "coffer.session";

/** The answer that set the cookie has to be through before the session is asked for again. */
const SIGNAL_DELAY_MS = 10;

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);

export const announceSessionChange = (): void => channel?.postMessage("changed");

/** Asks for the session anew, here and in the other tabs. */
export function useSessionChange(): () => Promise<void> {
  const dispatch = useDispatch<AppDispatch>();
  return useCallback(async () => {
    await new Promise((resolve) => setTimeout(resolve, SIGNAL_DELAY_MS));
    announceSessionChange();
    await dispatch(authApi.endpoints.getSession.initiate({}, { forceRefetch: true, subscribe: false }));
  }, [dispatch]);
}

/** Calls back when another tab changed the session. */
export function onSessionChange(changed: () => void): () => void {
  channel?.addEventListener("message", changed);
  return () => channel?.removeEventListener("message", changed);
}
