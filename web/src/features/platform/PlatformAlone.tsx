/** The platform for somebody who belongs to no account: the page without the frame of one. */
import { LogOut } from "lucide-react";

import { useSignOutMutation } from "../../api/auth";
import { failureOf } from "../../api/failure";
import { Button } from "../../components/Button";
import { tellFailure } from "../../components/notices";
import { BesideActions } from "../../components/Page";
import { StepUp } from "../../confirming/StepUp";
import { useSay } from "../../i18n/say";
import { announceSessionChange } from "../../session/useSessionChange";
import Platform from "./Platform";
import styles from "./Platform.module.css";

export default function PlatformAlone() {
  return (
    <main className={styles["alone"]}>
      <BesideActions value={<SignOut />}>
        <Platform />
      </BesideActions>
      <StepUp />
    </main>
  );
}

function SignOut() {
  const say = useSay();
  const [signOut, { isLoading }] = useSignOutMutation();

  async function leave() {
    const { error } = await signOut();
    if (error) {
      tellFailure(say("signOut.failed", "You are still signed in"), failureOf(error).message);
      return;
    }
    announceSessionChange();
    location.assign("/login");
  }

  return (
    <Button look="quiet" writes isPending={isLoading} onPress={() => void leave()}>
      <LogOut />
      {say("account.signOut", "Sign out")}
    </Button>
  );
}
