/** The way out: the session ends, the keys are locked, and the page starts anew with nothing of either. */
import { useSignOutMutation } from "../api/auth";
import { tellFailure } from "../components/notices";
import { useSay } from "../i18n/say";
import { useKeyring } from "../keyring/react";
import { forgetPlace } from "../session/place";
import { announceSessionChange } from "../session/useSessionChange";

export function useSignOut(): () => Promise<void> {
  const say = useSay();
  const keyring = useKeyring();
  const [signOut] = useSignOutMutation();

  return async () => {
    await keyring.lock();
    const answer = await signOut();
    if (answer.error) {
      tellFailure(say("signOut.failed", "You are still signed in"), answer.error.message);
      return;
    }
    forgetPlace();
    announceSessionChange();
    location.assign("/login");
  };
}
