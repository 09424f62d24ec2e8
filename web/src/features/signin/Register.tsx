/** `/register`: name, address and password; the code that follows proves the address. */
import { useState } from "react";
import { Link } from "react-aria-components/Link";
import { useNavigate } from "react-router";

import { signUp, useSendCodeMutation } from "../../api/auth";
import { failureOf } from "../../api/failure";
import { Button } from "../../components/Button";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { tellFailure } from "../../components/notices";
import { useSay } from "../../i18n/say";
import { noteTypedPassword } from "../../session/typedPassword";
import { newPasswordFault } from "../../i18n/refusalTexts";
import { AuthFrame } from "../../components/frame/AuthFrame";
import { mailFault } from "../../i18n/readings/mail";
import { NewPasswordField } from "../../session/identity/NewPasswordField";
import { refusedBy, useRefused, WhyRefused } from "./refused";
import styles from "./signin.module.css";

export default function Register() {
  const say = useSay();
  const navigate = useNavigate();
  const [sendCode] = useSendCodeMutation();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [fault, setFault] = useState<string>();
  const { refused, refuse, forget } = useRefused();
  const [busy, setBusy] = useState(false);

  async function submit() {
    const address = email.trim();
    setBusy(true);
    forget();
    setFault(undefined);
    try {
      noteTypedPassword(password);
      await signUp({ name: name.trim(), email: address, password });
      const sent = await sendCode({ askForCode: { email: address, type: "sign-in" } });
      // The page where it is awaited can have it sent again.
      if (sent.error) {
        const { title, detail = "", said } = await refusedBy(say, "sendEmail", sent.error);
        tellFailure(title, { message: detail, said });
      }
      await navigate(`/verify-otp?${new URLSearchParams({ email: address, type: "sign-in" }).toString()}`);
    } catch (reason) {
      setFault(newPasswordFault(say, failureOf(reason).code));
      await refuse("registration", reason);
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
        onSend={() => void submit()}
      >
        <WhyRefused refused={refused} />
        <TextField
          label={say("register.name", "Name")}
          size="large"
          name="name"
          autoComplete="name"
          autoFocus
          maxLength={80}
          value={name}
          onChange={setName}
          isRequired
          missing={say("register.name.missing", "Enter your name.")}
        />
        <TextField
          label={say("auth.email", "Email")}
          size="large"
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          isRequired
          missing={mailFault(say, "")}
          check={(text) => mailFault(say, text)}
        />
        <NewPasswordField
          label={say("auth.password", "Password")}
          value={password}
          onChange={setPassword}
          error={fault}
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
