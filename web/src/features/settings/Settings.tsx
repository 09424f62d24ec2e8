/** `/settings`: the account and oneself. */
import { Navigate, NavLink, Route, Routes } from "react-router";

import { Page } from "../../components/Page";
import { useSay } from "../../i18n/say";
import { AccountSettings } from "./AccountSettings";
import { MySettings } from "./MySettings";
import styles from "./Settings.module.css";

export default function Settings() {
  const say = useSay();
  return (
    <Page
      title={say("nav.settings", "Settings")}
      padded
      filters={
        <nav className={styles["nav"]} aria-label={say("nav.settings", "Settings")}>
          <NavLink to="/settings/account">{say("settings.account", "Account")}</NavLink>
          <NavLink to="/settings/me">{say("settings.me", "You and this browser")}</NavLink>
        </nav>
      }
    >
      <Routes>
        <Route index element={<Navigate to="/settings/account" replace />} />
        <Route path="account" element={<AccountSettings />} />
        <Route path="me" element={<MySettings />} />
        <Route path="*" element={<Navigate to="/settings/account" replace />} />
      </Routes>
    </Page>
  );
}
