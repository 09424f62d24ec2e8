/** A few views of one thing, of which one is on; each is an address. */
import type { ComponentType } from "react";
import { Link } from "react-aria-components/Link";

import { classes } from "./classes";
import styles from "./Segments.module.css";

interface Segment {
  path: string;
  label: string;
  /** Stands in place of the words where there is little room for them. */
  icon?: ComponentType;
  on: boolean;
}

export function Segments({ label, segments }: { label: string; segments: readonly Segment[] }) {
  return (
    <nav className={styles["segments"]} aria-label={label}>
      {segments.map(({ path, label: words, icon: Icon, on }) => (
        <Link
          key={path}
          href={path}
          className={classes(styles["segment"], on && styles["on"])}
          {...(Icon ? { "aria-label": words } : {})}
          {...(on ? { "aria-current": "page" as const } : {})}
        >
          {Icon ? <Icon /> : words}
        </Link>
      ))}
    </nav>
  );
}
