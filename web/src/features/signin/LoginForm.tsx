/** The sign-in itself: passkey first, then a code by mail, then the password. */
import { FingerprintPattern } from "lucide-react";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";

import { signInPassword, useListProvidersQuery, useSendCodeMutation } from "../../api/auth";
import { failureOf } from "../../api/failure";
import { Aside } from "../../components/Border";
import { Boundary } from "../../components/Boundary";
import { Button } from "../../components/Button";
import { PasswordField, TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { part } from "../../components/part";
import { useSay } from "../../i18n/say";
import { mailFault } from "../../i18n/readings/mail";
import { noteTypedPassword } from "../../session/typedPassword";
import { useSessionChange } from "../../session/useSessionChange";
import { isCancelled } from "../../keyring/webauthn/failures";
import { signWithPasskey } from "../../keyring/webauthn/sign";
import { passkeysWork } from "../../keyring/webauthn/support";
import { typedBefore, wantsPassword } from "./carried";
import { useRefused, WhyRefused, type Refused } from "./refused";
import styles from "./signin.module.css";
import { useFillIn } from "./useFillIn";
import { enterWithPasskey } from "./webauthn";

/** Most people sign in without a password. */
const BesidePassword = part(() => import("./BesidePassword"));

/** Over a page that is kept there is no other page to type the code on. */
const SignInCode = part(() => import("./SignInCode"));

/** Shown if a provider is configured. */
const ProviderButtons = part(() => import("./ProviderButtons"));

interface LoginFormProps {
  /** The error of a provider sign-in. */
  before?: Refused | undefined;
  /** Shown over the page when the session ended; the page keeps its state. */
  over?: boolean;
}

export default function LoginForm({ over = false, before }: LoginFormProps) {
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
  // By the button beside the password, the password is left out.
  const [byCode, setByCode] = useState(false);
  const { refused, refuse, forget } = useRefused(before);
  const [busy, setBusy] = useState<"passkey" | "code" | "password" | null>(null);
  const [codeSentTo, setCodeSentTo] = useState<string>();
  const fillIn = useFillIn(sessionChanged, (reason) => void refuse("passkeySignIn", reason));

  async function withPasskey() {
    setBusy("passkey");
    forget();
    let picked = false;
    try {
      const signed = await signWithPasskey({ signal: fillIn.takeOver() });
      picked = true;
      await enterWithPasskey(signed);
      await sessionChanged();
    } catch (reason) {
      if (!isCancelled(reason)) void refuse("passkeySignIn", reason);
      // A passkey that was refused is not offered once more.
      if (!picked) fillIn.offer();
    } finally {
      setBusy(null);
    }
  }

  async function mailCode(address: string) {
    setBusy("code");
    forget();
    const answer = await sendCode({ askForCode: { email: address, type: "sign-in" } });
    setBusy(null);
    if (answer.error) return refuse("sendSignInOtp", answer.error);
    if (over) return setCodeSentTo(address);
    await navigate(`/verify-otp?${new URLSearchParams({ email: address, type: "sign-in" }).toString()}`);
  }

  async function enterPassword(address: string) {
    setBusy("password");
    forget();
    try {
      noteTypedPassword(password);
      await signInPassword({ email: address, password, rememberMe });
      await sessionChanged();
    } catch (reason) {
      // The address was never proven: a code proves it, and no notice is needed on the way.
      if (failureOf(reason).code === "EMAIL_NOT_VERIFIED") return await mailCode(address);
      await refuse("login", reason);
    } finally {
      setBusy(null);
    }
  }

  if (codeSentTo !== undefined)
    return (
      <Boundary>
        <SignInCode email={codeSentTo} onBack={() => setCodeSentTo(undefined)} />
      </Boundary>
    );
  return (
    <Form
      className={styles["form"]}
      onSend={() => void (withPassword && !byCode ? enterPassword : mailCode)(email.trim())}
    >
      <WhyRefused refused={refused} />
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
        onChange={setEmail}
        isRequired
        missing={mailFault(say, "")}
        check={(text) => mailFault(say, text)}
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
            isRequired={!byCode}
            missing={say("auth.password.missing", "Enter your password.")}
          />
          <Boundary>
            <BesidePassword
              remember={rememberMe}
              onRemember={setRememberMe}
              onForgotten={over ? undefined : () => void navigate("/forgot-password", { state: { email } })}
            />
          </Boundary>
        </>
      )}
      {withPassword ? (
        <Button type="submit" look="primary" size="large" wide isPending={busy === "password"} onPress={() => setByCode(false)}>
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
        <Button type="submit" size="large" isPending={busy === "code"} onPress={() => setByCode(true)}>
          {say("auth.code", "Email me a code")}
        </Button>
        <Button size="large" onPress={() => {
            setWithPassword(!withPassword);
            setByCode(false);
          }}>
          {withPassword && passkeysWork() ? say("auth.usePasskey", "Use a passkey") : say("auth.usePassword", "Use password")}
        </Button>
      </div>
      {providers && providers.data.length > 0 && (
        <Aside>
          <ProviderButtons providers={providers.data} onTry={forget} onRefused={(reason) => void refuse("login", reason)} />
        </Aside>
      )}
    </Form>
  );
}
