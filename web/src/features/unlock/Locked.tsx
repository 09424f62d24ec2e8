/** Locked by time or by hand: one act opens it again, and the page stays where it was. */
import { Fingerprint } from "lucide-react";
import { useState } from "react";

import { useAct } from "../../api/useAct";
import { useReach } from "../../browser/reach";
import { Button, ButtonLink } from "../../components/Button";
import { PasswordField } from "../../components/Field";
import { Form } from "../../components/Form";
import { useFetchAhead } from "../../components/fetchAhead";
import { Banner } from "../../components/Layout";
import { THROWN } from "../../i18n/fixedTexts";
import { sayThrown, whatToDo } from "../../i18n/thrownTexts";
import { useSay } from "../../i18n/say";
import { later } from "../../keyring/later";
import { useKeyring } from "../../keyring/react";
import { GateCard } from "./GateCard";
import { SignOut } from "./SignOut";
import styles from "./unlock.module.css";

/** Here before the click, which is what an authenticator answers to. */
const ASKING = [later.webauthn];

/** Why nothing can be unlocked now; nothing while Coffer can be reached. */
function useUnreachable(): string | undefined {
  const say = useSay();
  switch (useReach()) {
    case "fine":
      return undefined;
    case "offline":
      return say("locked.offline", "You are offline. You can unlock when you are back online.");
    case "silent":
      return say("locked.silent", "Coffer is not responding. You can unlock when it is back.");
  }
}

export function Locked({ by }: { by: "authenticator" | "passphrase" }) {
  const say = useSay();
  const keyring = useKeyring();
  const [passphrase, setPassphrase] = useState("");
  useFetchAhead(ASKING, by === "authenticator");
  const unreachable = useUnreachable();
  const [tried, setTried] = useState(false);
  const { run, busy, failure } = useAct(async () => {
    if (by === "authenticator") return keyring.unlock();
    if (!passphrase) throw new Error(THROWN.noPassphrase);
    return keyring.unlock(passphrase);
  });

  // The keys of the roles come from the server: without it a prompt would open nothing.
  const open = () => (unreachable ? setTried(true) : void run());

  return (
    <GateCard
      title={say("locked.title", "Locked")}
      lead={say("locked.lead", "You are signed in. Unlock to read. Your unsaved work is kept.")}
    >
      {unreachable && <Banner key={String(tried)} tone="warn" urgent={tried} title={unreachable} />}
      {failure && !unreachable && (
        <Banner tone="bad" urgent title={sayThrown(say, failure.message)}>
          {whatToDo(say, failure)}
        </Banner>
      )}
      {by === "authenticator" ? (
        <Button look="primary" size="large" wide autoFocus isPending={busy} onPress={open}>
          <Fingerprint />
          {say("locked.passkey", "Unlock with passkey")}
        </Button>
      ) : (
        <Form
          className={styles["stack"]}
          onSend={open}
        >
          <PasswordField
            label={say("locked.passphrase", "Pass-phrase of this browser")}
            size="large"
            autoFocus
            autoComplete="current-password"
            value={passphrase}
            onChange={setPassphrase}
            isRequired
            missing={sayThrown(say, THROWN.noPassphrase)}
          />
          <Button type="submit" look="primary" size="large" wide isPending={busy}>
            {say("locked.unlock", "Unlock")}
          </Button>
        </Form>
      )}
      <ButtonLink look="quiet" href="/recover">
        {say("locked.recover", "Use recovery key")}
      </ButtonLink>
      <SignOut />
    </GateCard>
  );
}
