/** The server says that this session, or this membership, is over: nothing of the account stays on the screen. */
import { Button } from "../../components/Button";
import { useSay } from "../../i18n/say";
import { GateCard } from "./GateCard";
import { SignOut } from "./SignOut";
import styles from "./unlock.module.css";

export function Closed({ why }: { why: "session" | "membership" }) {
  const say = useSay();
  return (
    <div className={styles["full"]}>
      <GateCard
        title={
          why === "session"
            ? say("closed.session", "Sign in again")
            : say("closed.membership", "The server says that you are no longer a member")
        }
        lead={
          why === "session"
            ? say("closed.sessionLead", "The server says that you are no longer signed in. What you were writing is kept on this device.")
            : say("closed.membershipLead", "Contact someone in the account if you did not expect this. This device keeps its keys until the key record says so too.")
        }
      >
        <div className={styles["row"]}>
          <Button look="primary" autoFocus onPress={() => location.reload()}>
            {say("state.retry", "Try again")}
          </Button>
          <SignOut />
        </div>
      </GateCard>
    </div>
  );
}
