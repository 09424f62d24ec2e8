/** What narrows a list: chips that open a choice, and the words searched for. */
import { ChevronDown, X } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components/Button";

import { useSay } from "../../i18n/say";
import type { Option } from "../Select";
import { classes } from "../classes";
import { ChoiceMenu, MenuChoice } from "../Menu";
import styles from "./FilterRow.module.css";

interface ChipProps<Value extends string> {
  icon?: ComponentType;
  /** What is asked: "Status". */
  label: string;
  /** What holds while nothing is chosen, where that is a condition of its own: "Not archived". */
  standing?: string;
  options: readonly Option<Value>[];
  value: readonly Value[];
  onChange: (value: Value[]) => void;
}

/** One question to the list, and the answers that pass. */
export function FilterChip<Value extends string>({ icon: Icon, label, standing, options, value, onChange }: ChipProps<Value>) {
  const say = useSay();
  const chosen = options.filter((option) => value.includes(option.value));
  const answer = chosen.length === 0 ? standing : chosen.map((option) => option.label.trim()).join(", ");
  return (
    <span className={classes(styles["chip"], answer !== undefined && styles["on"])}>
      <ChoiceMenu
        label={label}
        chosen={value}
        onChoose={(keys) => onChange(options.map((option) => option.value).filter((key) => keys === "all" || keys.has(key)))}
        trigger={
          <AriaButton className={styles["open"]} aria-label={answer === undefined ? label : `${label}: ${answer}`}>
            {Icon && <Icon />}
            <span className="clip">{answer ?? label}</span>
            {chosen.length === 0 && <ChevronDown />}
          </AriaButton>
        }
      >
        {options.map((option) => (
          <MenuChoice key={option.value} id={option.value} label={option.label} />
        ))}
      </ChoiceMenu>
      {chosen.length > 0 && (
        <AriaButton
          className={styles["clear"]}
          aria-label={say("filter.clear", "Clear {filter}", { filter: label })}
          onPress={() => onChange([])}
        >
          <X />
        </AriaButton>
      )}
    </span>
  );
}

/** Keeps what follows it at the end of the row. */
export const FilterSpace = () => <span className={styles["space"]} />;

interface BulkProps {
  count: string;
  children: ReactNode;
  onClear: () => void;
  /** What its last button does, when that is not to clear the selection. */
  clear?: string;
}

/** What can be done with all that is selected. */
export function BulkBar({ count, children, onClear, clear }: BulkProps) {
  const say = useSay();
  return (
    <div className={styles["bulk"]} role="toolbar" aria-label={count}>
      <b role="status">{count}</b>
      <hr />
      {children}
      <hr />
      <AriaButton className={styles["clear"]} aria-label={clear ?? say("bulk.clear", "Clear the selection")} onPress={onClear}>
        <X />
      </AriaButton>
    </div>
  );
}

/** Rows that others added since the list was opened; pressing it goes to the first of them. */
export function NewsPill({ count, onPress }: { count: number; onPress: () => void }) {
  const say = useSay();
  return (
    <div role="status" className={styles["newsPlace"]}>
      {count > 0 && (
        <AriaButton className={styles["news"]} onPress={onPress}>
          {say("list.news", "{count} new", { count })}
        </AriaButton>
      )}
    </div>
  );
}
