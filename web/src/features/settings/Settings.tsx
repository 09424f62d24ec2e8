/** `/settings`: of the account, for everybody in it, and of this person on this browser. */
import { Link } from "react-aria-components/Link";
import { Navigate, Route, Routes, useLocation } from "react-router";

import { classes } from "../../components/classes";
import { Page } from "../../components/Page";
import { useSay } from "../../i18n/say";
import { AccountSettings } from "./AccountSettings";
import { MySettings } from "./me/MySettings";
import styles from "./Settings.module.css";

export default function Settings() {
  const say = useSay();
  const { pathname } = useLocation();
  const places = [
    { path: "/settings/account", label: say("settings.account", "Account") },
    { path: "/settings/me", label: say("settings.me", "You") },
  ];
  return (
    <Page title={say("nav.settings", "Settings")} padded>
      <nav className={styles["places"]} aria-label={say("nav.settings", "Settings")}>
        {places.map(({ path, label }) => (
          <Link
            key={path}
            href={path}
            className={classes(styles["place"], pathname === path && styles["here"])}
            {...(pathname === path ? { "aria-current": "page" as const } : {})}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Routes>
        <Route
          path="account"
          element={
            <div className={styles["column"]}>
              <AccountSettings />
            </div>
          }
        />
        <Route path="me" element={<MySettings />} />
        <Route path="*" element={<Navigate to="/settings/account" replace />} />
      </Routes>
    </Page>
  );
}
