/**
 * What the generated decoders are made of.
 *
 * An author's signature says who wrote contents and not that they make sense. A check answers with the path of the first
 * fault, and never with the value that stands there; members that no schema names are kept as they are.
 */
export type Check = (value: unknown) => string | null;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Lengths are counted in code points, as JSON Schema does: there are never more of them than of the language's own units. */
export function isText(value: unknown, shortest = 0, longest = Infinity): boolean {
  if (typeof value !== "string" || value.length < shortest) return false;
  return value.length <= longest || [...value].length <= longest;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A full-date of RFC 3339 from the year 1 on: 2027-04-30. */
export function isDay(value: unknown): boolean {
  if (typeof value !== "string" || !DAY.test(value) || value.startsWith("0000")) return false;
  const moment = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value);
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A UUID as Coffer writes it: nothing else may come into an address. */
export const isId = (value: unknown): boolean => typeof value === "string" && ID.test(value);

export const when =
  (fits: (value: unknown) => boolean): Check =>
  (value) =>
    fits(value) ? null : "";

export const under = (name: string | number, path: string): string => (path ? `${name}.${path}` : String(name));

export const list =
  (check: Check, longest = Infinity): Check =>
  (value) => {
    if (!Array.isArray(value) || value.length > longest) return "";
    for (let place = 0; place < value.length; place += 1) {
      const at = check(value[place]);
      if (at !== null) return under(place, at);
    }
    return null;
  };
