/** What of an item may be signed in the clear on this device; nothing while that is not known. */
import { useEffect, useState } from "react";

import type { Disclosure } from "./contract";
import { useKeyring, useKeyState } from "./react";

/** `told` is what the server says now: less of it applies at once. */
export function useDiscloses(told: object): Disclosure | null {
  const keyring = useKeyring();
  const state = useKeyState();
  const [allowed, setAllowed] = useState<Disclosure | null>(null);

  useEffect(() => {
    let gone = false;
    if (state.name !== "ready") return undefined;
    const look = () => {
      keyring.discloses().then(
        (now) => !gone && setAllowed(now),
        () => undefined,
      );
    };
    look();
    // Its person may have agreed to more.
    const deaf = keyring.subscribe(look);
    return () => {
      gone = true;
      deaf();
    };
  }, [keyring, state, told]);

  return allowed;
}
