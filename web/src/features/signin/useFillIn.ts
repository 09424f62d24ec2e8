/** A passkey can be picked inside the e-mail field from the first moment; any other prompt ends that. */
import { useCallback, useEffect, useRef } from "react";

import { signWithPasskey } from "../../keyring/webauthn/sign";
import { canFillIn } from "../../keyring/webauthn/support";
import { enterWithPasskey } from "./webauthn";

/** The question to the authenticator is good for five minutes; the field is ready for longer. */
const ASK_ANEW_MS = 4 * 60 * 1000;

interface FillIn {
  /** Ends the offer, for a prompt that was asked for. */
  takeOver: () => AbortSignal;
  /** Makes the offer again, when that prompt came to nothing. */
  offer: () => void;
}

/** `signedIn` follows a passkey that was accepted, `refused` one that was picked and was not. */
export function useFillIn(signedIn: () => Promise<void>, refused: (reason: unknown) => void): FillIn {
  const running = useRef<AbortController | null>(null);
  const told = useRef({ signedIn, refused });
  useEffect(() => {
    told.current = { signedIn, refused };
  });

  const offer = useCallback(() => {
    const own = new AbortController();
    running.current?.abort();
    running.current = own;
    void keepOffering(own.signal, {
      signedIn: () => told.current.signedIn(),
      refused: (reason) => told.current.refused(reason),
    });
  }, []);

  const takeOver = useCallback(() => {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  }, []);

  useEffect(() => {
    offer();
    return () => running.current?.abort();
  }, [offer]);

  return { takeOver, offer };
}

async function keepOffering(
  ended: AbortSignal,
  { signedIn, refused }: { signedIn: () => Promise<void>; refused: (reason: unknown) => void },
): Promise<void> {
  if (!(await canFillIn())) return;
  while (!ended.aborted) {
    const stale = AbortSignal.timeout(ASK_ANEW_MS);
    let picked;
    try {
      picked = await signWithPasskey({ mediation: "conditional", signal: AbortSignal.any([ended, stale]) });
    } catch {
      // Nobody picked one, and nobody asked to be told why it cannot be offered; the buttons say so when they are used.
      if (stale.aborted) continue;
      return;
    }
    try {
      await enterWithPasskey(picked);
      await signedIn();
    } catch (reason) {
      // Whoever asked for another prompt meanwhile hears of that one.
      if (!ended.aborted) refused(reason);
    }
    return;
  }
}
