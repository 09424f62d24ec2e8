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
import type { Word } from "../i18n/word";
import { classes } from "./classes";
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

/** The mark where nothing can stand that takes the focus itself: inside a button, a tab, and a line of a menu. */
export function ServerSign() {
  const say = useSay();
  return (
    <span className={styles["mark"]}>
      <Server aria-hidden />
      <span className="unseen">{say("server.word", "From the server. Coffer can't verify this.")} </span>
    </span>
  );
}

interface ServerWordProps {
  children: ReactNode | Word;
  /** It stands inside a control. */
  inside?: boolean;
  mono?: boolean;
  /** On one line, whatever room there is. */
  clips?: boolean;
}

/** One value. */
export function ServerWord({ children, inside = false, mono = false, clips = false }: ServerWordProps) {
  return (
    <span className={styles["word"]} data-word>
      {inside ? <ServerSign /> : <ServerMark />}
      <bdi className={classes(styles["value"], mono && "mono", clips && "clip")}>{children as ReactNode}</bdi>
    </span>
  );
}

/**
 * At the head of a list whose rows stand in an order that nobody has signed: the rows themselves may well be. `short`: the mark, with the
 * word for ears alone, where there is no room beside a title.
 */
export function ServerOrder({ short = false }: { short?: boolean }) {
  const say = useSay();
  const word = say("server.order", "Order");
  return (
    <span className={styles["order"]}>
      {short ? (
        <span data-word>
          <ServerMark />
          <span className="unseen">{word}</span>
        </span>
      ) : (
        <ServerWord>{word}</ServerWord>
      )}
    </span>
  );
}

/** What stands at the head of several values. It says so in full, and needs no focus. */
export function ServerHead() {
  const say = useSay();
  return (
    <p className={styles["head"]}>
      <Server />
      {say("server.word", "From the server. Coffer can't verify this.")}
    </p>
  );
}

/** Several values of a panel. */
export function FromServer({ children }: { children: ReactNode }) {
  const say = useSay();
  return (
    <div className={styles["group"]} role="group" aria-label={say("server.group", "From the server")} data-word>
      <ServerHead />
      {children}
    </div>
  );
}
