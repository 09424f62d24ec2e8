/** Whether a newer app has taken the place of the one on this page: files of it are gone, and the server is there. */
import { useSyncExternalStore } from "react";

import { FileAway, PART_FAILED } from "../components/preload";
import { isThere } from "../connection/reach";

let outdated = false;
const listeners = new Set<() => void>();

async function look({ detail }: CustomEvent<unknown>): Promise<void> {
  if (outdated || detail instanceof FileAway || !(await isThere())) return;
  outdated = true;
  for (const listener of listeners) listener();
}

/** What is fetched ahead fails without a word, so the loader says it. */
export function watchForUpdates(): void {
  window.addEventListener(PART_FAILED, (event) => void look(event as CustomEvent));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useOutdated = (): boolean => useSyncExternalStore(subscribe, () => outdated);
