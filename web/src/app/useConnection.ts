/** The live connection of this page, and whether Coffer can be reached at all. */
import { useEffect, useRef, useState } from "react";
import { useStore } from "react-redux";

import type { SessionInfo } from "../api/auth";
import { readFrom } from "../api/http";
import { sessionEnded } from "../api/sessionEnd";
import { onProof } from "../api/stepUp";
import { useReach, type Reach } from "../browser/reach";
import { useKeyring } from "../keyring/react";
import { STEP_MS } from "../keyring/leaving";
import { announceProof, askForSession, onProofElsewhere, useSessionChange } from "../session/useSessionChange";
import type * as Loaded from "./realtime";
import type { store as appStore } from "./store";

const AGAIN_MS = 3000;

/** After the page itself; without it the page would only look alive, so it is asked for until it is there. */
async function loadRealtime(): Promise<typeof Loaded> {
  for (;;) {
    try {
      return await import("./realtime");
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** Whether this session still lives; without an answer in good time it is taken for ended. */
async function livesOn(sessionId: string, dispatch: typeof appStore.dispatch): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), STEP_MS)));
  const now = await Promise.race([askForSession(dispatch), tooLong]);
  clearTimeout(timer);
  return now?.session.id === sessionId;
}

export interface Connection {
  reach: Reach;
  /** The session of this browser went to another account. */
  switched: boolean;
}

export function useConnection(session: SessionInfo): Connection {
  const store = useStore() as typeof appStore;
  const keyring = useKeyring();
  const sessionChanged = useSessionChange();
  const now = useReach();
  const [switched, setSwitched] = useState(false);
  const accountId = session.account?.id;
  // Who signs in again over the page gets a connection of the new session.
  const sessionId = session.session.id;
  const listened = useRef(false);
  const [proofs, setProofs] = useState(0);
  useEffect(() => {
    const proved = () => setProofs((before) => before + 1);
    const stops = [onProof(announceProof), onProof(proved), onProofElsewhere(proved)];
    return () => stops.forEach((stop) => stop());
  }, []);

  useEffect(() => {
    const missed = listened.current;
    listened.current = true;
    const begunAt = Date.now();
    async function onSession(reason: string): Promise<void> {
      if (reason === "switched") return setSwitched(true);
      if (reason === "revoked") {
        // A proof in another tab gives the same session another secret; this socket was opened with the one before.
        sessionEnded();
        if (Date.now() - begunAt > AGAIN_MS && (await livesOn(sessionId, store.dispatch))) return setProofs((before) => before + 1);
      }
      if (reason !== "role") {
        // The server has forgotten its share of the cache with the session: locking asks it for nothing.
        sessionEnded();
        void keyring.lock();
      }
      return sessionChanged();
    }

    let live: Loaded.Realtime | null = null;
    let gone = false;
    void loadRealtime().then(({ listen }) => {
      if (!gone) live = listen({ store, keyring, missed, from: readFrom(), onSession });
    });
    return () => {
      gone = true;
      live?.close();
    };
  }, [store, keyring, sessionChanged, accountId, sessionId, proofs]);

  return { reach: now, switched };
}
