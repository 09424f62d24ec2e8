/** What nobody but the server says: it stands by itself, as its word. */
import { Server } from "lucide-react";
import type { ReactNode } from "react";

import { useSay } from "../i18n/say";
import styles from "./FromServer.module.css";

export function FromServer({ children }: { children: ReactNode }) {
  const say = useSay();
  return (
    <div className={styles["group"]}>
      <p className={styles["head"]}>
        <Server />
        {say("server.word", "From the server. Coffer can't verify this.")}
      </p>
      {children}
    </div>
  );
}
