/**
 * Every lie about one member of one answer: that it is not there, empty, a sibling's, an older or a later one, another
 * account's, or one that the server has made up where there was none.
 */
import type { Member, Operation } from "./surface";
import type { Answer, Json } from "./wire";

export const KINDS = ["sibling", "older", "later", "foreign", "invented", "empty", "dropped"] as const;
export type LieKind = (typeof KINDS)[number];

/** One member, and what it is to be instead: `undefined` takes it away. */
export interface Change {
  member: string;
  kind: LieKind;
  /** The steps from the root of the answer to the member. */
  at: readonly (string | number)[];
  value: Json | undefined;
}

type Place = readonly (string | number)[];

/** All places of a member in an answer; those of the things that the tour opens come first. */
export function placesOf(body: Json, path: string, focus: readonly string[]): Place[] {
  let found: { at: Place; inside: Json; focused: boolean }[] = [{ at: [], inside: body, focused: false }];
  for (const step of stepsOf(path)) {
    found = found.flatMap(({ at, inside, focused }) => {
      if (step === "[]") {
        if (!Array.isArray(inside)) return [];
        return inside.map((element, place) => ({ at: [...at, place], inside: element, focused: focused || isAbout(element, focus) }));
      }
      if (typeof inside !== "object" || inside === null || Array.isArray(inside)) return [];
      const names = step === "*" ? Object.keys(inside) : step in inside ? [step] : [];
      return names.map((name) => ({ at: [...at, name], inside: inside[name] ?? null, focused }));
    });
  }
  return found.sort((one, other) => Number(other.focused) - Number(one.focused)).map(({ at }) => at);
}

const stepsOf = (path: string): string[] => path.replaceAll("[]", ".[]").split(".").filter(Boolean);

const isAbout = (element: Json, focus: readonly string[]): boolean =>
  typeof element === "object" && element !== null && !Array.isArray(element) && typeof element["id"] === "string" && focus.includes(element["id"]);

export function valueAt(body: Json, at: Place): Json | undefined {
  let inside: Json | undefined = body;
  for (const step of at) {
    if (typeof inside !== "object" || inside === null) return undefined;
    inside = Array.isArray(inside) ? inside[Number(step)] : inside[step];
  }
  return inside;
}

/** The answer with a member changed, or taken away. */
export function changed(body: Json, { at, value }: Pick<Change, "at" | "value">): Json {
  const whole = structuredClone(body);
  const last = at.at(-1);
  if (last === undefined && value !== undefined) return structuredClone(value);
  const inside = valueAt(whole, at.slice(0, -1));
  if (last === undefined || typeof inside !== "object" || inside === null) return whole;
  const members = inside as Record<string, Json>;
  if (value !== undefined) members[last] = value;
  else if (Array.isArray(inside)) inside.splice(Number(last), 1);
  else delete members[last];
  return whole;
}

interface Sources {
  honest: Json;
  /** What the same operation answered before, oldest first. */
  before: readonly Json[];
  elsewhere: readonly Json[];
  focus: readonly string[];
}

/** The lies that a server could tell about a member with what it has at hand, and with what it makes up. */
export function liesAbout(operation: Operation, member: Member, { honest, before, elsewhere, focus }: Sources): Change[] {
  const places = placesOf(honest, member.path, focus);
  const at = places.find((place) => isSomething(valueAt(honest, place))) ?? places[0];
  const of = (body: Json): (Json | undefined)[] => placesOf(body, member.path, focus).map((place) => valueAt(body, place));
  const known = [...of(honest), ...before.flatMap(of), ...elsewhere.flatMap(of)].find(isSomething);
  const invented = inventedAbout(operation, member, honest, focus, known);
  const made = invented ? [{ member: member.path, kind: "invented" as const, ...invented }] : [];
  if (!at) return made;
  const now = valueAt(honest, at) ?? null;
  const said = JSON.stringify(now);
  const other = (value: Json | undefined): value is Json => value !== undefined && value !== null && JSON.stringify(value) !== said;
  const old = before.map((body) => valueAt(body, sameThing(honest, body, at))).filter(other);
  const lies: [LieKind, Json | undefined][] = [
    ["sibling", places.map((place) => valueAt(honest, place)).find(other) ?? neighbour(operation, member, honest, at, said)],
    ["older", old[0] ?? moved(now, member, -1)],
    ["later", moved(now, member, 1)],
    ["foreign", elsewhere.flatMap(of).find(other)],
    ["empty", emptied(now)],
    ["dropped", undefined],
  ];
  const told = new Set<string>();
  const found = lies.flatMap(([kind, value]) => {
    const lie = JSON.stringify(value) ?? "dropped";
    if (lie === said || told.has(lie) || (kind !== "dropped" && value === undefined)) return [];
    told.add(lie);
    return [{ member: member.path, kind, at, value }];
  });
  if (made.length) return [...found, ...made];
  // A state that none of these has; and some value at least, where nobody had another.
  const state = member.values.find((value) => value !== now && !told.has(JSON.stringify(value)));
  const some = state ?? (found.some(({ value }) => isSomething(value)) ? undefined : member.example);
  return other(some) ? [...found, { member: member.path, kind: "invented", at, value: some }] : found;
}

