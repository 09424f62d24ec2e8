/** What this device replayed from the key record, read again whenever the keyring changes and when asked. */
import { useCallback, useEffect, useState } from "react";

import { failureOf, type ApiFailure } from "../api/failure";
import type { Keyring, KeyOverview } from "./contract";
import { useKeyring, useKeyState } from "./react";

export interface KeyOverviewRead {
  overview: KeyOverview | undefined;
  failure: ApiFailure | undefined;
  reload: () => void;
}

/** What was replayed last: a page that is opened where nobody can be reached shows it, with its age. */
const lastOf = new WeakMap<Keyring, KeyOverview>();

export function useKeyOverview(): KeyOverviewRead {
  const keyring = useKeyring();
  const state = useKeyState();
  const [read, setRead] = useState<Omit<KeyOverviewRead, "reload">>({ overview: lastOf.get(keyring), failure: undefined });

  const look = useCallback(
    (anew: boolean) => {
      let gone = false;
      keyring.overview({ anew }).then(
        (overview) => {
          lastOf.set(keyring, overview);
          if (!gone) setRead({ overview, failure: undefined });
        },
        // What was replayed before stays on the screen; its age says how far to trust it.
        (reason: unknown) => !gone && setRead((before) => ({ ...before, failure: failureOf(reason) })),
      );
      return () => {
        gone = true;
      };
    },
    [keyring],
  );

  useEffect(() => {
    if (state.name === "starting" || state.name === "keyless") return undefined;
    return look(false);
  }, [look, state]);

  const reload = useCallback(() => void look(true), [look]);
  return { ...read, reload };
}
