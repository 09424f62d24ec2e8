/** Shows where to click, when a prompt waits for that. */
import { useSyncExternalStore } from "react";

import { Aside } from "../../components/Border";
import { part } from "../../components/part";
import { focusWait } from "./focus";

const FocusPrompt = part(() => import("./FocusPrompt"));

export function WaitsForFocus() {
  const waits = useSyncExternalStore(focusWait.subscribe, focusWait.current);
  return <Aside>{waits && <FocusPrompt />}</Aside>;
}
