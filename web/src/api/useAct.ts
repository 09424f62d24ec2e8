/** Something a person started: whether it is under way, and why it failed. */
import { useCallback, useRef, useState } from "react";

import { failureOf, type ApiFailure } from "./failure";
import { isUnconfirmed } from "./stepUp";

export interface Act<Args extends unknown[]> {
  run: (...args: Args) => Promise<boolean>;
  busy: boolean;
  failure: ApiFailure | undefined;
  forget: () => void;
}

/** `run` says whether it worked; a second press while it is under way does nothing. */
export function useAct<Args extends unknown[]>(act: (...args: Args) => Promise<unknown>, onDone?: () => void): Act<Args> {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const running = useRef(false);

  async function run(...args: Args): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await act(...args);
    } catch (caught) {
      const why = failureOf(caught);
      if (!isUnconfirmed(why)) setFailure(why);
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
    onDone?.();
    return true;
  }

  const forget = useCallback(() => setFailure(undefined), []);
  return { run, busy, failure, forget };
}
