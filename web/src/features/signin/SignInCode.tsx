/** The code that was mailed, and who comes in by it. */
import { useState } from "react";

import { signInCode, useSendCodeMutation } from "../../api/auth";
import { failureOf } from "../../api/failure";
import { CodeEntry } from "../../session/identity/CodeEntry";
import { Button } from "../../components/Button";
import { Banner } from "../../components/Layout";
import { sayRefusal } from "../../i18n/refusalTexts";
import { useSay } from "../../i18n/say";
import { useSessionChange } from "../../session/useSessionChange";

interface SignInCodeProps {
  email: string;
  /** To another address, or another way in. */
  onBack: () => void;
}

export default function SignInCode({ email, onBack }: SignInCodeProps) {
  const say = useSay();
  const sessionChanged = useSessionChange();
  const [sendCode] = useSendCodeMutation();
  const [notEnough, setNotEnough] = useState<string>();

  async function enter(otp: string) {
    await signInCode({ email, otp });
    await sessionChanged();
  }

  /** Another code would not help: an account of theirs wants more than the mailbox. */
  function refused(reason: unknown) {
    const failure = failureOf(reason);
    if (failure.code === "CODE_NOT_ENOUGH") setNotEnough(sayRefusal(say, failure));
  }

  if (notEnough !== undefined)
    return (
      <>
        <Banner tone="warn" urgent title={notEnough}>
          {say("otp.notEnough", "One of your accounts requires a password or passkey, not just a code.")}
        </Banner>
        <Button look="primary" size="large" wide onPress={onBack}>
          {say("otp.otherWay", "Sign in another way")}
        </Button>
      </>
    );
  return (
    <CodeEntry
      onCode={enter}
      failure="signIn"
      onRefused={refused}
      onResend={() => sendCode({ askForCode: { email, type: "sign-in" } }).unwrap()}
      end={
        <Button look="quiet" size="small" onPress={onBack}>
          {say("otp.change", "Change email")}
        </Button>
      }
    />
  );
}
