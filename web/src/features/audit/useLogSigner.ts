/** Whose signature checkpoints need: that of the heads of the account, where this device has replayed its key record. */
import { useKeyState } from "../../keyring/react";
import { useKeyOverview } from "../../keyring/useKeyOverview";
import type { Signer } from "../../keyring/sealedLog/check";

/** null where this device has no record of keys; undefined while that is not known yet. */
export function useLogSigner(): Signer | null | undefined {
  const { name } = useKeyState();
  const { overview, failure } = useKeyOverview();
  if (name === "keyless" || name === "new" || name === "unset") return null;
  return overview ? overview.log.signer : failure && null;
}
