/** Chooses how this browser unlocks: a passkey first, else a pass-phrase. */
import { Fingerprint } from "lucide-react";
import { useState } from "react";

import { failureOf, type ApiFailure } from "../../api/failure";
import { Button } from "../../components/Button";
import { useFetchAhead } from "../../components/fetchAhead";
import { PasswordField, TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { Banner } from "../../components/Layout";
import { THROWN } from "../../i18n/fixedTexts";
import { sayThrown, whatToDo } from "../../i18n/thrownTexts";
import { useSay } from "../../i18n/say";
import type { Protection } from "../../keyring/contract";
import { later } from "../../keyring/later";
import { passkeysWork } from "../../keyring/webauthn/support";
import { deviceGuess } from "./deviceGuess";
import { passphraseFault } from "./passphrase";
import styles from "./unlocking.module.css";

interface ProtectionFormProps {
  /** Makes or unlocks the key; throws one of the fixed texts. */
  onChoose: (protection: Protection, name: string) => Promise<void>;
  /** The account asks for an authenticator. */
  authenticatorOnly?: boolean;
}

/** Here before the click: an authenticator answers to a gesture of a moment ago only. */
const MAKING = [later.enrolment, later.webauthn];

export function ProtectionForm({ onChoose, authenticatorOnly }: ProtectionFormProps) {
  const say = useSay();
  useFetchAhead(MAKING);
  const canPasskey = passkeysWork();
  const [typing, setTyping] = useState(!canPasskey && !authenticatorOnly);
  const [guess] = useState(() => deviceGuess(say, navigator.userAgent));
  const [name, setName] = useState(guess);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();

  async function choose(protection: Protection) {
    setBusy(true);
    setFailure(undefined);
    try {
      await onChoose(protection, name.trim() || guess);
    } catch (reason) {
      const why = failureOf(reason);
      setFailure(why);
      if ((why.thrown ?? why.message) === THROWN.noPrf && !authenticatorOnly) setTyping(true);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles["stack"]}>
      {!canPasskey && <Banner tone="info">{sayThrown(say, THROWN.noWebAuthn)}</Banner>}
      {failure && (
        <Banner tone="bad" urgent title={sayThrown(say, failure.message)}>
          {whatToDo(say, failure)}
        </Banner>
      )}
      <TextField
        label={say("device.name", "Name of this browser")}
        hint={say("device.nameHint", "So that you recognise it later. The people of this account can see it.")}
        size="large"
        autoComplete="off"
        maxLength={80}
        value={name}
        onChange={setName}
      />
      {canPasskey && (
        <Button
          look={typing ? "plain" : "primary"}
          size="large"
          wide
          isPending={busy && !typing}
          onPress={() => void choose({ by: "authenticator" })}
        >
          <Fingerprint />
          {say("protect.passkey", "Use a passkey")}
        </Button>
      )}
      {authenticatorOnly ? (
        <p className="hint">{say("protect.only", "This account requires a passkey that can unlock.")}</p>
      ) : typing ? (
        <PassphraseFields busy={busy} onChoose={(passphrase) => void choose({ by: "passphrase", passphrase })} />
      ) : (
        <Button look="quiet" size="large" wide onPress={() => setTyping(true)}>
          {say("protect.passphrase", "Use a pass-phrase instead")}
        </Button>
      )}
    </div>
  );
}

function PassphraseFields({ busy, onChoose }: { busy: boolean; onChoose: (passphrase: string) => void }) {
  const say = useSay();
  const [first, setFirst] = useState("");
  const [second, setSecond] = useState("");

  return (
    <Form
      className={styles["stack"]}
      onSend={() => onChoose(first)}
    >
      <PasswordField
        label={say("passphrase.label", "Pass-phrase of this browser")}
        hint={say("passphrase.hint", "15 characters or more, and not your sign-in password. It never leaves this browser.")}
        size="large"
        autoComplete="new-password"
        value={first}
        onChange={setFirst}
        isRequired
        missing={passphraseFault(say, "")}
        check={(text) => passphraseFault(say, text)}
      />
      <PasswordField
        label={say("passphrase.again", "Repeat pass-phrase")}
        size="large"
        autoComplete="new-password"
        value={second}
        onChange={setSecond}
        isRequired
        check={(text) => (text === first ? undefined : say("passphrase.differs", "The pass-phrases do not match."))}
      />
      <Button type="submit" look="primary" size="large" wide isPending={busy}>
        {say("passphrase.use", "Use this pass-phrase")}
      </Button>
    </Form>
  );
}
