/** What narrows a list: chips that open a choice, and the words searched for. */
import { ChevronDown, X } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";

import { useSay } from "../../i18n/say";
import type { Option } from "../Select";
import { classes } from "../classes";
import menu from "../Menu.module.css";
import styles from "./FilterRow.module.css";

interface ChipProps<Value extends string> {
  icon?: ComponentType;
  label: string;
  options: readonly Option<Value>[];
  value: readonly Value[];
  onChange: (value: Value[]) => void;
}

/** One question to the list, and the answers that pass. */
export function FilterChip<Value extends string>({ icon: Icon, label, options, value, onChange }: ChipProps<Value>) {
  const say = useSay();
  const chosen = options.filter((option) => value.includes(option.value));
  const shown = chosen.length === 0 ? label : chosen.map((option) => option.label).join(", ");
  return (
    <span className={classes(styles["chip"], chosen.length > 0 && styles["on"])}>
      <MenuTrigger>
        <AriaButton className={styles["open"]} aria-label={chosen.length === 0 ? label : `${label}: ${shown}`}>
          {Icon && <Icon />}
          <span className="clip">{shown}</span>
          {chosen.length === 0 && <ChevronDown />}
        </AriaButton>
        <Popover className={menu["popover"]} offset={4}>
          <AriaMenu
            aria-label={label}
            className={menu["menu"]}
            selectionMode="multiple"
            selectedKeys={value}
            onSelectionChange={(keys) => onChange(keys === "all" ? options.map((o) => o.value) : ([...keys] as Value[]))}
          >
            {options.map((option) => (
              <AriaMenuItem key={option.value} id={option.value} textValue={option.label} className={menu["item"]}>
                {({ isSelected }) => (
                  <>
                    <span aria-hidden className={classes(styles["tick"], isSelected && styles["ticked"])} />
                    {option.label}
                  </>
                )}
              </AriaMenuItem>
            ))}
          </AriaMenu>
        </Popover>
      </MenuTrigger>
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
