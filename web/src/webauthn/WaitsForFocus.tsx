/** Shows where to click, when a prompt waits for that. */
import { lazy, Suspense, useSyncExternalStore } from "react";

import { focusWait } from "./focus";

const FocusPrompt = lazy(() => import("./FocusPrompt"));

export function WaitsForFocus() {
  const waits = useSyncExternalStore(focusWait.subscribe, focusWait.current);
  return <Suspense fallback={null}>{waits && <FocusPrompt />}</Suspense>;
}
