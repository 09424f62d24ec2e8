/** `/settings`: of the account, and of this user on this browser. */
import { Link } from "react-aria-components/Link";
import { Navigate, Route, Routes, useLocation } from "react-router";

import { Boundary } from "../../components/Boundary";
import { classes } from "../../components/classes";
import { Page } from "../../components/Page";
import { Skeleton } from "../../components/States";
import { part } from "../../components/part";
import { useSay } from "../../i18n/say";
import { useMay } from "../../session/useSession";
import { MySettings } from "./me/MySettings";
import styles from "./Settings.module.css";

const Account = part(async () => ({ default: (await import("./AccountSettings")).AccountSettings }));
const Statuses = part(() => import("./boards/Statuses"));
const Topics = part(() => import("./boards/Topics"));
const Seen = part(() => import("./seen/Seen"));

const PARTS = { account: Account, statuses: Statuses, topics: Topics, seen: Seen };

export default function Settings() {
  const say = useSay();
  const may = useMay();
  const { pathname } = useLocation();
  const places = [
    { path: "/settings/account", label: say("settings.account", "Account") },
    { path: "/settings/statuses", label: say("settings.statuses", "Statuses"), permission: "status.read" },
    { path: "/settings/topics", label: say("settings.topics", "Topics"), permission: "topic.read" },
    { path: "/settings/me", label: say("settings.me", "You") },
    { path: "/settings/seen", label: say("seen.title", "What the server sees") },
  ].filter(({ permission }) => !permission || may(permission));
  return (
    <Page title={say("nav.settings", "Settings")} padded fromServer={pathname === "/settings/account"}>
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
        {Object.entries(PARTS).map(([path, Part]) => (
          <Route
            key={path}
            path={path}
            element={
              <div className={styles["column"]}>
                <Boundary waiting={<Skeleton lines={8} height={28} />}>
                  <Part />
                </Boundary>
              </div>
            }
          />
        ))}
        <Route path="me" element={<MySettings />} />
        <Route path="*" element={<Navigate to="/settings/account" replace />} />
      </Routes>
    </Page>
  );
}
