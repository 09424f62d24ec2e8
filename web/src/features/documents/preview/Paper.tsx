/** The sheet on which something stands that is not a drawn page. */
import type { ReactNode } from "react";

import styles from "./Preview.module.css";

export function Paper({ children }: { children: ReactNode }) {
  return <div className={styles["paper"]}>{children}</div>;
}
