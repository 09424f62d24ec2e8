/** Whether a newer app has taken the place of the one on this page: its files are gone and the server is there, or another page is served. */
import { useSyncExternalStore } from "react";

import { FileAway, PART_FAILED } from "../components/preload";
import { isThere } from "../browser/reach";

let outdated = false;
const listeners = new Set<() => void>();

export function foundNewer(): void {
  outdated = true;
  for (const listener of listeners) listener();
}

async function look({ detail }: CustomEvent<unknown>): Promise<void> {
  if (!outdated && !(detail instanceof FileAway) && (await isThere())) foundNewer();
}

/** What is fetched ahead fails without a word, so the loader says it. */
export function watchForUpdates(): void {
  window.addEventListener(PART_FAILED, (event) => void look(event as CustomEvent));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isOutdated = (): boolean => outdated;

export const useOutdated = (): boolean => useSyncExternalStore(subscribe, isOutdated);
