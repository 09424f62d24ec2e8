/** The log of the account, or one's own in all accounts. */
import { Link } from "react-aria-components/Link";

import { classes } from "../../components/classes";
import { useSay } from "../../i18n/say";
import styles from "./Audit.module.css";

export function Views({ mine }: { mine: boolean }) {
  const say = useSay();
  const views = [
    { path: "/audit", label: say("audit.ofAccount", "Account"), on: !mine },
    { path: "/audit?view=me", label: say("audit.ofMe", "Only you"), on: mine },
  ];
  return (
    <nav className={styles["views"]} aria-label={say("audit.views", "Whose log")}>
      {views.map(({ path, label, on }) => (
        <Link
          key={path}
          href={path}
          className={classes(styles["view"], on && styles["viewOn"])}
          {...(on ? { "aria-current": "page" as const } : {})}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
