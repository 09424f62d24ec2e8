/** A box to tick. */
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox as AriaCheckbox, type CheckboxProps } from "react-aria-components/Checkbox";

import styles from "./Choice.module.css";

export function Checkbox({ children, ...rest }: Omit<CheckboxProps, "className" | "children"> & { children?: ReactNode }) {
  return (
    <AriaCheckbox {...rest} className={styles["checkbox"]}>
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className={styles["tick"]}>
            {isIndeterminate ? <i className={styles["some"]} /> : isSelected && <Check />}
          </span>
          {children}
        </>
      )}
    </AriaCheckbox>
  );
}
