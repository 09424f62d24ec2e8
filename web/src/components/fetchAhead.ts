/** Fetches parts of the app that are not on the screen yet, once the browser has nothing better to do. */
import { useEffect } from "react";

const PATIENCE_MS = 3000;

/** `parts` stays the same list from one drawing to the next. */
export function useFetchAhead(parts: readonly (() => Promise<unknown>)[], now = true): void {
  useEffect(() => {
    if (!now) return undefined;
    // Whoever needs a part that did not arrive asks for it again.
    const fetchAll = () => parts.forEach((part) => void part().catch(() => undefined));
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(fetchAll, PATIENCE_MS);
      return () => clearTimeout(timer);
    }
    const idle = window.requestIdleCallback(fetchAll, { timeout: PATIENCE_MS });
    return () => window.cancelIdleCallback(idle);
  }, [parts, now]);
}
