/** Fetches many parts of the app, one after the other, where nothing else is to be done and data are not to be saved. */
import { useEffect } from "react";

const PATIENCE_MS = 3000;

interface Link {
  saveData?: boolean;
}

/** `parts` stays the same list from one drawing to the next. */
export function useFetchInTurn(parts: readonly (() => Promise<unknown>)[]): void {
  useEffect(() => {
    if ((navigator as { connection?: Link }).connection?.saveData) return undefined;
    const control = new AbortController();
    void fetchInTurn(parts, control.signal);
    return () => control.abort();
  }, [parts]);
}

async function fetchInTurn(parts: readonly (() => Promise<unknown>)[], signal: AbortSignal): Promise<void> {
  for (const part of parts) {
    await idle();
    if (signal.aborted) return;
    await part().catch(() => undefined);
  }
}

function idle(): Promise<unknown> {
  if (!("requestIdleCallback" in window)) return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS / 10));
  return new Promise((resolve) => window.requestIdleCallback(resolve, { timeout: PATIENCE_MS }));
}
