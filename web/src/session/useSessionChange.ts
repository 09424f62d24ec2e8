/** Tells all tabs that the user signed in, signed out, or switched accounts. */
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

/** After step-up: the session has a new token, shared by all tabs. */
export const announceProof = (): void => channel?.postMessage("proved");

/** Before sign-out: calls of other tabs would only be refused. */
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

/** Refetches the session in all tabs. */
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
