/** The accounts that block the deletion of a user, each with the way to resolve it. */
import { useListAccountsQuery, useSwitchAccountMutation } from "../../../api/accounts";
import { Button, ButtonLink } from "../../../components/Button";
import { tellFailure } from "../../../components/notices";
import { failureFallback, failureTitle } from "../../../i18n/fixedTexts";
import { useSay } from "../../../i18n/say";
import { useSignedIn } from "../../../session/useSession";
import { read, wordOf } from "../../../i18n/word";
import { ServerWord } from "../../../components/ServerWord";
import styles from "../Settings.module.css";

export function InTheWay({ accountIds }: { accountIds: readonly string[] }) {
  const say = useSay();
  const { account } = useSignedIn();
  const { data: accounts } = useListAccountsQuery(undefined, { skip: accountIds.length === 0 });
  const [switchAccount, { isLoading }] = useSwitchAccountMutation();

  async function enter(accountId: string) {
    const answer = await switchAccount({ enter: { accountId } });
    if (answer.error) return tellFailure(failureTitle(say, "accountSwitch"), failureFallback(say, "accountSwitch"));
    // Nothing of one account stays in the memory of a page that shows another.
    return location.assign("/members");
  }

  return accountIds.map((id) => {
    const name = accounts?.data.find(({ accountId }) => accountId === id)?.displayName ?? wordOf("");
    return (
      <div key={id} className={styles["line"]}>
        <b>
          <ServerWord>{name}</ServerWord>
        </b>
        {id === account.id ? (
          <>
            <ButtonLink size="small" href="/members">
              {say("members.handOver", "Hand over the account")}
            </ButtonLink>
            <ButtonLink size="small" href="/settings/account#close">
              {say("members.close", "Close the account")}
            </ButtonLink>
          </>
        ) : (
          <Button size="small" writes isPending={isLoading} onPress={() => void enter(id)}>
            <ServerWord inside>{say("join.switch", "Switch to {account}", { account: read(name) })}</ServerWord>
          </Button>
        )}
      </div>
    );
  });
}
