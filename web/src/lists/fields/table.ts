/** Items as a table that leaves the app: one line each, one column a field, several where a field has several. */
import type { DateSettings } from "../../dates/days";
import { toCsv } from "../exchange/csv";
import { eachOf, type Fields } from "./field";
import { said } from "./said";

export function tableOf<Payload>(fields: Fields<Payload>, payloads: readonly Payload[], dates: DateSettings): string {
  const all = eachOf(fields);
  return toCsv([
    all.flatMap((field) => (field.type === "part" && field.columns ? field.columns.heads : [field.label])),
    ...payloads.map((payload) =>
      all.flatMap((field) => {
        if (field.type === "part" && field.columns) return field.columns.of(payload);
        // A day is written as every program reads it (ISO 8601).
        return [field.type === "day" ? (field.read(payload) ?? "") : said(field, payload, dates)];
      }),
    ),
  ]);
}

/** Columns for the first of several: `Email address 1`, `Email address 2`, `Email address 3`. */
export function severalColumns<Payload>(label: string, valuesOf: (payload: Payload) => readonly string[]) {
  const places = [1, 2, 3];
  return {
    heads: places.map((place) => `${label} ${place}`),
    of: (payload: Payload) => places.map((place) => valuesOf(payload)[place - 1] ?? ""),
  };
}
