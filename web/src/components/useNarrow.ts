/** Whether the window is as narrow as a phone, and whether it is as wide as a desk. */
import { useSyncExternalStore } from "react";

function watch(condition: string): () => boolean {
  const query = typeof matchMedia === "undefined" ? null : matchMedia(condition);
  function subscribe(listener: () => void): () => void {
    query?.addEventListener("change", listener);
    return () => query?.removeEventListener("change", listener);
  }
  return () => useSyncExternalStore(subscribe, () => query?.matches ?? false);
}

export const useNarrow = watch("(max-width: 760px)");

/** Between a phone and a desk: the rail is a row of signs, and a panel covers the list. */
export const useCompact = watch("(max-width: 1099px)");
