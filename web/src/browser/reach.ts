/** The one connection of this page, kept outside React: calls and the socket tell it, screens and uploads ask it. */
import { useSyncExternalStore } from "react";

import { after, BEGUN, reachOf, type Connection, type Heard, type Reach } from "./connection";

export type { Reach } from "./connection";

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 15_000;

let now: Connection = BEGUN;
let ask: (() => Promise<void>) | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

export function hear(heard: Heard): void {
  const before = reachOf(now);
  now = after(now, heard);
  if (reachOf(now) === before) return;
  clearTimeout(timer);
  if (reachOf(now) === "silent") askIn(FIRST_WAIT_MS);
  for (const listener of [...listeners]) listener();
}

/** While offline no calls are sent, so a probe checks for the connection. */
function askIn(wait: number): void {
  timer = setTimeout(() => {
    void ask?.().catch(() => undefined).finally(() => {
      if (reach() === "silent") askIn(Math.min(2 * wait, LONGEST_WAIT_MS));
    });
  }, wait * (0.5 + Math.random() / 2));
}

/** By which call the server is asked whether it is there. */
export function askBy(call: () => Promise<void>): void {
  ask = call;
}

/** Asks now. */
export const isThere = (): Promise<boolean> =>
  (ask?.() ?? Promise.resolve()).then(
    () => true,
    () => false,
  );

export const reach = (): Reach => reachOf(now);

export function onReach(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ends when Coffer can be reached, or the work that waits for it is given up. */
export function whenReached(signal: AbortSignal): Promise<void> {
  if (reach() === "fine" || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const look = () => {
      if (reach() !== "fine" && !signal.aborted) return;
      stop();
      signal.removeEventListener("abort", look);
      resolve();
    };
    const stop = onReach(look);
    signal.addEventListener("abort", look);
  });
}

export const useReach = (): Reach => useSyncExternalStore(onReach, reach);

/** Begins to listen to the browser. */
export function followBrowser(): void {
  window.addEventListener("online", () => hear("online"));
  window.addEventListener("offline", () => hear("offline"));
  if (!navigator.onLine) hear("offline");
}
