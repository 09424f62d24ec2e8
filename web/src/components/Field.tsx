/** Things to fill in: a label above, what is wrong below. */
import { Eye, EyeOff } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { Button as AriaButton } from "react-aria-components/Button";
import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextArea as AriaTextArea } from "react-aria-components/TextArea";
import { TextField as AriaTextField, type TextFieldProps as AriaProps } from "react-aria-components/TextField";

import { useSay } from "../i18n/say";
import { useAsked } from "./asking";
import { classes } from "./classes";
import styles from "./Field.module.css";

export interface TextFieldProps extends Omit<AriaProps, "className" | "style" | "children" | "value" | "defaultValue" | "onChange"> {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** What is wrong with a text that is not blank, and what the field takes. */
  check?: ((text: string) => string | undefined) | undefined;
  /** What is said where nothing stands and something has to. */
  missing?: string | undefined;
  /** Hands on what was read of the text, when it was written. */
  onSettle?: (() => void) | undefined;
  hint?: ReactNode;
  /** What the server said about the text that was sent. */
  error?: string | undefined;
  placeholder?: string;
  size?: "medium" | "large";
  mono?: boolean;
  lines?: number;
  /** Stands at the end of the field, like a button that belongs to it. */
  end?: ReactNode;
  /** The label is read out but not shown, where the place says it already. */
  unlabelled?: boolean;
}

export function TextField(props: TextFieldProps) {
  const { label, value, check, missing, onSettle, hint, error, placeholder, size, mono, lines, end, unlabelled, onBlur, onKeyDown, ...rest } = props;
  const say = useSay();
  const isBlank = value.trim() === "";
  const isOpen = !rest.isReadOnly && !rest.isDisabled;
  const isNeeded = rest.isRequired ?? false;
  const lacks = isNeeded && isBlank ? (missing ?? say("field.missing", "Fill this in.")) : undefined;
  const fault = isOpen ? (lacks ?? (isBlank ? undefined : check?.(value))) : undefined;
  const needsAsker = isNeeded || check !== undefined;
  const place = useRef<HTMLDivElement>(null);
  const asked = useAsked({ place, label, fault, settle: onSettle, needsAsker });
  // It was said of this text, and holds for no other.
  const [refused, setRefused] = useState({ error, value });
  if (refused.error !== error) setRefused({ error, value });
  const shown = asked.error ?? (refused.value === value ? error : undefined);

  const input = classes(styles["input"], mono && styles["mono"]);
  return (
    <AriaTextField
      {...rest}
      ref={place}
      value={value}
      onBlur={(event) => {
        onSettle?.();
        // Not under a button that is being pressed: it would move away, and its form asks in any case.
        if (!isBlank && fault !== undefined && !(event.relatedTarget instanceof HTMLButtonElement)) asked.mark();
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        // The next field may depend on what stands here, and is looked for before this one is left.
        if (event.key === "Tab") flushSync(() => onSettle?.());
        if (onKeyDown) onKeyDown(event);
        else event.continuePropagation();
      }}
      {...(unlabelled && { "aria-label": label })}
      isInvalid={shown !== undefined}
      className={styles["field"]}
    >
      {!unlabelled && <Label className={styles["label"]}>{label}</Label>}
      <div className={classes(styles["box"], size === "large" && styles["large"], lines !== undefined && styles["tall"])}>
        {lines ? (
          <AriaTextArea rows={lines} className={input} placeholder={placeholder} />
        ) : (
          <Input className={input} placeholder={placeholder} />
        )}
        {end}
      </div>
      {hint && shown === undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className={styles["error"]}>{shown}</FieldError>
    </AriaTextField>
  );
}

/** A secret, hidden until its owner wants to see it. */
export function PasswordField(props: TextFieldProps) {
  const say = useSay();
  const [shown, setShown] = useState(false);
  const toggle = (
    <AriaButton
      className={styles["peek"]}
      aria-pressed={shown}
      aria-label={shown ? say("field.hide", "Hide characters") : say("field.show", "Show characters")}
      onPress={() => setShown(!shown)}
    >
      {shown ? <EyeOff /> : <Eye />}
    </AriaButton>
  );
  return <TextField {...props} type={shown ? "text" : "password"} end={toggle} />;
}
