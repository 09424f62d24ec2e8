/** Something that is on or off at once. */
import type { ReactNode } from "react";
import { Switch as AriaSwitch, type SwitchProps } from "react-aria-components/Switch";

import styles from "./Choice.module.css";

export function Switch({ children, ...rest }: Omit<SwitchProps, "className" | "children"> & { children: ReactNode }) {
  return (
    <AriaSwitch {...rest} className={styles["switch"]}>
      <span className={styles["track"]} />
      <span>{children}</span>
    </AriaSwitch>
  );
}
