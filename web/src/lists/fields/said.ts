/** What a field says in one line: for the details, for a conflict, and for a table that leaves the app. */
import { formatDay, type DateSettings } from "../../dates/days";
import type { Field } from "./field";

/** Empty where the contents say nothing about it; of a flag its label. */
export function said<Payload>(field: Field<Payload>, payload: Payload, dates: DateSettings): string {
  switch (field.type) {
    case "text":
      return field.read(payload);
    case "tags":
      return field.read(payload).join(", ");
    case "flag":
      return field.read(payload) ? field.label : "";
    case "choice": {
      const chosen = field.read(payload);
      return field.options.find(({ value }) => value === chosen)?.label ?? chosen ?? "";
    }
    case "day": {
      const day = field.read(payload);
      return field.written?.(payload, dates) ?? (day === null ? "" : formatDay(day, dates));
    }
    case "part":
      return field.said(payload, dates);
  }
}
