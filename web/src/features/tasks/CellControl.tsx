/** The fields in which a task is changed where it stands in the list. */
import type { CellControl as Control } from "../../components/collection/columns";
import { DateField } from "../../components/DateField";
import { Select } from "../../components/Select";
import type { DateSettings, Day } from "../../dates/days";
import type { Say } from "../../i18n/say";
import { TextCell } from "../../lists/TextCell";
import { PRIORITIES } from "../../payloads/task";
import type { CellName } from "./cells";
import { priorityWord } from "./words";

interface CellControlProps extends Control {
  cell: CellName;
  say: Say;
  dates: DateSettings;
  today: Day;
}

export default function CellControl({ cell, label, value, onChange, onSave, say, dates, today }: CellControlProps) {
  switch (cell) {
    case "title":
      return <TextCell label={label} value={value} onChange={onChange} isRequired />;
    case "due":
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
    case "priority":
      return (
        <Select
          label={label}
          unlabelled
          defaultOpen
          options={PRIORITIES.map((one) => ({ value: String(one), label: priorityWord(say, one) }))}
          value={value}
          onChange={onSave}
        />
      );
  }
}
