/** The way out: the session ends, the keys are locked, and the page starts anew with nothing of either. */
import { useSignOutMutation } from "../api/auth";
import { sessionBegan, sessionEnded } from "../api/sessionEnd";
import { tellFailure } from "../components/notices";
import { useSay } from "../i18n/say";
import { useKeyring } from "../keyring/react";
import { forgetPlace } from "../session/place";
import { announceSessionChange, announceSessionEnd } from "../session/useSessionChange";

export function useSignOut(): () => Promise<void> {
  const say = useSay();
  const keyring = useKeyring();
  const [signOut] = useSignOutMutation();

  return async () => {
    announceSessionEnd();
    // Where the browser keeps nothing there is nothing to drop.
    await keyring.dropDrafts().catch(() => undefined);
    await keyring.lock();
    sessionEnded();
    const answer = await signOut();
    if (answer.error) {
      sessionBegan();
      announceSessionChange();
      tellFailure(say("signOut.failed", "You are still signed in"), answer.error.message);
      return;
    }
    forgetPlace();
    announceSessionChange();
    location.assign("/login");
  };
}
