/** A crypto worker whose script did not come, because Coffer could not be reached, is started anew when it can. */
import { useEffect, useRef } from "react";

import { useReach } from "../browser/reach";
import { useKeyring, useKeyState } from "../keyring/react";

export function useRestartWhenBack(): void {
  const keyring = useKeyring();
  const keys = useKeyState();
  const reach = useReach();
  const away = useRef(false);
  const didNotStart = keys.name === "stopped" && keys.when === "start";

  useEffect(() => {
    if (reach !== "fine") away.current = true;
    // Once for each time that it was away: a worker that does not start with a connection either has another reason.
    if (reach !== "fine" || !didNotStart || !away.current) return;
    away.current = false;
    void keyring.restart();
  }, [keyring, reach, didNotStart]);
}
