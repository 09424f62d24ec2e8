/** Digits that somebody hears and types: they group themselves, and the caret stays where it was. */
import { useLayoutEffect, useRef } from "react";

import { caretAfter, digitsIn, grouped } from "./digits";
import styles from "./DigitsField.module.css";
import { TextField, type TextFieldProps } from "./Field";

interface DigitsFieldProps extends Pick<TextFieldProps, "label" | "hint" | "missing" | "autoFocus" | "isReadOnly"> {
  /** How many there are, and how many of them stand together. */
  length: number;
  group: number;
  /** Nothing but digits. */
  value: string;
  onChange: (digits: string) => void;
  /** What is said while some are missing. */
  tooShort: string;
}

export function DigitsField({ length, group, value, onChange, tooShort, ...rest }: DigitsFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  const caret = useRef<number | null>(null);
  const shown = grouped(value, group);

  useLayoutEffect(() => {
    if (caret.current !== null) field(place.current)?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function take(text: string) {
    const before = text.slice(0, field(place.current)?.selectionStart ?? text.length);
    caret.current = caretAfter(Math.min(digitsIn(before).length, length), group);
    onChange(digitsIn(text).slice(0, length));
  }

  return (
    <div ref={place} className={styles["digits"]}>
      <TextField
        {...rest}
        size="large"
        mono
        inputMode="numeric"
        autoComplete="off"
        spellCheck="false"
        value={shown}
        onChange={take}
        isRequired
        check={(text) => (digitsIn(text).length === length ? undefined : tooShort)}
      />
    </div>
  );
}

const field = (place: HTMLElement | null): HTMLInputElement | null => place?.querySelector("input") ?? null;
