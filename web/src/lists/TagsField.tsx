/** Tags, separated by commas. */
import { useState } from "react";

import { TextField } from "../components/Field";
import { useSay } from "../i18n/say";
import { readTags, tagsFault } from "../i18n/readings/tags";

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
      value={text}
      check={(typed) => tagsFault(say, typed)}
      onChange={(typed) => {
        setText(typed);
        onChange(readTags(typed));
      }}
    />
  );
}
