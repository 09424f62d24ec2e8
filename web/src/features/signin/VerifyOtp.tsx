/** `/verify-otp`: the six digits of the mail, which send themselves. */
import { useCallback, useEffect, useState } from "react";
import { Link } from "react-aria-components/Link";
import { Navigate, useSearchParams } from "react-router";

import { signInCode, useSendCodeMutation } from "../../api/auth";
import { failureOf } from "../../api/failure";
import { Button } from "../../components/Button";
import { CodeInput } from "../../components/CodeInput";
import { tell, tellFailure } from "../../components/notices";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay, type Say } from "../../i18n/say";
import { useSessionChange } from "../../session/useSessionChange";
import { AuthFrame } from "../../components/frame/AuthFrame";
import { isMail } from "./mail";
import styles from "./signin.module.css";

const RESEND_SECONDS = 30;

/** Answers that belong at the field; anything else is a notice. */
function codeFault(say: Say, code: string): string | undefined {
  switch (code) {
    case "INVALID_OTP":
      return say("otp.wrong", "This code is not right. Look at the latest mail.");
    case "OTP_EXPIRED":
      return say("otp.expired", "This code is over 5 minutes old. Ask for a new one.");
    case "TOO_MANY_ATTEMPTS":
      return say("otp.tooMany", "Three wrong codes. Ask for a new one.");
    default:
      return undefined;
  }
}

export default function VerifyOtp() {
  const say = useSay();
  const [query] = useSearchParams();
  const email = query.get("email") ?? "";
  const sessionChanged = useSessionChange();
  const [sendCode, { isLoading: sending }] = useSendCodeMutation();
  const [otp, setOtp] = useState("");
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const wait = useCountdown();

  if (!isMail(email)) return <Navigate to="/login" replace />;

  async function enter(code: string) {
    setBusy(true);
    setFault(undefined);
    try {
      await signInCode({ email, otp: code });
      await sessionChanged();
    } catch (reason) {
      const failure = failureOf(reason);
      const known = codeFault(say, failure.code);
      setOtp("");
      setFault(known ?? failure.message);
      if (!known) tellFailure(failureTitle(say, "signIn"), failure.message);
    } finally {
      setBusy(false);
    }
  }

  async function resend() {
    const answer = await sendCode({ askForCode: { email, type: "sign-in" } });
    if (answer.error) return tellFailure(failureTitle(say, "sendEmail"), answer.error.message);
    wait.restart();
    setOtp("");
    setFault(undefined);
    return tell({ title: say("otp.sent", "A new code is on its way") });
  }

  return (
    <AuthFrame
      title={say("otp.title", "Look in your mail")}
      lead={
        <>
          {say("otp.lead", "We sent a code to")} <bdi>{email}</bdi>.
        </>
      }
    >
      <div className={styles["form"]}>
        <CodeInput
          label={say("otp.label", "Six digits")}
          value={otp}
          onChange={setOtp}
          onComplete={(code) => void enter(code)}
          error={fault}
          isDisabled={busy}
        />
        <div className={styles["row"]}>
          <Button size="small" isDisabled={wait.left > 0 || sending} onPress={() => void resend()}>
            {wait.left > 0
              ? say("otp.resendIn", "Send again in {seconds} s", { seconds: wait.left })
              : say("otp.resend", "Send again")}
          </Button>
          <Link href="/login" className="link">
            {say("otp.change", "Change email")}
          </Link>
        </div>
      </div>
    </AuthFrame>
  );
}

/** Seconds until another mail may be asked for. */
function useCountdown(): { left: number; restart: () => void } {
  const [left, setLeft] = useState(RESEND_SECONDS);
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return { left, restart: useCallback(() => setLeft(RESEND_SECONDS), []) };
}
