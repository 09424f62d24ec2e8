/** A bare recovery key, and nobody in the account who could read a code: what can still be done, and what it cannot prove. */
import { useNavigate } from "react-router";

import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Banner } from "../../components/Layout";
import { useSay } from "../../i18n/say";
import { sayThrown } from "../../i18n/thrownTexts";
import type { Recovered } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import { GateCard } from "./GateCard";
import { OwnWord } from "./OwnWord";
import { SignOut } from "./SignOut";
import styles from "./unlock.module.css";

export default function AloneAfterRecovery({ recovered: { ownWordAt } }: { recovered: Recovered }) {
  const say = useSay();
  return (
    <GateCard
      title={say("recovered.title", "Check that this is your account")}
      lead={say(
        "recovered.alone",
        "Your recovery key works. But you entered only the key, without the lines that name your account, and no one else in this account can read you a safety code.",
      )}
    >
      <WithFile />
      {ownWordAt === null ? (
        <Banner tone="info" title={say("recovered.noWord", "Without the file, this browser cannot tell whether this is your account")}>
          {say(
            "recovered.noWordWhat",
            "Your old device never signed the record of this account. Look for the recovery file, or for a browser in which you used this account before: sign in there and enter the recovery key.",
          )}
        </Banner>
      ) : (
        <OwnWord at={ownWordAt} />
      )}
      <SignOut />
    </GateCard>
  );
}

/** The whole text names the account; the device that was begun with the key alone is given up for it. */
function WithFile() {
  const say = useSay();
  const keyring = useKeyring();
  const navigate = useNavigate();
  const { run, busy, failure } = useAct(async () => {
    await keyring.withdraw();
    await navigate("/recover");
  });
  return (
    <div className={styles["stack"]}>
      <p className="quiet">
        {say("recovered.file", "Do you have the text file or the printed page? Its lines that start with # name your account. Enter all of them together with the key.")}
      </p>
      {failure && <Banner tone="bad" urgent title={sayThrown(say, failure.message)} />}
      <Button wide isPending={busy} onPress={() => void run()}>
        {say("recovered.useFile", "Use the whole recovery file")}
      </Button>
    </div>
  );
}
