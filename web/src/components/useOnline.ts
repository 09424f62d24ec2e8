/** Whether Coffer can be reached, and the one reason why nothing is written while it cannot. */
import { createContext, useContext } from "react";

import { useReach } from "../browser/reach";
import { useSay } from "../i18n/say";

/** The element that says the reason on every page; what is held back by it refers to it. */
export const OFFLINE_REASON = "offline-reason";

export const useOnline = (): boolean => useReach() === "fine";

/** Why nothing is written although Coffer can be reached; the frame of the app says so to everything inside. */
export const WritesHeld = createContext<string | undefined>(undefined);

/** Nothing while it can. */
export function useOfflineReason(): string | undefined {
  const say = useSay();
  const held = useContext(WritesHeld);
  switch (useReach()) {
    case "fine":
      return held;
    case "offline":
      return say("offline.reason", "You are offline. You can save when you are back online.");
    case "silent":
      return say("offline.silentReason", "Coffer is not responding. You can save when it is back.");
  }
}
