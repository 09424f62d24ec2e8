/** The way out of the workspace: before the session ends the keys are locked, and drafts, titles, copies and decrypted downloads deleted; none can hold it up. */
import { useKeyring } from "../../keyring/react";
import { useEnd } from "../useEnd";

export function useSignOut(): () => Promise<void> {
  const keyring = useKeyring();
  const end = useEnd();

  return () =>
    end(
      // First: a lock writes what waits, where nobody leaves.
      () => keyring.dropCopies(),
      () => keyring.lock(),
      () => keyring.dropDrafts(),
      () => keyring.dropTitles(),
      async () => (await import("../../browser/privateFiles")).dropPrivateFiles(),
    );
}
