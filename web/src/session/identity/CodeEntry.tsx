/** The six digits of a mail: they send themselves, and can be asked for again. */
import { useState, type ReactNode } from "react";

import { failureOf } from "../../api/failure";
import { Button } from "../../components/Button";
import { CodeInput } from "../../components/CodeInput";
import { Form } from "../../components/Form";
import { Banner } from "../../components/Layout";
import { Why, type Reasons } from "../../components/Why";
import { tell } from "../../components/notices";
import { failureFallback, failureTitle, type Failure } from "../../i18n/fixedTexts";
import { codeFault, sayRefusal } from "../../i18n/refusalTexts";
import { useSay } from "../../i18n/say";
import styles from "./identity.module.css";
import { useCountdown } from "./useCountdown";

interface CodeEntryProps {
  /** What is done with the code; it throws when that is refused. */
  onCode: (code: string) => Promise<void>;
  /** Has another code mailed; it throws when that is refused. */
  onResend: () => Promise<unknown>;
  /** What is said to have failed when the code itself is not to blame. */
  failure?: Failure;
  /** Hears of refusals that are not about the code. */
  onRefused?: (reason: unknown) => void;
  /** What was wrong with a code that was entered before. */
  fault?: string | undefined;
  label?: string;
  /** Stands beside "send again", like the way to another address. */
  end?: ReactNode;
}

export function CodeEntry({ onCode, onResend, onRefused, fault: before, failure = "emailVerification", label, end }: CodeEntryProps) {
  const say = useSay();
  const [otp, setOtp] = useState("");
  const [fault, setFault] = useState(before);
  const [refused, setRefused] = useState<{ title: string; why: Reasons }>();
  const [busy, setBusy] = useState<"code" | "mail">();
  const wait = useCountdown();

  async function enter(code: string) {
    setBusy("code");
    setFault(undefined);
    setRefused(undefined);
    try {
      await onCode(code);
    } catch (reason) {
      const why = failureOf(reason);
      const known = codeFault(say, why.code);
      setOtp("");
      setFault(known);
      if (known) return;
      const fallback = failureFallback(say, failure);
      const message = why.said ? (fallback ? "" : why.message) : sayRefusal(say, why) || (fallback ?? "");
      setRefused({ title: failureTitle(say, failure), why: { message, said: why.said } });
      onRefused?.(reason);
    } finally {
      setBusy(undefined);
    }
  }

  async function resend() {
    setBusy("mail");
    setRefused(undefined);
    try {
      await onResend();
      wait.restart();
      setOtp("");
      setFault(undefined);
      tell({ title: say("otp.sent", "We sent a new code") });
    } catch (reason) {
      const why = failureOf(reason);
      setRefused({ title: failureTitle(say, "sendEmail"), why: { message: sayRefusal(say, why), said: why.said } });
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <Form className={styles["entry"]} onSend={() => void enter(otp)}>
      {refused && (
        <Banner tone="bad" urgent title={refused.title}>
          <Why {...refused.why} />
        </Banner>
      )}
      <CodeInput
        label={label ?? say("otp.label", "Verification code")}
        value={otp}
        onChange={setOtp}
        onComplete={(code) => void enter(code)}
        error={fault}
        isDisabled={busy === "code"}
      />
      <div className={styles["row"]}>
        <Button size="small" isDisabled={wait.left > 0} isPending={busy === "mail"} onPress={() => void resend()}>
          {wait.left > 0 ? say("otp.resendIn", "Send again in {seconds} s", { seconds: wait.left }) : say("otp.resend", "Send again")}
        </Button>
        {end}
      </div>
    </Form>
  );
}
