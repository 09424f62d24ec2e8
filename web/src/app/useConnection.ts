/** The live connection of this page, and whether there is a network at all. */
import { useEffect, useRef, useState } from "react";
import { useStore } from "react-redux";

import type { SessionInfo } from "../api/auth";
import { sessionEnded } from "../api/sessionEnd";
import { onProof } from "../api/stepUp";
import { useOnline } from "../components/useOnline";
import { useKeyring } from "../keyring/react";
import { useSessionChange } from "../session/useSessionChange";
import { listen } from "./realtime";
import type { store as appStore } from "./store";

export interface Connection {
  online: boolean;
  /** The session of this browser went to another account. */
  switched: boolean;
}

export function useConnection(session: SessionInfo): Connection {
  const store = useStore() as typeof appStore;
  const keyring = useKeyring();
  const sessionChanged = useSessionChange();
  const online = useOnline();
  const [switched, setSwitched] = useState(false);
  const accountId = session.account?.id;
  // Who signs in again over the page gets a connection of the new session.
  const sessionId = session.session.id;
  const listened = useRef(false);
  const [proofs, setProofs] = useState(0);
  useEffect(() => onProof(() => setProofs((before) => before + 1)), []);

  useEffect(() => {
    const missed = listened.current;
    listened.current = true;
    const live = listen({
      store,
      keyring,
      missed,
      onSession(reason) {
        if (reason === "switched") return setSwitched(true);
        if (reason !== "role") {
          // The server has forgotten its share of the cache with the session: locking asks it for nothing.
          sessionEnded();
          void keyring.lock();
        }
        void sessionChanged();
      },
    });
    return () => live.close();
  }, [store, keyring, sessionChanged, accountId, sessionId, proofs]);

  return { online, switched };
}
