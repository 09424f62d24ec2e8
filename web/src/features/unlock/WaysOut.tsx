/** Ways out of waiting: ask again in another way, or sign out. */
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Banner } from "../../components/Layout";
import { useSay } from "../../i18n/say";
import { sayThrown } from "../../i18n/thrownTexts";
import { useKeyring } from "../../keyring/react";
import { SignOut } from "./SignOut";
import styles from "./unlock.module.css";

interface WaysOutProps {
  canStartAgain: boolean;
  /** Nothing is left to cancel. */
  again?: boolean;
}

export function WaysOut({ canStartAgain, again = false }: WaysOutProps) {
  const say = useSay();
  const keyring = useKeyring();
  const { run, busy, failure } = useAct(() => keyring.withdraw());
  return (
    <>
      {failure && <Banner tone="bad" urgent title={sayThrown(say, failure.message)} />}
      <div className={styles["row"]}>
        {canStartAgain && (
          <Button isPending={busy} onPress={() => void run()}>
            {again ? say("waiting.startAgain", "Start again") : say("waiting.withdraw", "Cancel and choose another way")}
          </Button>
        )}
        <SignOut />
      </div>
    </>
  );
}
