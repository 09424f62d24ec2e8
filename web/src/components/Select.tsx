/** A list that opens, to choose one thing from. */
import { Check, ChevronDown } from "lucide-react";
import { useRef } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { Text } from "react-aria-components/Text";

import { useSay } from "../i18n/say";
import { useAsked } from "./asking";
import { classes } from "./classes";
import styles from "./Choice.module.css";

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
  /** The list stands open from the beginning. */
  defaultOpen?: boolean;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const say = useSay();
  const { label, options, value, onChange, hint, unlabelled, placeholder, isDisabled, isRequired, defaultOpen } = props;
  const fault = isRequired && value === null ? say("select.missing", "Choose one.") : undefined;
  const place = useRef<HTMLDivElement>(null);
  const asked = useAsked({ place, label, fault, needsAsker: isRequired ?? false });
  const error = asked.error ?? props.error;
  return (
    <AriaSelect
      ref={place}
      className={styles["select"]}
      aria-label={unlabelled ? label : undefined}
      value={value}
      onChange={(key) => onChange(key as Value)}
      isInvalid={Boolean(error)}
      isDisabled={isDisabled ?? false}
      isRequired={isRequired ?? false}
      placeholder={placeholder}
      defaultOpen={defaultOpen ?? false}
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
