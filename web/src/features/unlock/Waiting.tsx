/** The device is attached and waiting for approval. */
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Banner } from "../../components/Layout";
import { useSay } from "../../i18n/say";
import { sayThrown } from "../../i18n/thrownTexts";
import type { KeyState } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import { useDates } from "../../session/useSession";
import { GateCard } from "./GateCard";
import { names } from "./names";
import { SignOut } from "./SignOut";
import styles from "./unlock.module.css";

type WaitingState = Extract<KeyState, { name: "waiting" }>;

export function Waiting({ waiting: { helpers, approved } }: { waiting: WaitingState }) {
  const say = useSay();
  const { language } = useDates();
  const people = helpers.length > 0 ? names(helpers, language) : say("waiting.somebody", "Someone who manages members");

  return (
    <GateCard
      title={say("waiting.title", "Almost there")}
      lead={say("waiting.link", "{names} approves this browser. You can close this page.", { names: people })}
    >
      <WaysOut canStartAgain={!approved} />
    </GateCard>
  );
}

export function Pending() {
  const say = useSay();
  return (
    <GateCard
      title={say("pending.title", "Approve this browser on your other device")}
      lead={say("pending.lead", "Open Keys & devices there. Both devices show the same safety code.")}
    >
      <WaysOut canStartAgain />
    </GateCard>
  );
}

/** Ways out of waiting: ask again in another way, or sign out. */
function WaysOut({ canStartAgain }: { canStartAgain: boolean }) {
  const say = useSay();
  const keyring = useKeyring();
  const { run, busy, failure } = useAct(() => keyring.withdraw());
  return (
    <>
      {failure && <Banner tone="bad" urgent title={sayThrown(say, failure.message)} />}
      <div className={styles["row"]}>
        {canStartAgain && (
          <Button isPending={busy} onPress={() => void run()}>
            {say("waiting.withdraw", "Cancel and choose another way")}
          </Button>
        )}
        <SignOut />
      </div>
    </>
  );
}
