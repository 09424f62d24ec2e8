/** Things to choose from: a list that opens, a box to tick, a switch, a few cards. */
import { Check, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Checkbox as AriaCheckbox, type CheckboxProps } from "react-aria-components/Checkbox";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { Switch as AriaSwitch, type SwitchProps } from "react-aria-components/Switch";
import { Text } from "react-aria-components/Text";

import styles from "./Choice.module.css";
import { classes } from "./classes";

export interface Option<Value extends string = string> {
  value: Value;
  label: string;
  hint?: string | undefined;
}

interface SelectProps<Value extends string> {
  label: string;
  options: readonly Option<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  hint?: string;
  error?: string | undefined;
  isDisabled?: boolean;
  isRequired?: boolean;
  placeholder?: string;
  /** The label is read out but not shown, where the place says it already. */
  unlabelled?: boolean;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, options, value, onChange, hint, error, unlabelled, placeholder, isDisabled, isRequired } = props;
  return (
    <AriaSelect
      className={styles["select"]}
      aria-label={unlabelled ? label : undefined}
      value={value}
      onChange={(key) => onChange(key as Value)}
      isInvalid={Boolean(error)}
      isDisabled={isDisabled ?? false}
      isRequired={isRequired ?? false}
      placeholder={placeholder}
    >
      {!unlabelled && <Label className={styles["label"]}>{label}</Label>}
      <AriaButton className={styles["trigger"]}>
        <SelectValue className={classes(styles["value"], "clip")} />
        <ChevronDown />
      </AriaButton>
      {hint && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      {error && (
        <Text slot="errorMessage" className={styles["error"]}>
          {error}
        </Text>
      )}
      <Popover className={styles["popover"]} offset={4}>
        <ListBox className={styles["list"]} items={options.map((option) => ({ ...option, id: option.value }))}>
          {(option) => (
            <ListBoxItem id={option.value} textValue={option.label} className={styles["option"]}>
              {({ isSelected }) => (
                <>
                  <span className={styles["words"]}>
                    <Text slot="label">{option.label}</Text>
                    {option.hint && (
                      <Text slot="description" className="hint">
                        {option.hint}
                      </Text>
                    )}
                  </span>
                  {isSelected && <Check />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

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
