/** Tells this tab and the others that somebody signed in, out, or changed the account. */
import { useCallback } from "react";
import { useDispatch } from "react-redux";

import { authApi, type SessionInfo } from "../api/auth";
import { sessionEnded } from "../api/sessionEnd";
import type { AppDispatch } from "./dispatch";

const CHANNEL = "coffer.session";

/** The answer that set the cookie has to be through before the session is asked for again. */
const SIGNAL_DELAY_MS = 10;

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);

export const announceSessionChange = (): void => channel?.postMessage("changed");

/** After somebody confirmed who they are: the session has another secret, which the other tabs share. */
export const announceProof = (): void => channel?.postMessage("proved");

/** Before somebody signs out: a tab that goes on asking would only hear that it may not. */
export const announceSessionEnd = (): void => channel?.postMessage("ending");

/**
 * Asks for the session as it is now: an answer that is still on its way speaks of the one before, and is waited for.
 *
 * Resolves to `undefined` when there was no answer.
 */
export async function askForSession(dispatch: AppDispatch): Promise<SessionInfo | null | undefined> {
  await dispatch(authApi.util.getRunningQueryThunk("getSession", {}));
  const { data, isSuccess } = await dispatch(authApi.endpoints.getSession.initiate({}, { forceRefetch: true, subscribe: false }));
  return isSuccess ? (data as SessionInfo | null) : undefined;
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

function onAnnouncement(hear: (announced: unknown) => void): () => void {
  const listener = ({ data }: MessageEvent) => hear(data);
  channel?.addEventListener("message", listener);
  return () => channel?.removeEventListener("message", listener);
}

/** Calls back when another tab changed the session. */
export const onSessionChange = (changed: () => void): (() => void) =>
  onAnnouncement((announced) => {
    if (announced === "ending") sessionEnded();
    if (announced === "changed") changed();
  });

/** Calls back when another tab confirmed who is there. */
export const onProofElsewhere = (proved: () => void): (() => void) =>
  onAnnouncement((announced) => {
    if (announced === "proved") proved();
  });
