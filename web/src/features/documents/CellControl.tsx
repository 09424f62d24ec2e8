/** The fields in which a document is changed where it stands in the list. */
import type { CellControl as Control } from "../../components/collection/columns";
import { DateField } from "../../components/DateField";
import { Select } from "../../components/Select";
import type { DateSettings, Day } from "../../dates/days";
import type { Say } from "../../i18n/say";
import { TextCell } from "../../lists/TextCell";
import { CATEGORIES } from "../../payloads/document";
import type { CellName } from "./cells";
import { categoryWord } from "./words";

interface CellControlProps extends Control {
  cell: CellName;
  say: Say;
  dates: DateSettings;
  today: Day;
}

export default function CellControl({ cell, label, value, onChange, onSave, say, dates, today }: CellControlProps) {
  switch (cell) {
    case "name":
      return <TextCell label={label} value={value} onChange={onChange} isRequired />;
    case "number":
      return <TextCell label={label} value={value} onChange={onChange} mono />;
    case "expires":
      return (
        <DateField
          label={label}
          unlabelled
          autoFocus
          value={value || null}
          onChange={(day) => onChange(day ?? "")}
          settings={dates}
          today={today}
        />
      );
    case "category":
      return (
        <Select
          label={label}
          unlabelled
          defaultOpen
          placeholder={say("documents.none", "None")}
          options={CATEGORIES.map((category) => ({ value: category, label: categoryWord(say, category) }))}
          value={CATEGORIES.find((known) => known === value) ?? null}
          onChange={onSave}
        />
      );
  }
}
