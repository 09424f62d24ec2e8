/** The way out of the workspace: the keys are locked before the session ends. */
import { useKeyring } from "../keyring/react";
import { useEnd } from "../session/useEnd";

export function useSignOut(): () => Promise<void> {
  const keyring = useKeyring();
  const end = useEnd();

  return () =>
    end(async () => {
      // Where the browser keeps nothing there is nothing to drop.
      await keyring.dropDrafts().catch(() => undefined);
      await keyring.lock();
    });
}
