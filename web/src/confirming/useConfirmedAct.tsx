/** An act that may need a proof first: the question is asked where the act was, and then it goes on by itself. */
import { useRef, type ReactNode } from "react";

import { useAct, type Act } from "../api/useAct";
import { asksWhoIsThere } from "./confirm";
import { ConfirmIdentity } from "./ConfirmIdentity";

export interface ConfirmedAct<Args extends unknown[]> extends Act<Args> {
  /** Stands somewhere on the page; empty until the server asks. */
  question: ReactNode;
}

export function useConfirmedAct<Args extends unknown[]>(
  act: (...args: Args) => Promise<unknown>,
  onDone: () => void,
): ConfirmedAct<Args> {
  const inner = useAct(act);
  const last = useRef<Args | null>(null);

  async function run(...args: Args): Promise<boolean> {
    last.current = args;
    const done = await inner.run(...args);
    if (done) onDone();
    return done;
  }

  function again() {
    if (last.current) void run(...last.current);
  }

  const asks = inner.failure !== undefined && asksWhoIsThere(inner.failure);
  return {
    ...inner,
    run,
    failure: asks ? undefined : inner.failure,
    question: asks ? <ConfirmIdentity onConfirmed={again} onClose={inner.forget} /> : null,
  };
}
