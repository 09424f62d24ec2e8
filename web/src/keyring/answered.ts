/**
 * Whether an answer is one to what was asked (`crypto.md` section 19): one that names anything else is refused whole.
 *
 * `answered.json` says for each route where its question names objects, and where its answer does. A law compares it with
 * every route of the API (`tests/contracts/test_asked_is_answered.py`).
 */
import { fromBase64Url } from "../crypto/base64url.ts";
import { ContentAlarm } from "../crypto/errors.ts";
import { idText } from "../crypto/ids.ts";
import type { Signed } from "../crypto/statements.ts";
import routes from "./answered.json";

export { isInForm } from "./forms";

/** Where members are found, as `items[].id`. */
interface Rule {
  /** What the question names, in its path, its query or its body. */
  readonly asked?: readonly string[];
  /** The objects of a list: none twice, and none beside those that were asked for by id. */
  readonly rows?: string;
  /** Further places of the answer that name what was asked for, and nothing else. */
  readonly about?: readonly string[];
  /** A list beside it, with none twice; where the question names objects, each element says in its signed attributes to which it belongs. */
  readonly beside?: string;
  readonly of?: string;
  /** The list has its objects in the places that they have in the question. */
  readonly inOrder?: boolean;
}

export interface Question {
  readonly method?: string;
  readonly path: string;
  readonly query?: Record<string, unknown> | undefined;
  readonly body?: unknown;
}

/** An answer that was refused whole, as its evidence keeps it. */
export interface RefusedAnswer {
  readonly kind: string;
  readonly route: string;
  readonly ids: readonly string[];
  readonly reason: string;
  readonly answered: readonly Signed[];
}

interface Found {
  readonly route: string;
  readonly rule: Rule;
  readonly members: Readonly<Record<string, string>>;
}

const TWICE = "An object is in the answer twice.";
const NOT_ASKED = "It is not what was asked for.";

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === "string";

const PATTERNS = Object.entries<Rule>(routes).map(([route, rule]) => ({
  route, rule, pattern: new RegExp(`^${route.replace(/\{(\w+)\}/gu, "(?<$1>[^/]+)")}$`, "u"),
}));

function ruleOf({ method = "GET", path }: Question): Found | null {
  const asked = `${method} ${path}`;
  // `/contact/ids` is no contact.
  const exact = (routes as Record<string, Rule>)[asked];
  if (exact) return { route: asked, rule: exact, members: {} };
  for (const { route, rule, pattern } of PATTERNS) {
    const { groups } = pattern.exec(asked) ?? {};
    if (groups) return { route, rule, members: Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)])) };
  }
  return null;
}

/** What stands at a place; a member that is not there stands there as nothing. */
function at(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return [value];
  if (step === "[]") return Array.isArray(value) ? value.flatMap((one) => at(one, rest)) : [];
  return isObject(value) ? at(value[step], rest) : [];
}

const namedAt = (value: unknown, place: string): unknown[] => at(value, place.replaceAll("[]", ".[]").split("."));

/** Nothing where the question names no object: its answer may have any. */
function askedIn({ query = {}, body }: Question, { rule: { asked = [] }, members }: Found): readonly string[] | null {
  const question = { ...query, ...(isObject(body) ? body : {}), ...members };
  const named = asked.flatMap((place) => namedAt(question, place)).flat().filter((id) => id !== undefined && id !== null);
  const isNamed = named.length > 0 || asked.some((place) => Array.isArray(question[place.split(/[.[]/u)[0] ?? ""]));
  return isNamed ? named.filter(isText) : null;
}

const isTwice = (ids: readonly unknown[]): boolean => new Set(ids).size < ids.length;

/** The id that a signed attribute is; what is none names nothing that was asked for. */
function signedId(value: unknown): string | null {
  try {
    return idText(fromBase64Url(value as string));
  } catch {
    return null;
  }
}

/** Why this is no answer to the question; nothing where it is one. */
function faultOf({ rule: { rows, about = [], inOrder, beside, of } }: Found, asked: readonly string[] | null, answer: unknown): string | null {
  const listed = rows ? namedAt(answer, rows) : [];
  if (isTwice(listed) || (beside && isTwice(namedAt(answer, beside)))) return TWICE;
  if (!asked) return null;
  const isAsked = (id: unknown) => asked.includes(id as string);
  const named = [...listed, ...about.flatMap((place) => namedAt(answer, place)), ...(of ? namedAt(answer, of).map(signedId) : [])];
  return named.every(isAsked) && (!inOrder || listed.every((id, i) => id === asked[i])) ? null : NOT_ASKED;
}

/** Of each object that has changed meanwhile a refusal tells how it is now: that one, and no other. */
function isAboutItself(answer: unknown): boolean {
  return namedAt(answer, "errors[]").every((error) => namedAt(error, "details.current.id").every((id) => id === undefined || id === (error as { id: unknown }).id));
}

function signedIn(value: unknown): Signed[] {
  if (Array.isArray(value)) return value.flatMap(signedIn);
  if (!isObject(value)) return [];
  const { statementB64u, signatureB64u } = value;
  const own = isText(statementB64u) && isText(signatureB64u) ? [{ statementB64u, signatureB64u }] : [];
  return [...own, ...Object.values(value).flatMap(signedIn)];
}

const listeners = new Set<(refused: RefusedAnswer) => void>();

/** Hears of every answer that is refused whole. */
export function onRefusedAnswer(listener: (refused: RefusedAnswer) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function refuse({ route }: Found, ids: readonly string[] | null, reason: string, answer: unknown): never {
  const kind = route.split("/").find((part, i) => i > 0 && part !== "api" && part !== "auth") ?? "";
  for (const listener of [...listeners]) listener({ kind, route, ids: ids ?? [], reason, answered: signedIn(answer) });
  throw new ContentAlarm("foreign", reason);
}

/** Refuses an answer whole that has an object twice, or names another than it was asked for. What is missing is another question. */
export function demandAnswered(question: Question, answer: unknown): void {
  const found = ruleOf(question);
  if (!found) return;
  const asked = askedIn(question, found);
  const fault = faultOf(found, asked, answer) ?? (isAboutItself(answer) ? null : NOT_ASKED);
  if (fault) refuse(found, asked, fault, answer);
}

/** What a refusal of the whole call says of how an object is now is about the object that the call was about. */
export function demandRefusalAnswered(question: Question, details: Record<string, unknown> | undefined): void {
  const found = ruleOf(question);
  const asked = found && askedIn(question, found);
  const named = namedAt(details, "current.id").filter((id) => id !== undefined);
  if (asked && !named.every((id) => asked.includes(id as string))) refuse(found, asked, NOT_ASKED, details);
}
