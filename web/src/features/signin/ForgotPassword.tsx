/** `/forgot-password`: a code proves the mailbox, and a new password takes the place of the forgotten one. */
import { useState } from "react";
import { Link } from "react-aria-components/Link";
import { useLocation, useNavigate } from "react-router";

import { askToResetPassword, resetPassword } from "../../api/auth";
import { failureOf } from "../../api/failure";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { AuthFrame } from "../../components/frame/AuthFrame";
import { tell } from "../../components/notices";
import { codeFault, newPasswordFault } from "../../i18n/refusalTexts";
import { useSay, type FixedWords, type Say, type Voice } from "../../i18n/say";
import { CodeEntry } from "../../session/identity/CodeEntry";
import { mailFault } from "../../i18n/readings/mail";
import { NewPasswordField } from "../../session/identity/NewPasswordField";
import { noteTypedPassword } from "../../session/typedPassword";
import { typedBefore } from "./carried";
import { useRefused, WhyRefused } from "./refused";
import styles from "./signin.module.css";

/** The code is used up together with the new password: a password that is not taken leaves it as it is. */
type Step = { name: "email" } | { name: "code"; email: string; fault?: string | undefined } | { name: "password"; email: string; otp: string };

export default function ForgotPassword() {
  const say = useSay();
  const [step, setStep] = useState<Step>({ name: "email" });
  // It outlives a wrong code.
  const [password, setPassword] = useState("");
  return (
    <AuthFrame title={titleOf(say, step.name)} lead={leadOf(say, step)}>
      {step.name === "email" ? (
        <WhoseStep onSent={(email) => setStep({ name: "code", email })} />
      ) : step.name === "code" ? (
        <CodeEntry
          fault={step.fault}
          onCode={(otp) => Promise.resolve(setStep({ name: "password", email: step.email, otp }))}
          onResend={() => askToResetPassword(step.email)}
          end={
            <Button look="quiet" size="small" onPress={() => setStep({ name: "email" })}>
              {say("otp.change", "Change email")}
            </Button>
          }
        />
      ) : (
        <PasswordStep
          {...step}
          password={password}
          onType={setPassword}
          onWrongCode={(fault) => setStep({ name: "code", email: step.email, fault })}
        />
      )}
      <p className="hint">
        {say("forgot.what", "This changes how you sign in. It does not unlock encrypted data on a new device.")}
      </p>
    </AuthFrame>
  );
}

function titleOf(say: Voice, step: Step["name"]): FixedWords {
  switch (step) {
    case "email":
      return say("forgot.title", "Set a new password");
    case "code":
      return say("otp.title", "Check your email");
    case "password":
      return say("forgot.choose", "Choose a new password");
  }
}

function leadOf(say: Say, step: Step) {
  if (step.name === "code")
    return (
      <>
        {say("forgot.sent", "If this address has an account, we sent a verification code to")} <bdi>{step.email}</bdi>.
      </>
    );
  if (step.name === "password") return say("forgot.ends", "All browsers that are signed in now are signed out.");
  return (
    <>
      {say("forgot.remembered", "Remembered it?")}{" "}
      <Link href="/login" className="link">
        {say("register.signIn", "Sign in")}
      </Link>
    </>
  );
}

function WhoseStep({ onSent }: { onSent: (email: string) => void }) {
  const say = useSay();
  const [typed, setTyped] = useState(typedBefore(useLocation().state));
  const { refused, refuse, forget } = useRefused();
  const { run, busy } = useAct(async () => {
    forget();
    try {
      await askToResetPassword(typed.trim());
      onSent(typed.trim());
    } catch (reason) {
      await refuse("sendEmail", reason);
    }
  });
  return (
    <Form
      className={styles["form"]}
      onSend={() => void run()}
    >
      <WhyRefused refused={refused} />
      <TextField
        label={say("auth.email", "Email")}
        size="large"
        type="email"
        name="email"
        inputMode="email"
        autoComplete="username"
        placeholder="you@company.com"
        autoFocus
        value={typed}
        onChange={setTyped}
        isRequired
        missing={mailFault(say, "")}
        check={(text) => mailFault(say, text)}
      />
      <Button type="submit" look="primary" size="large" wide isPending={busy}>
        {say("auth.code", "Email me a code")}
      </Button>
    </Form>
  );
}

interface PasswordStepProps {
  email: string;
  otp: string;
  password: string;
  onType: (password: string) => void;
  onWrongCode: (fault: string) => void;
}

function PasswordStep({ email, otp, password, onType, onWrongCode }: PasswordStepProps) {
  const say = useSay();
  const navigate = useNavigate();
  const [fault, setFault] = useState<string>();
  const { refused, refuse, forget } = useRefused();
  const { run, busy } = useAct(async () => {
    forget();
    setFault(undefined);
    try {
      noteTypedPassword(password);
      await resetPassword({ email, otp, password });
      tell({ title: say("forgot.done", "Your new password is set"), detail: say("forgot.doneHow", "Sign in with your new password.") });
      await navigate("/login", { state: { email, withPassword: true } });
    } catch (reason) {
      const { code } = failureOf(reason);
      const wrongCode = codeFault(say, code);
      if (wrongCode !== undefined) return onWrongCode(wrongCode);
      setFault(newPasswordFault(say, code));
      await refuse("passwordReset", reason);
    }
  });
  return (
    <Form
      className={styles["form"]}
      onSend={() => void run()}
    >
      <WhyRefused refused={refused} />
      {/* Whoever keeps passwords for somebody wants to know whose this one is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField
        label={say("password.new", "New password")}
        autoFocus
        value={password}
        onChange={onType}
        error={fault}
      />
      <Button type="submit" look="primary" size="large" wide isPending={busy}>
        {say("forgot.save", "Set password")}
      </Button>
    </Form>
  );
}
