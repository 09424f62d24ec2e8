/** The user's passkeys, and adding one. */
import { Plus } from "lucide-react";
import { useState } from "react";

import { Button } from "../../../components/Button";
import { Card } from "../../../components/Layout";
import { PopUp } from "../../../components/PopUp";
import { part } from "../../../components/part";
import { ServerWord } from "../../../components/ServerWord";
import { sayThrown } from "../../../i18n/thrownTexts";
import { THROWN } from "../../../i18n/fixedTexts";
import { useSay } from "../../../i18n/say";
import { PasskeyLines } from "../../../session/identity/PasskeyLines";
import { passkeysWork } from "../../../keyring/webauthn/support";
import styles from "../Settings.module.css";

const AddPasskeyDialog = part(() => import("../../../session/identity/AddPasskeyDialog"));

export function PasskeysCard() {
  const say = useSay();
  const [adding, setAdding] = useState(false);
  const canAdd = passkeysWork();
  return (
    <Card
      title={say("self.passkeys", "Passkeys")}
      end={
        canAdd && (
          <Button size="small" onPress={() => setAdding(true)}>
            <Plus />
            {say("keys.addPasskey", "Add a passkey")}
          </Button>
        )
      }
    >
      <PasskeyLines
        empty={
          <p className={styles["text"]}>
            {canAdd ? (
              <ServerWord>
                {say("self.noPasskeys", "No passkeys yet. A passkey signs you in with a touch, and cannot be guessed or phished.")}
              </ServerWord>
            ) : (
              sayThrown(say, THROWN.noWebAuthn)
            )}
          </p>
        }
      />
      <PopUp onClose={() => setAdding(false)}>{adding && <AddPasskeyDialog onClose={() => setAdding(false)} />}</PopUp>
    </Card>
  );
}
