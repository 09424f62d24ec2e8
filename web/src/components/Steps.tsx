/** A few steps once, one after the other. */
import { Check } from "lucide-react";

import { classes } from "./classes";
import styles from "./Steps.module.css";

export function Steps({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <ol className={styles["steps"]}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={classes(index < current && styles["done"], index === current && styles["now"])}
          aria-current={index === current ? "step" : undefined}
        >
          <i aria-hidden>{index < current ? <Check /> : index + 1}</i>
          {step}
        </li>
      ))}
    </ol>
  );
}
