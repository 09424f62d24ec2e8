/** Six digits of a mail in one input that looks like six boxes, so that pasting and filling in work. */
import { useEffect, useId, useRef } from "react";

import { useSay } from "../i18n/say";
import { useAsked } from "./asking";
import { classes } from "./classes";
import styles from "./CodeInput.module.css";

interface CodeInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onComplete: (value: string) => void;
  error?: string | undefined;
  isDisabled?: boolean;
}

const LENGTH = 6;

export function CodeInput({ label, value, onChange, onComplete, error: refused, isDisabled }: CodeInputProps) {
  const say = useSay();
  const input = useRef<HTMLInputElement>(null);
  const fault = value.length === LENGTH ? undefined : say("otp.short", "Enter the whole verification code.");
  const name = useId();
  const place = useRef<HTMLLabelElement>(null);
  const asked = useAsked({ place, label, fault, needsAsker: true });
  const error = asked.error ?? refused;
  // Also after a wrong code: the field was out of reach while that was looked at.
  useEffect(() => {
    if (!isDisabled) input.current?.focus();
  }, [isDisabled]);

  function take(text: string) {
    const digits = text.replace(/\D/g, "").slice(0, LENGTH);
    onChange(digits);
    if (digits.length === LENGTH && digits !== value) onComplete(digits);
  }

  return (
    <label ref={place} className={styles["field"]}>
      <span id={name} className={styles["label"]}>
        {label}
      </span>
      <span className={classes(styles["boxes"], error && styles["wrong"])} dir="ltr">
        {Array.from({ length: LENGTH }, (_, place) => (
          <i key={place} data-next={place === value.length || undefined} aria-hidden>
            {value[place]}
          </i>
        ))}
        <input
          ref={input}
          // What is wrong stands in the label, too, and is no part of the name.
          aria-labelledby={name}
          value={value}
          onChange={(event) => take(event.target.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          // A pasted code may hold spaces or a dash; they are dropped, so the length is not limited here.
          aria-invalid={Boolean(error)}
          aria-describedby={error ? "code-error" : undefined}
          disabled={isDisabled}
          spellCheck={false}
        />
      </span>
      {error && (
        <span id="code-error" role="alert" className={styles["error"]}>
          {error}
        </span>
      )}
    </label>
  );
}