/** A value where there is none: in a row that has none, or with all that it stands in. */
function inventedAbout(operation: Operation, member: Member, honest: Json, focus: readonly string[], known: Json | undefined): Pick<Change, "at" | "value"> | null {
  const exampleOf = (path: string): Json => operation.members.find((one) => one.path === path)?.example ?? null;
  const places = placesOf(honest, member.path, focus);
  const bare = places.find((place) => !isSomething(valueAt(honest, place)) && valueAt(honest, place) !== false);
  if (bare) return { at: bare, value: known ?? member.example };
  if (places.length) return null;
  const steps = stepsOf(member.path);
  for (let depth = steps.length - 1; depth >= 0; depth -= 1) {
    const above = pathOf(steps.slice(0, depth));
    const [place] = placesOf(honest, above, focus);
    if (!place) continue;
    const inside = valueAt(honest, place);
    const next = steps[depth] ?? "";
    const isObject = typeof inside === "object" && inside !== null && !Array.isArray(inside);
    if (isObject && next !== "[]" && next !== "*") return { at: [...place, next], value: exampleOf(pathOf(steps.slice(0, depth + 1))) };
    return { at: place, value: depth > 0 ? exampleOf(above) : wholeOf(operation) };
  }
  return null;
}

const pathOf = (steps: readonly string[]): string => steps.reduce((path, step) => (step === "[]" || !path ? `${path}${step}` : `${path}.${step}`), "");

/** An answer that is nothing but invented. */
function wholeOf({ members }: Operation): Json {
  const isList = members.some(({ path }) => path.startsWith("[]"));
  const top = isList ? /^\[\]\.([^.[\]]+)$/ : /^([^.[\]*]+)$/;
  const made = Object.fromEntries(members.flatMap(({ path, example }) => (top.test(path) ? [[top.exec(path)?.[1], example]] : []))) as Json;
  return isList ? [made] : made;
}

const isSomething = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && value !== "" && value !== false && !(Array.isArray(value) && value.length === 0);

/** Where the same element stands in another answer: by its id, not by its place in the list. */
function sameThing(honest: Json, other: Json, at: Place): Place {
  return at.map((step, depth) => {
    if (typeof step !== "number") return step;
    const id = idOf(valueAt(honest, at.slice(0, depth + 1)));
    const list = valueAt(other, at.slice(0, depth));
    const place = id && Array.isArray(list) ? list.findIndex((element) => idOf(element) === id) : step;
    return place < 0 ? Number.MAX_SAFE_INTEGER : place;
  });
}

const idOf = (element: Json | undefined): Json | undefined =>
  typeof element === "object" && element !== null && !Array.isArray(element) ? element["id"] : undefined;

/** Another member of the same object with a value of the same type. */
function neighbour(operation: Operation, member: Member, honest: Json, at: Place, said: string): Json | undefined {
  const parent = member.path.slice(0, member.path.lastIndexOf("."));
  for (const one of operation.members) {
    if (one.path === member.path || one.type !== member.type || one.format !== member.format || one.path.slice(0, one.path.lastIndexOf(".")) !== parent) continue;
    const value = valueAt(honest, [...at.slice(0, -1), one.path.slice(one.path.lastIndexOf(".") + 1)]);
    if (isSomething(value) && JSON.stringify(value) !== said) return value;
  }
  return typeof valueAt(honest, at) === "boolean" ? !valueAt(honest, at) : undefined;
}

function emptied(value: Json): Json | undefined {
  if (typeof value === "string") return "";
  if (typeof value === "number") return 0;
  if (typeof value === "boolean") return false;
  if (Array.isArray(value)) return [];
  return value === null ? undefined : {};
}

const MONTH = 31 * 86_400_000;

/** The same a month away, or one more or less. */
function moved(value: Json, { format }: Member, by: 1 | -1): Json | undefined {
  if (typeof value === "number") return value + by < 0 ? undefined : value + by;
  if (typeof value !== "string" || !format?.startsWith("date") || Number.isNaN(Date.parse(value))) return undefined;
  const day = new Date(Date.parse(value) + by * MONTH).toISOString();
  return format === "date" ? day.slice(0, 10) : day;
}

/** The answers of an operation among those that were written down, without those that refuse. */
export const answersOf = (answers: readonly Answer[], operation: string): Json[] =>
  answers.filter((one) => one.operation === operation && one.status < 300).map(({ body }) => body);
