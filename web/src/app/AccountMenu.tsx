/** The account switcher: which account this is, and what can be done about it. */
import { ChevronDown } from "lucide-react";
import { Button as AriaButton } from "react-aria-components/Button";

import { useListAccountsQuery, useMyInvitations } from "../api/accounts";
import { Logo } from "../components/Logo";
import { Count } from "../components/Marks";
import { Menu } from "../components/Menu";
import { ServerWord } from "../components/ServerWord";
import { useSay } from "../i18n/say";
import { useSignedIn } from "../session/useSession";
import { AccountItems } from "./AccountItems";
import styles from "./Shell.module.css";

export function AccountMenu() {
  const say = useSay();
  const { user, account } = useSignedIn();
  const accounts = useListAccountsQuery().data?.data ?? [];
  const invitations = useMyInvitations();

  return (
    <Menu
      label={say("account.menu", "Account")}
      placement="bottom start"
      trigger={
        <AriaButton className={styles["account"]}>
          <Logo name={account.displayName} />
          <span className={styles["word"]}>
            <b className="clip">
              <ServerWord inside clips>
                {account.displayName}
              </ServerWord>
            </b>
            <span className="hint clip" data-word>
              {accounts.length > 1 ? (
                say("account.count", "{count, plural, one {# account} other {# accounts}}", { count: accounts.length })
              ) : (
                <bdi>{user.email}</bdi>
              )}
            </span>
          </span>
          {invitations.length > 0 && (
            <span data-word>
              <Count alarming>{invitations.length}</Count>
            </span>
          )}
          <ChevronDown />
        </AriaButton>
      }
    >
      <AccountItems />
    </Menu>
  );
}
