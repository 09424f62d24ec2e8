/** The sign-in itself: passkey first, then a code by mail, then the password. */
import { Fingerprint } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";

import { signInPassword, useListProvidersQuery, useSendCodeMutation } from "../../api/auth";
import { failureOf } from "../../api/failure";
import { Button } from "../../components/Button";
import { PasswordField, TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { tellFailure } from "../../components/notices";
import { failureFallback, failureTitle, type Failure } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import { noteTypedPassword } from "../../session/typedPassword";
import { useSessionChange } from "../../session/useSessionChange";
import { mailFault } from "./mail";
import styles from "./signin.module.css";
import { canFillIn, isCancelled, passkeysWork, signInWithPasskey } from "./webauthn";

/** Most people sign in without a password. */
const Remember = lazy(() => import("./Remember"));

/** Shown where whoever runs Coffer has an agreement with a provider. */
const ProviderButtons = lazy(() => import("./ProviderButtons"));

export default function LoginForm() {
  const say = useSay();
  const navigate = useNavigate();
  const sessionChanged = useSessionChange();
  const [sendCode] = useSendCodeMutation();
  const { data: providers } = useListProvidersQuery();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [rememberMe, setRememberMe] = useState(true);
  const [withPassword, setWithPassword] = useState(false);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState<"passkey" | "code" | "password" | null>(null);
  const prompt = useFillIn(sessionChanged);

  const fail = (failure: Failure, reason: unknown) =>
    tellFailure(failureTitle(say, failure), failureOf(reason).message || failureFallback(say, failure));

  function checkMail(): boolean {
    const wrong = mailFault(say, email);
    setFault(wrong);
    return wrong === undefined;
  }

  async function withPasskey() {
    setBusy("passkey");
    try {
      await signInWithPasskey("optional", prompt.takeOver());
      await sessionChanged();
    } catch (reason) {
      if (!isCancelled(reason)) fail("passkeySignIn", reason);
    } finally {
      setBusy(null);
    }
  }

  async function mailCode(failure: Failure) {
    setBusy("code");
    const answer = await sendCode({ askForCode: { email, type: "sign-in" } });
    setBusy(null);
    if (answer.error) return fail(failure, answer.error);
    await navigate(`/verify-otp?${new URLSearchParams({ email, type: "sign-in" }).toString()}`);
  }

  async function submit() {
    if (!checkMail()) return;
    if (!withPassword) return mailCode("sendSignInOtp");
    setBusy("password");
    try {
      noteTypedPassword(password);
      await signInPassword({ email, password, rememberMe });
      await sessionChanged();
    } catch (reason) {
      // The address was never proven: a code proves it, and no notice is needed on the way.
      if (failureOf(reason).code === "EMAIL_NOT_VERIFIED") return await mailCode("sendSignInOtp");
      fail("login", reason);
    } finally {
      setBusy(null);
    }
  }

  return (
    <Form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
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
            <Remember isSelected={rememberMe} onChange={setRememberMe} />
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
            <Fingerprint />
            {say("auth.passkey", "Continue with passkey")}
          </Button>
        )
      )}
      <div className={styles["two"]}>
        <Button
          type={withPassword ? "button" : "submit"}
          size="large"
          isPending={busy === "code"}
          onPress={() => withPassword && checkMail() && void mailCode("sendSignInOtp")}
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

/** A passkey can be picked inside the e-mail field from the first moment; any other prompt ends that. */
function useFillIn(signedIn: () => Promise<void>): { takeOver: () => AbortSignal } {
  const running = useRef<AbortController | null>(null);

  const takeOver = useCallback(() => {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  }, []);

  useEffect(() => {
    const own = new AbortController();
    running.current = own;
    void (async () => {
      if (!(await canFillIn()) || own.signal.aborted) return;
      try {
        await signInWithPasskey("conditional", own.signal);
        await signedIn();
      } catch {
        // Nobody asked for it, so nobody is told; the buttons below say what is wrong when they are used.
      }
    })();
    return () => running.current?.abort();
  }, [signedIn]);

  return { takeOver };
}
