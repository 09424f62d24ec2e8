/** Decrypted downloads do not outlive the unlocked page: all of them go at its start and whenever its device locks. */
import { useEffect, useRef } from "react";

import type { KeyState } from "../keyring/contract";

const load = () => import("../browser/privateFiles");

export function usePrivateFiles(keys: KeyState): void {
  const wasReady = useRef(false);
  const ready = keys.name === "ready";

  useEffect(() => {
    void load().then(({ dropAbandonedFiles }) => dropAbandonedFiles());
  }, []);

  useEffect(() => {
    if (wasReady.current && !ready) void load().then(({ dropPrivateFiles }) => dropPrivateFiles());
    wasReady.current = ready;
  }, [ready]);
}
