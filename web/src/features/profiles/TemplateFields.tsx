/** What the template of a type asks for, to fill in. */
import { DateField } from "../../components/DateField";
import { TextField } from "../../components/Field";
import { Switch } from "../../components/Switch";
import { useSay, type Say } from "../../i18n/say";
import type { FieldsProps } from "../../items/plain/screen";
import type { ProfilePayload } from "../../payloads/profile";
import { emailFault, phoneFault, webFault } from "../../readings/contact";
import { moneyReading } from "../../readings/money";
import { numberReading } from "../../readings/number";
import { faultOf } from "../../readings/reading";
import { useDates, useToday } from "../../session/useSession";
import type { ProfileType } from "../../profiles/types";
import { textOf } from "./TemplateDetails";
import { fieldWord } from "./templateWords";

type Template = ProfileType["template"];

export default function TemplateFields({ template, value: payload, change, autoFocus }: FieldsProps<ProfilePayload> & { template: Template }) {
  const say = useSay();
  const { name, values, notes } = payload;
  return (
    <>
      <TextField
        label={say("documents.name", "Name")}
        isRequired
        autoFocus={autoFocus}
        maxLength={200}
        value={name}
        onChange={(next) => change({ name: next })}
      />
      {template.map((field) => (
        <TemplateField
          key={field.key}
          field={field}
          value={values[field.key]}
          onChange={(said) => change({ values: { ...values, [field.key]: said } })}
        />
      ))}
      <TextField
        label={say("documents.notes", "Notes")}
        lines={4}
        maxLength={32_000}
        value={notes ?? ""}
        onChange={(next) => change({ notes: next })}
      />
    </>
  );
}

interface FieldProps {
  field: Template[number];
  value: unknown;
  onChange: (value: unknown) => void;
}

function TemplateField({ field: { key, type }, value, onChange }: FieldProps) {
  const say = useSay();
  const dates = useDates();
  const today = useToday();
  const label = fieldWord(say, key);
  if (type === "date")
    return <DateField label={label} value={textOf(value) || null} onChange={(day) => onChange(day ?? "")} settings={dates} today={today} />;
  if (type === "bool")
    return (
      <Switch isSelected={value === true} onChange={onChange}>
        {label}
      </Switch>
    );
  return (
    <TextField
      label={label}
      maxLength={type === "longText" ? 4000 : 500}
      check={checkOf(say, key, type)}
      mono={type === "secret"}
      {...(type === "longText" && { lines: 3 })}
      {...(type === "number" && { inputMode: "decimal" as const })}
      {...(type === "secret" && { autoComplete: "off" })}
      value={textOf(value)}
      onChange={onChange}
    />
  );
}

const BY_KEY = new Map([
  ["email", emailFault],
  ["phone", phoneFault],
  ["claimsPhone", phoneFault],
]);

/** What a field of a template takes: by its type, and for ways to reach somebody by what it is for. */
function checkOf(say: Say, key: string, type: Template[number]["type"]): ((text: string) => string | undefined) | undefined {
  const fault = BY_KEY.get(key);
  if (fault) return (text) => fault(say, text);
  switch (type) {
    case "number":
      return (text) => faultOf(numberReading(say, text));
    case "money":
      return (text) => faultOf(moneyReading(say, text));
    case "url":
      return (text) => webFault(say, text);
    default:
      return undefined;
  }
}
