/** The sign-in itself: passkey first, then a code by mail, then the password. */
import { FingerprintPattern } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useLocation, useNavigate } from "react-router";

import { signInPassword, useListProvidersQuery, useSendCodeMutation } from "../../api/auth";
import { failureOf } from "../../api/failure";
import { Button } from "../../components/Button";
import { PasswordField, TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { useSay } from "../../i18n/say";
import { mailFault, mailOf } from "../../identity/mail";
import { noteTypedPassword } from "../../session/typedPassword";
import { useSessionChange } from "../../session/useSessionChange";
import { isCancelled } from "../../webauthn/failures";
import { signWithPasskey } from "../../webauthn/sign";
import { passkeysWork } from "../../webauthn/support";
import { typedBefore, wantsPassword } from "./carried";
import { tellRefused } from "./refused";
import styles from "./signin.module.css";
import { useFillIn } from "./useFillIn";
import { enterWithPasskey } from "./webauthn";

/** Most people sign in without a password. */
const BesidePassword = lazy(() => import("./BesidePassword"));

/** Over a page that is kept there is no other page to type the code on. */
const SignInCode = lazy(() => import("./SignInCode"));

/** Shown where whoever runs Coffer has an agreement with a provider. */
const ProviderButtons = lazy(() => import("./ProviderButtons"));

interface LoginFormProps {
  /** Stands over the page that somebody was on when the session ended, which has to stay. */
  over?: boolean;
}

export default function LoginForm({ over = false }: LoginFormProps) {
  const say = useSay();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const sessionChanged = useSessionChange();
  const [sendCode] = useSendCodeMutation();
  const { data: providers } = useListProvidersQuery();
  const [email, setEmail] = useState(typedBefore(state));
  const [password, setPassword] = useState("");
  const [rememberMe, setRememberMe] = useState(true);
  const [withPassword, setWithPassword] = useState(wantsPassword(state));
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState<"passkey" | "code" | "password" | null>(null);
  const [codeSentTo, setCodeSentTo] = useState<string>();
  const fillIn = useFillIn(sessionChanged, (reason) => void tellRefused(say, "passkeySignIn", reason));

  async function withPasskey() {
    setBusy("passkey");
    let picked = false;
    try {
      const signed = await signWithPasskey({ signal: fillIn.takeOver() });
      picked = true;
      await enterWithPasskey(signed);
      await sessionChanged();
    } catch (reason) {
      if (!isCancelled(reason)) void tellRefused(say, "passkeySignIn", reason);
      // A passkey that was refused is not offered once more.
      if (!picked) fillIn.offer();
    } finally {
      setBusy(null);
    }
  }

  /** The address as it is sent; what is wrong with it is said at the field. */
  function checkedMail(): string | undefined {
    setFault(mailFault(say, email));
    return mailOf(email);
  }

  async function mailCode(address: string | undefined) {
    if (address === undefined) return;
    setBusy("code");
    const answer = await sendCode({ askForCode: { email: address, type: "sign-in" } });
    setBusy(null);
    if (answer.error) return tellRefused(say, "sendSignInOtp", answer.error);
    if (over) return setCodeSentTo(address);
    await navigate(`/verify-otp?${new URLSearchParams({ email: address, type: "sign-in" }).toString()}`);
  }

  async function enterPassword(address: string | undefined) {
    if (address === undefined) return;
    setBusy("password");
    try {
      noteTypedPassword(password);
      await signInPassword({ email: address, password, rememberMe });
      await sessionChanged();
    } catch (reason) {
      // The address was never proven: a code proves it, and no notice is needed on the way.
      if (failureOf(reason).code === "EMAIL_NOT_VERIFIED") return await mailCode(address);
      void tellRefused(say, "login", reason);
    } finally {
      setBusy(null);
    }
  }

  if (codeSentTo !== undefined)
    return (
      <Suspense fallback={null}>
        <SignInCode email={codeSentTo} onBack={() => setCodeSentTo(undefined)} />
      </Suspense>
    );
  return (
    <Form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        void (withPassword ? enterPassword : mailCode)(checkedMail());
      }}
    >
      <TextField
        label={say("auth.email", "Email")}
        size="large"
        type="email"
        name="email"
        inputMode="email"
        autoComplete="username webauthn"
        placeholder="you@company.com"
        autoFocus
        value={email}
        onChange={(value) => {
          setEmail(value);
          setFault(undefined);
        }}
        error={fault}
      />
      {withPassword && (
        <>
          <PasswordField
            label={say("auth.password", "Password")}
            size="large"
            name="password"
            autoComplete="current-password"
            autoFocus
            value={password}
            onChange={setPassword}
          />
          <Suspense fallback={null}>
            <BesidePassword
              remember={rememberMe}
              onRemember={setRememberMe}
              onForgotten={over ? undefined : () => void navigate("/forgot-password", { state: { email } })}
            />
          </Suspense>
        </>
      )}
      {withPassword ? (
        <Button type="submit" look="primary" size="large" wide isPending={busy === "password"}>
          {say("auth.signIn", "Sign in")}
        </Button>
      ) : (
        passkeysWork() && (
          <Button look="primary" size="large" wide isPending={busy === "passkey"} onPress={() => void withPasskey()}>
            <FingerprintPattern />
            {say("auth.passkey", "Continue with passkey")}
          </Button>
        )
      )}
      <div className={styles["two"]}>
        <Button
          type={withPassword ? "button" : "submit"}
          size="large"
          isPending={busy === "code"}
          onPress={() => withPassword && void mailCode(checkedMail())}
        >
          {say("auth.code", "Email me a code")}
        </Button>
        <Button size="large" onPress={() => setWithPassword(!withPassword)}>
          {withPassword && passkeysWork() ? say("auth.usePasskey", "Use a passkey") : say("auth.usePassword", "Use password")}
        </Button>
      </div>
      {providers && providers.data.length > 0 && (
        <Suspense fallback={null}>
          <ProviderButtons providers={providers.data} />
        </Suspense>
      )}
    </Form>
  );
}
