/** What can be done about the account and the person: go to another account, how the app looks, and the way out. */
import { Building2, CircleUser, LogOut, Mail, MonitorCog, Moon, Plus, Rows3, Sun } from "lucide-react";
import { useNavigate } from "react-router";

import { useListAccountsQuery, useMyInvitations, useSwitchAccountMutation } from "../api/accounts";
import { Count } from "../components/Marks";
import { MenuItem, MenuLine } from "../components/Menu";
import { tellFailure } from "../components/notices";
import { failureFallback, failureTitle } from "../i18n/fixedTexts";
import { useSay } from "../i18n/say";
import { prefer, usePreferences } from "../browser/preferences";
import { useSignedIn } from "../session/useSession";
import { useSignOut } from "../session/unlocking/useSignOut";
import { read } from "../i18n/word";

const THEMES = ["system", "light", "dark"] as const;

export function AccountItems() {
  const say = useSay();
  const navigate = useNavigate();
  const { user, account } = useSignedIn();
  const { theme, density } = usePreferences();
  const accounts = useListAccountsQuery().data?.data ?? [];
  const invitations = useMyInvitations();
  const [switchAccount] = useSwitchAccountMutation();
  const signOut = useSignOut();

  const themes = {
    system: { label: say("theme.system", "System theme"), icon: MonitorCog },
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
    <>
      <MenuItem
        told
        label={read(user.name) ? user.name : user.email}
        hint={user.email}
        icon={() => <CircleUser />}
        onAction={() => void navigate("/settings/me")}
      />
      <MenuLine />
      {accounts
        .filter(({ accountId }) => accountId !== account.id)
        .map(({ accountId, displayName, role }) => (
          <MenuItem
            key={accountId}
            icon={Building2}
            told
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
    </>
  );
}
