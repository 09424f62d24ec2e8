/** What a column of a view is compared with, as its kind takes it. */
import { TextField } from "../../components/Field";
import { useSay, type Say } from "../../i18n/say";
import { valueOf } from "./question";
import type { ColumnKind } from "./views.generated";

interface ValueFieldProps {
  kind: ColumnKind;
  value: string;
  onChange: (value: string) => void;
}

export function ValueField({ kind, value, onChange }: ValueFieldProps) {
  const say = useSay();
  return (
    <TextField
      label={say("analytics.value", "Value")}
      value={value}
      onChange={onChange}
      check={(text) => (valueOf(kind, text) === undefined ? fault(say, kind) : undefined)}
      hint={say("analytics.valueHint", "Leave it empty for rows without one.")}
    />
  );
}

function fault(say: Say, kind: string): string {
  if (kind === "date") return say("analytics.faultDate", "Write a day as 2026-11-27.");
  if (kind === "timestamptz") return say("analytics.faultTime", "Write a time as 2026-11-27T09:30:00Z.");
  if (kind === "boolean") return say("analytics.faultBoolean", "Write true or false.");
  if (kind === "uuid") return say("analytics.faultId", "Write a whole ID.");
  return say("analytics.faultNumber", "Write a number in digits.");
}
