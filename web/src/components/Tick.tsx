/** Boxes to tick and switches to turn. */
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox as AriaCheckbox, type CheckboxProps } from "react-aria-components/Checkbox";
import { Switch as AriaSwitch, type SwitchProps } from "react-aria-components/Switch";

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

export function Switch({ children, ...rest }: Omit<SwitchProps, "className" | "children"> & { children: ReactNode }) {
  return (
    <AriaSwitch {...rest} className={styles["switch"]}>
      <span className={styles["track"]} />
      <span>{children}</span>
    </AriaSwitch>
  );
}
