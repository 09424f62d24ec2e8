/** How many there are, beside where they are. A narrow rail has no room for it. */
import type { ReactNode } from "react";

import { Count } from "../../components/Marks";
import { latin } from "../../dates/settings";
import { useDates } from "../../session/useSession";
import styles from "../Shell.module.css";

export function Tally({ count, children }: { count: number; children?: ReactNode }) {
  const { language } = useDates();
  return (
    <>
      {/* Read out, the number is a word of its own. */}{" "}
      <span className={styles["tally"]}>
        <Count>
          {new Intl.NumberFormat(latin(language)).format(count)}
          {children}
        </Count>
      </span>
    </>
  );
}
