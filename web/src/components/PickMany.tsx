/** A list that opens, to choose any number of things from. */
import { ChevronDown } from "lucide-react";
import { Button as AriaButton } from "react-aria-components/Button";

import styles from "./Choice.module.css";
import { classes } from "./classes";
import { ChoiceMenu, MenuChoice } from "./Menu";
import type { Option } from "./Select";

interface PickManyProps {
  label: string;
  options: readonly Option[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  placeholder: string;
}

/** Chosen values without an option are kept, so a reader with less access does not remove those of others. */
export function PickMany({ label, options, value, onChange, placeholder }: PickManyProps) {
  const chosen = options.filter((option) => value.includes(option.value));
  const answer = chosen.map((option) => option.label.trim()).join(", ");
  const beyond = value.filter((id) => options.every((option) => option.value !== id));
  return (
    <div className={styles["select"]}>
      <span className={styles["label"]} aria-hidden>
        {label}
      </span>
      <ChoiceMenu
        label={label}
        chosen={value}
        onChoose={(keys) => {
          const picked = options.map((option) => option.value).filter((key) => keys === "all" || keys.has(key));
          onChange([...picked, ...beyond]);
        }}
        trigger={
          <AriaButton className={styles["trigger"]} aria-label={`${label}: ${answer || placeholder}`}>
            <span className={classes(styles["value"], "clip", !answer && "quiet")}>
              <bdi>{answer || placeholder}</bdi>
            </span>
            <ChevronDown />
          </AriaButton>
        }
      >
        {options.map((option) => (
          <MenuChoice key={option.value} id={option.value} label={option.label} />
        ))}
      </ChoiceMenu>
    </div>
  );
}
