/** The way out of the workspace: the keys are locked and drafts dropped before the session ends, and neither can hold it up. */
import { useKeyring } from "../keyring/react";
import { useEnd } from "../session/useEnd";

export function useSignOut(): () => Promise<void> {
  const keyring = useKeyring();
  const end = useEnd();

  return () =>
    end(
      () => keyring.lock(),
      () => keyring.dropDrafts(),
    );
}
