/** Words of one's own, written one after the other with commas between. */
import { useState } from "react";

import { TextField } from "../components/Field";
import { useSay } from "../i18n/say";

const MOST = 50;

const read = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((word) => word.trim().slice(0, 40))
      .filter(Boolean),
  ),
];

interface TagsFieldProps {
  label: string;
  value: readonly string[];
  onChange: (words: string[]) => void;
}

export function TagsField({ label, value, onChange }: TagsFieldProps) {
  const say = useSay();
  // What is typed stays as it is typed: a comma at the end is the beginning of the next word.
  const [text, setText] = useState(value.join(", "));
  return (
    <TextField
      label={label}
      hint={say("tags.hint", "Separated by commas")}
      maxLength={2000}
      value={text}
      onChange={(typed) => {
        setText(typed);
        onChange(read(typed).slice(0, MOST));
      }}
    />
  );
}
