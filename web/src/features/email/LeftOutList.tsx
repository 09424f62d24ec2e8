/** Those who were chosen and get no email, each with the reason. */
import type { ReactNode } from "react";

import { Line } from "../../components/Layout";
import { useSay } from "../../i18n/say";
import styles from "./Email.module.css";
import type { LeftOut } from "./recipients";
import { whyWord } from "./whyWords";

/** More than anybody reads; the others are counted. */
const MOST_SHOWN = 50;

interface LeftOutListProps {
  leftOut: readonly LeftOut[];
  most: number;
  /** A button at the end of each. */
  end?: (key: string, called: string) => ReactNode;
}

export function LeftOutList({ leftOut, most, end }: LeftOutListProps) {
  const say = useSay();
  return (
    <ul>
      {leftOut.slice(0, MOST_SHOWN).map((one, at) => {
        const called = one.called ?? say("email.left.somebody", "Someone you chose");
        return (
          <li key={`${one.key} ${at}`}>
            <Line>
              <span className={styles["who"]}>
                <b className="clip">
                  <bdi>{called}</bdi>
                </b>
                <bdi className="hint">{whyWord(say, one, most)}</bdi>
              </span>
              {end?.(one.key, called)}
            </Line>
          </li>
        );
      })}
      {leftOut.length > MOST_SHOWN && (
        <li>
          <Line>
            <span className="hint num">{say("email.left.more", "{count, plural, one {and # more} other {and # more}}", { count: leftOut.length - MOST_SHOWN })}</span>
          </Line>
        </li>
      )}
    </ul>
  );
}
