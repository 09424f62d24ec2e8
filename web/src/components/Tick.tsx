/** A box to tick: the browser's own, under the look of the app. A list draws one in each row, so it is no more than that. */
import { Check } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";

import styles from "./Choice.module.css";

interface CheckboxProps {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  /** Some of what it stands for is ticked. */
  isIndeterminate?: boolean;
  isDisabled?: boolean;
  /** It is reached by the keys of the list around it, not by Tab. */
  excludeFromTabOrder?: boolean;
  /** Where nothing stands beside it. */
  "aria-label"?: string;
  children?: ReactNode;
}

export function Checkbox(props: CheckboxProps) {
  const { isSelected, onChange, isIndeterminate = false, isDisabled = false, excludeFromTabOrder = false, children } = props;
  const box = useRef<HTMLInputElement>(null);
  // Only a script can say it, there is no attribute for it (HTML, 4.10.5.1.15).
  useEffect(() => {
    if (box.current) box.current.indeterminate = isIndeterminate;
  }, [isIndeterminate]);
  return (
    <label
      className={styles["checkbox"]}
      data-selected={isSelected || undefined}
      data-indeterminate={isIndeterminate || undefined}
      data-disabled={isDisabled || undefined}
    >
      <input
        ref={box}
        type="checkbox"
        className="unseen"
        aria-label={props["aria-label"]}
        checked={isSelected}
        disabled={isDisabled}
        {...(excludeFromTabOrder && { tabIndex: -1 })}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className={styles["tick"]}>{isIndeterminate ? <i className={styles["some"]} /> : isSelected && <Check />}</span>
      {children}
    </label>
  );
}
