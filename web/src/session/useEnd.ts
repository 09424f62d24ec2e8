/** Ends the session in all tabs, and reloads the page without its state. */
import { useSignOutMutation } from "../api/auth";
import { sessionBegan, sessionEnded } from "../api/sessionEnd";
import { tellFailure } from "../components/notices";
import { useSay } from "../i18n/say";
import { steps } from "../keyring/leaving";
import { forgetPlace } from "./place";
import { announceSessionChange, announceSessionEnd } from "./useSessionChange";

/** `first` is begun while the session still lasts; whatever becomes of it, the session ends. */
export function useEnd(): (...first: (() => Promise<void>)[]) => Promise<void> {
  const say = useSay();
  const [signOut] = useSignOutMutation();

  return async (...first) => {
    announceSessionEnd();
    await steps(...first);
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
