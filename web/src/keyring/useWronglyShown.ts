/** The lasting list of what the server showed wrongly, as it is now. */
import { useSyncExternalStore } from "react";

import type { WronglyShown } from "./contract.ts";
import { useKeyring } from "./react.tsx";

export function useWronglyShown(): readonly WronglyShown[] {
  const keyring = useKeyring();
  return useSyncExternalStore(
    (listener) => keyring.subscribe(listener),
    () => keyring.wronglyShown(),
  );
}
