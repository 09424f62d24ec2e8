/** Whether Coffer can be reached, and the one reason why nothing is written while it cannot. */
import { useReach } from "../connection/reach";
import { useSay } from "../i18n/say";

/** The element that says the reason on every page; what is held back by it refers to it. */
export const OFFLINE_REASON = "offline-reason";

export const useOnline = (): boolean => useReach() === "fine";

/** Nothing while it can. */
export function useOfflineReason(): string | undefined {
  const say = useSay();
  switch (useReach()) {
    case "fine":
      return undefined;
    case "offline":
      return say("offline.reason", "You are offline. You can save when you are back online.");
    case "silent":
      return say("offline.silentReason", "Coffer is not responding. You can save when it is back.");
  }
}
