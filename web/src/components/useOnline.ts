/** Whether there is a network, and the one reason why nothing is written without it. */
import { useSyncExternalStore } from "react";

import { useSay } from "../i18n/say";

/** The element that says the reason on every page; what is held back by it refers to it. */
export const OFFLINE_REASON = "offline-reason";

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/** Nothing while there is a network. */
export function useOfflineReason(): string | undefined {
  const say = useSay();
  const online = useOnline();
  return online ? undefined : say("offline.reason", "You are offline. You can save when you are back online.");
}
