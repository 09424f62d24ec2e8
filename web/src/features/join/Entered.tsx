/** Joined while the session stands in another account: the way over, or back to where one was. */
import { useSwitchAccountMutation, type InvitationCard } from "../../api/accounts";
import { Button, ButtonLink } from "../../components/Button";
import { tellFailure } from "../../components/notices";
import { failureFallback, failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import { useSessionInfo } from "../../session/useSession";
import { read, wordOf } from "../../i18n/word";
import { ServerWord } from "../../components/ServerWord";
import styles from "./Join.module.css";

export function Entered({ accounts }: { accounts: readonly Pick<InvitationCard, "accountId" | "word">[] }) {
  const say = useSay();
  const current = useSessionInfo()?.account?.displayName ?? wordOf("");
  const [switchAccount, { isLoading }] = useSwitchAccountMutation();

  async function enter(accountId: string) {
    const answer = await switchAccount({ enter: { accountId } });
    if (answer.error) tellFailure(failureTitle(say, "accountSwitch"), failureFallback(say, "accountSwitch"));
    // Nothing of one account stays in the memory of a page that shows another.
    else location.assign("/dashboard");
  }

  return (
    <div className={styles["stack"]}>
      <p role="status" className="quiet">
        <ServerWord>{say("join.entered", "You joined. This browser still shows {account}.", { account: read(current) })}</ServerWord>
      </p>
      {accounts.map(({ accountId, word }, place) => (
        <Button
          key={accountId}
          look={place === 0 ? "primary" : "plain"}
          size="large"
          wide
          writes
          isPending={isLoading}
          onPress={() => void enter(accountId)}
        >
          <span className="clip"><ServerWord inside>{say("join.switch", "Switch to {account}", { account: read(word.accountName) })}</ServerWord></span>
        </Button>
      ))}
      <ButtonLink look="quiet" size="large" wide href="/dashboard">
        <span className="clip"><ServerWord inside>{say("join.stay", "Stay in {account}", { account: read(current) })}</ServerWord></span>
      </ButtonLink>
    </div>
  );
}
