/** The form of an item, as its fields say. */
import { DateField } from "../../components/DateField";
import { TextField } from "../../components/Field";
import { Select } from "../../components/Select";
import { Switch } from "../../components/Switch";
import styles from "../Items.module.css";
import { TagsField } from "../TagsField";
import { useDates, useToday } from "../../session/useSession";
import { eachOf, type Field, type Fields } from "./field";

export interface FieldFormProps<Payload> {
  fields: Fields<Payload>;
  value: Payload;
  change: (part: Partial<Payload>) => void;
  /** The form begins with its first field. */
  autoFocus: boolean;
}

export default function FieldForm<Payload>({ fields, value, change, autoFocus }: FieldFormProps<Payload>) {
  const asked = (field: Field<Payload>) => field.asks?.(value) ?? true;
  const [first] = eachOf(fields).filter(asked);
  const input = (field: Field<Payload>) => (
    <Input key={field.label} field={field} value={value} change={change} autoFocus={autoFocus && field === first} />
  );
  return fields.map((entry) => {
    const shown = eachOf([entry]).filter(asked);
    if (shown.length < 2) return shown.map(input);
    return (
      <div key={shown.map(({ label }) => label).join("\n")} className={styles["pair"]}>
        {shown.map(input)}
      </div>
    );
  });
}

interface InputProps<Payload> extends Omit<FieldFormProps<Payload>, "fields"> {
  field: Field<Payload>;
}

function Input<Payload>({ field, value, change, autoFocus }: InputProps<Payload>) {
  const dates = useDates();
  const today = useToday();
  const { label } = field;
  switch (field.type) {
    case "text":
      return (
        <TextField
          label={label}
          isRequired={field.isRequired ?? false}
          autoFocus={autoFocus}
          maxLength={field.most}
          value={field.read(value)}
          onChange={(text) => change(field.put(value, text))}
          check={field.fault}
          {...(field.lines && { lines: field.lines })}
          {...(field.mono && { mono: true })}
          {...(field.isSecret && { autoComplete: "off" })}
          {...(field.input === "url" && { type: "url" })}
          {...(field.input === "decimal" && { inputMode: "decimal" })}
        />
      );
    case "tags":
      return <TagsField label={label} value={field.read(value)} onChange={(words) => change(field.put(value, words))} />;
    case "flag":
      return (
        <Switch isSelected={field.read(value)} onChange={(is) => change(field.put(value, is))}>
          {label}
        </Switch>
      );
    case "choice":
      return (
        <Select
          label={label}
          options={field.options}
          value={field.read(value)}
          onChange={(chosen) => change(field.put(value, chosen))}
          {...(field.none && { placeholder: field.none })}
        />
      );
    case "day":
      return (
        <DateField label={label} value={field.read(value)} onChange={(day) => change(field.put(value, day))} settings={dates} today={today} />
      );
    case "part":
      return <field.Input value={value} change={change} />;
  }
}
