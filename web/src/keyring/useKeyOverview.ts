/** What this device replayed from the key record, read again whenever the keyring changes and when asked. */
import { useCallback, useEffect, useState } from "react";

import { failureOf, type ApiFailure } from "../api/failure";
import type { KeyOverview } from "./contract";
import { useKeyring, useKeyState } from "./react";

export interface KeyOverviewRead {
  overview: KeyOverview | undefined;
  failure: ApiFailure | undefined;
  reload: () => void;
}

export function useKeyOverview(): KeyOverviewRead {
  const keyring = useKeyring();
  const state = useKeyState();
  const [round, setRound] = useState(0);
  const [read, setRead] = useState<Omit<KeyOverviewRead, "reload">>({ overview: undefined, failure: undefined });

  useEffect(() => {
    if (state.name === "starting" || state.name === "keyless") return undefined;
    let gone = false;
    keyring.overview().then(
      (overview) => !gone && setRead({ overview, failure: undefined }),
      // What was replayed before stays on the screen; its age says how far to trust it.
      (reason: unknown) => !gone && setRead((before) => ({ ...before, failure: failureOf(reason) })),
    );
    return () => {
      gone = true;
    };
  }, [keyring, state, round]);

  const reload = useCallback(() => setRound((count) => count + 1), []);
  return { ...read, reload };
}
