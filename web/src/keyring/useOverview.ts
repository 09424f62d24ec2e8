/** The replayed state of the keys, read again whenever the keyring says that something changed. */
import { useEffect, useState } from "react";

import type { KeyOverview } from "./contract";
import { useKeyring, useKeyState } from "./react";

export function useOverview(): KeyOverview | undefined {
  const keyring = useKeyring();
  const state = useKeyState();
  const [overview, setOverview] = useState<KeyOverview>();

  useEffect(() => {
    let gone = false;
    keyring.overview().then(
      (found) => !gone && setOverview(found),
      // What was replayed before stays on the screen.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [keyring, state]);

  return overview;
}
