/** The account switcher: other accounts, invitations, how the app looks, and the way out. */
import { Building2, ChevronDown, LogOut, Mail, MonitorCog, Moon, Plus, Rows3, Sun } from "lucide-react";
import { Button as AriaButton } from "react-aria-components/Button";
import { useNavigate } from "react-router";

import { useListAccountsQuery, useMyInvitations, useSwitchAccountMutation } from "../api/accounts";
import { Avatar, Count, Logo } from "../components/Marks";
import { Menu, MenuItem, MenuLine } from "../components/Menu";
import { tellFailure } from "../components/notices";
import { failureFallback, failureTitle } from "../i18n/fixedTexts";
import { useSay } from "../i18n/say";
import { prefer, usePreferences } from "../preferences/preferences";
import { useSignedIn } from "../session/useSession";
import styles from "./Shell.module.css";
import { useSignOut } from "./useSignOut";

const THEMES = ["system", "light", "dark"] as const;

export function AccountMenu() {
  const say = useSay();
  const navigate = useNavigate();
  const { user, account } = useSignedIn();
  const { theme, density } = usePreferences();
  const accounts = useListAccountsQuery().data?.data ?? [];
  const invitations = useMyInvitations();
  const [switchAccount] = useSwitchAccountMutation();
  const signOut = useSignOut();

  const themes = {
    system: { label: say("theme.system", "Theme of the system"), icon: MonitorCog },
    light: { label: say("theme.light", "Light theme"), icon: Sun },
    dark: { label: say("theme.dark", "Dark theme"), icon: Moon },
  };
  const nextTheme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";

  async function change(accountId: string) {
    const answer = await switchAccount({ enter: { accountId } });
    if (answer.error) tellFailure(failureTitle(say, "accountSwitch"), failureFallback(say, "accountSwitch"));
    // Nothing of one account stays in the memory of a page that shows another.
    else location.assign("/dashboard");
  }

  return (
    <Menu
      label={say("account.menu", "Account")}
      placement="bottom start"
      trigger={
        <AriaButton className={styles["account"]}>
          <Logo name={account.displayName} />
          <span className={styles["word"]}>
            <b className="clip">
              <bdi>{account.displayName}</bdi>
            </b>
            <span className="hint clip">
              {accounts.length > 1
                ? say("account.count", "{count, plural, one {# account} other {# accounts}}", { count: accounts.length })
                : user.email}
            </span>
          </span>
          {invitations.length > 0 && <Count alarming>{invitations.length}</Count>}
          <ChevronDown />
        </AriaButton>
      }
    >
      <MenuItem
        label={user.name || user.email}
        hint={user.email}
        icon={() => <Avatar id={user.id} name={user.name || user.email} />}
        onAction={() => void navigate("/settings/me")}
      />
      <MenuLine />
      {accounts
        .filter(({ accountId }) => accountId !== account.id)
        .map(({ accountId, displayName, role }) => (
          <MenuItem
            key={accountId}
            icon={Building2}
            label={displayName}
            hint={role}
            onAction={() => void change(accountId)}
          />
        ))}
      <MenuItem
        icon={Plus}
        label={say("account.open", "Open another account")}
        onAction={() => void navigate("/subscribe?new=1")}
      />
      <MenuItem
        icon={Mail}
        label={say("account.join", "Join another account")}
        end={invitations.length > 0 ? <Count alarming>{invitations.length}</Count> : undefined}
        onAction={() => void navigate("/invitations")}
      />
      <MenuLine />
      <MenuItem icon={themes[theme].icon} label={themes[theme].label} onAction={() => prefer({ theme: nextTheme })} />
      <MenuItem
        icon={Rows3}
        label={
          density === "compact" ? say("density.comfortable", "Comfortable rows") : say("density.compact", "Compact rows")
        }
        onAction={() => prefer({ density: density === "compact" ? "comfortable" : "compact" })}
      />
      <MenuLine />
      <MenuItem icon={LogOut} label={say("account.signOut", "Sign out")} onAction={() => void signOut()} />
    </Menu>
  );
}
