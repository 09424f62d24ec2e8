/** Words to search a list for. */
import { Search, X } from "lucide-react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Input } from "react-aria-components/Input";
import { SearchField as AriaSearchField } from "react-aria-components/SearchField";

import { useSay } from "../i18n/say";
import styles from "./Field.module.css";

interface SearchProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
}

export function SearchField({ label, value, onChange, placeholder }: SearchProps) {
  const say = useSay();
  return (
    <AriaSearchField aria-label={label} value={value} onChange={onChange} className={styles["search"]}>
      <Search />
      <Input className={styles["input"]} placeholder={placeholder ?? label} />
      {value && (
        <AriaButton className={styles["peek"]} aria-label={say("field.clear", "Clear")}>
          <X />
        </AriaButton>
      )}
    </AriaSearchField>
  );
}
