/** A few cards to choose one of. */
import type { ReactNode } from "react";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";

import styles from "./Choice.module.css";

interface CardsProps<Value extends string> {
  label: string;
  value: Value | null;
  onChange: (value: Value) => void;
  children: ReactNode;
}

/** A few things to choose one of, each with room for what it means. */
export function Cards<Value extends string>({ label, value, onChange, children }: CardsProps<Value>) {
  return (
    <RadioGroup
      className={styles["cards"]}
      aria-label={label}
      value={value}
      onChange={(chosen) => onChange(chosen as Value)}
    >
      {children}
    </RadioGroup>
  );
}

export function ChoiceCard({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Radio value={value} className={styles["card"]}>
      {({ isSelected }) => (
        <>
          <span className={styles["dot"]} data-on={isSelected || undefined} />
          <span className={styles["body"]}>{children}</span>
        </>
      )}
    </Radio>
  );
}
