/**
 * Whether contents have the form that screens rely on, asked once, where they enter the page.
 *
 * An author's signature says who wrote them and not that they make sense. A check answers with the path of the first fault,
 * and never with the value that stands there; members that no check names are kept as they are.
 */
export type Check = (value: unknown) => string | null;

/** Every member that a type has needs a check: one that is forgotten does not compile. */
export type Members<Type> = { readonly [Name in keyof Type]-?: Check };

const WRONG = "";

const when =
  (fits: (value: unknown) => boolean): Check =>
  (value) =>
    fits(value) ? null : WRONG;

export const anything: Check = () => null;
export const text = when((value) => typeof value === "string");
export const flag = when((value) => typeof value === "boolean");
export const figure = when((value) => typeof value === "number" && Number.isFinite(value));
export const oneOf = (...values: readonly unknown[]): Check => when((value) => values.includes(value));

/** A day of the calendar, as it is written down: 2027-04-30. */
export const day = when((value) => {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const moment = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value);
});

export const currency = when((value) => typeof value === "string" && /^[A-Z]{3}$/.test(value));

export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined ? null : check(value);

const under = (name: string, path: string): string => (path ? `${name}.${path}` : name);

function first(faults: Iterable<[string, string | null]>): string | null {
  for (const [name, path] of faults) if (path !== null) return under(name, path);
  return null;
}

export const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) ? first(value.map((one, place) => [String(place), check(one)])) : WRONG;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const record = when(isRecord);

export const shape =
  <Type extends object>(members: Members<Type>): Check =>
  (value) =>
    isRecord(value) ? first(Object.entries<Check>(members).map(([name, check]) => [name, check(value[name])])) : WRONG;
