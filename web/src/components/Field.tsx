/** Things to fill in: a label above, what is wrong below. */
import { Eye, EyeOff } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextArea as AriaTextArea } from "react-aria-components/TextArea";
import { TextField as AriaTextField, type TextFieldProps as AriaProps } from "react-aria-components/TextField";

import { useSay } from "../i18n/say";
import { classes } from "./classes";
import styles from "./Field.module.css";

export interface TextFieldProps extends Omit<AriaProps, "className" | "style" | "children"> {
  label: string;
  hint?: ReactNode;
  /** What the server or a rule said about this field. */
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

export function TextField({ label, hint, error, placeholder, size, mono, lines, end, unlabelled, ...rest }: TextFieldProps) {
  const input = classes(styles["input"], mono && styles["mono"]);
  return (
    <AriaTextField
      {...rest}
      {...(unlabelled && { "aria-label": label })}
      isInvalid={error ? true : rest.isInvalid}
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
      {hint && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className={styles["error"]}>{error}</FieldError>
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
