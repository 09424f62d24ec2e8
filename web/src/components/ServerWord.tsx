/**
 * What nobody but the server says, drawn so that it is not taken for what a person has signed.
 *
 * Everything that an answer tells and no signature holds stands in one of three places: a value with the mark before it,
 * a group in a panel, or under the head of a column. It is never part of a sentence that says who reads, who did something,
 * or what a thing is. `data-word` lets the laws of the screens find it.
 */
import { Server } from "lucide-react";
import type { ReactNode } from "react";

import { useSay } from "../i18n/say";
import styles from "./ServerWord.module.css";
import { Tip } from "./Tip";

/** The mark alone: in the head of a column, of a list and of a page. */
export function ServerMark() {
  const say = useSay();
  return (
    <Tip says={say("server.word", "From the server. Coffer can't verify this.")} className={styles["mark"]}>
      <Server />
    </Tip>
  );
}

/** One value. */
export function ServerWord({ children }: { children: ReactNode }) {
  return (
    <span className={styles["word"]} data-word>
      <ServerMark />
      <span className={styles["value"]}>{children}</span>
    </span>
  );
}

/** Several values of a panel. What it says at its head needs no focus here. */
export function FromServer({ children }: { children: ReactNode }) {
  const say = useSay();
  return (
    <div className={styles["group"]} role="group" aria-label={say("server.group", "From the server")} data-word>
      <p className={styles["head"]}>
        <Server />
        {say("server.word", "From the server. Coffer can't verify this.")}
      </p>
      {children}
    </div>
  );
}
