/** The live connection of this page, and whether there is a network at all. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { useStore } from "react-redux";

import type { SessionInfo } from "../api/auth";
import { useKeyring } from "../keyring/react";
import { useSessionChange } from "../session/useSessionChange";
import { listen } from "./realtime";
import type { store as appStore } from "./store";

export interface Connection {
  online: boolean;
  /** The session of this browser went to another account. */
  switched: boolean;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

export function useConnection(session: SessionInfo): Connection {
  const store = useStore() as typeof appStore;
  const keyring = useKeyring();
  const sessionChanged = useSessionChange();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const [switched, setSwitched] = useState(false);
  const accountId = session.account?.id;

  useEffect(() => {
    const live = listen({
      store,
      keyring,
      onSession(reason) {
        if (reason === "switched") return setSwitched(true);
        if (reason !== "role") void keyring.lock();
        void sessionChanged();
      },
    });
    return () => live.close();
  }, [store, keyring, sessionChanged, accountId]);

  return { online, switched };
}
