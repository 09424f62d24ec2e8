/** A field whose text is read: what it hands on is a value or nothing, and what is neither is never handed on. */
import { useState, type ReactNode } from "react";

import { faultOf, type Reading } from "../i18n/readings/reading";
import { TextField, type TextFieldProps } from "./Field";

export interface ReadFieldProps<Value extends string | number>
  extends Omit<TextFieldProps, "value" | "onChange" | "check" | "onSettle" | "hint" | "end"> {
  value: Value | null;
  onChange: (value: Value | null) => void;
  read: (text: string) => Reading<Value>;
  write: (value: Value) => string;
  /** What was understood so far, or what the field takes. */
  hint?: (reading: Reading<Value>) => ReactNode;
  /** `put` takes the place of what was typed. */
  end?: (reading: Reading<Value>, put: (value: Value) => void) => ReactNode;
}

export function ReadField<Value extends string | number>({ value, onChange, read, write, hint, end, ...rest }: ReadFieldProps<Value>) {
  const [text, setText] = useState(value === null ? "" : write(value));
  const [shown, setShown] = useState(value);
  // Another value from outside takes the place of what was typed.
  if (shown !== value) {
    setShown(value);
    setText(value === null ? "" : write(value));
  }
  const reading = read(text);

  function put(next: Value) {
    setText(write(next));
    if (next !== value) onChange(next);
  }

  function settle() {
    if (reading.is === "value") put(reading.value);
    else if (reading.is === "nothing" && !rest.isRequired && value !== null) onChange(null);
  }

  return (
    <TextField
      autoComplete="off"
      {...rest}
      value={text}
      onChange={setText}
      check={(typed) => faultOf(read(typed))}
      onSettle={settle}
      hint={hint?.(reading)}
      end={end?.(reading, put)}
    />
  );
}
