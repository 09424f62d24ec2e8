/** `/register`: name, address and password; the code that follows proves the address. */
import { useState } from "react";
import { Link } from "react-aria-components/Link";
import { useNavigate } from "react-router";

import { signUp, useSendCodeMutation } from "../../api/auth";
import { failureOf } from "../../api/failure";
import { Button } from "../../components/Button";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { useSay } from "../../i18n/say";
import { noteTypedPassword } from "../../session/typedPassword";
import { newPasswordFault } from "../../i18n/refusalTexts";
import { AuthFrame } from "../../components/frame/AuthFrame";
import { mailFault, mailOf } from "../../identity/mail";
import { NewPasswordField } from "../../identity/NewPasswordField";
import { passwordFault } from "../../identity/password";
import { tellRefused } from "./refused";
import styles from "./signin.module.css";

interface Faults {
  name?: string | undefined;
  email?: string | undefined;
  password?: string | undefined;
}

export default function Register() {
  const say = useSay();
  const navigate = useNavigate();
  const [sendCode] = useSendCodeMutation();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);

  function check(): boolean {
    const found: Faults = {
      name: name.trim() ? undefined : say("register.name.missing", "Enter your name."),
      email: mailFault(say, email),
      password: passwordFault(say, password),
    };
    setFaults(found);
    return Object.values(found).every((fault) => fault === undefined);
  }

  async function submit() {
    const address = mailOf(email);
    if (!check() || address === undefined) return;
    setBusy(true);
    try {
      noteTypedPassword(password);
      await signUp({ name: name.trim(), email: address, password });
      const sent = await sendCode({ askForCode: { email: address, type: "sign-in" } });
      if (sent.error) await tellRefused(say, "sendEmail", sent.error);
      await navigate(`/verify-otp?${new URLSearchParams({ email: address, type: "sign-in" }).toString()}`);
    } catch (reason) {
      setFaults({ password: newPasswordFault(say, failureOf(reason).code) });
      await tellRefused(say, "registration", reason);
    } finally {
      setBusy(false);
    }
  }

  return (
    <AuthFrame
      title={say("register.title", "Create your account")}
      lead={
        <>
          {say("register.known", "Already have an account?")}{" "}
          <Link href="/login" className="link">
            {say("register.signIn", "Sign in")}
          </Link>
        </>
      }
    >
      <Form
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField
          label={say("register.name", "Name")}
          size="large"
          name="name"
          autoComplete="name"
          autoFocus
          maxLength={80}
          value={name}
          onChange={setName}
          error={faults.name}
        />
        <TextField
          label={say("auth.email", "Email")}
          size="large"
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          error={faults.email}
        />
        <NewPasswordField
          label={say("auth.password", "Password")}
          value={password}
          onChange={setPassword}
          error={faults.password}
        />
        <Button type="submit" look="primary" size="large" wide isPending={busy}>
          {say("register.create", "Create account")}
        </Button>
        <p className="hint">
          {say("register.next", "Next, we email a code to this address. Your password never opens encrypted data.")}
        </p>
      </Form>
    </AuthFrame>
  );
}
