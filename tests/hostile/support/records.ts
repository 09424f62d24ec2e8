/** What is written down of the machine: which operations are toured, what became of every lie, which scenarios are open. */
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Finding } from "./machine";
import type { Operation } from "./surface";
import type { ScreenName } from "./screens";
import type { Verdict } from "./verdict";

const file = (name: string): string => join(__dirname, "..", name);
const read = <T>(name: string): T => JSON.parse(readFileSync(file(name), "utf8")) as T;

export interface Toured {
  screens: ScreenName[];
  acts?: ScreenName[];
}

/**
 * Where an operation is looked at. `open` is one that no screen of the tour asks yet, `unread` one whose answer is dropped where
 * it comes in, `never` one that the app does not use.
 */
export const PLAN = read<Record<string, Toured | { open: string } | { unread: string } | { never: string }>>("plan.json");

export const toured = (operation: string): Toured | null => {
  const place = PLAN[operation];
  return place && "screens" in place ? place : null;
};

/** By operation, member and kind of lie. The member without a name is the whole answer. */
export type Verdicts = Record<string, Record<string, Record<string, Verdict>>>;

export const verdicts = (): Verdicts => read<Verdicts>("verdicts.json");

/** The worst that came of a lie on any screen. */
const RANK: readonly Verdict[] = ["no effect", "refused", "word", "missing", "drawn", "signed"];
export const worse = (one: Verdict, other: Verdict | undefined): Verdict =>
  other !== undefined && RANK.indexOf(other) > RANK.indexOf(one) ? other : one;

/** Where the findings of this run are written, an operation a line: several workers write at once. */
const FINDINGS = process.env["COFFER_HOSTILE_FINDINGS"];

/** Writes the findings about a whole operation down. What never had a value has no lie. */
export function writeDown(found: readonly Finding[], { id, members }: Operation): void {
  const of: Verdicts[string] = Object.fromEntries(members.map(({ path }) => [path, {}]));
  for (const { member, kind, verdict } of found) {
    const told = (of[member] ??= {});
    told[kind] = worse(verdict, told[kind]);
  }
  if (FINDINGS) appendFileSync(FINDINGS, `${JSON.stringify({ [id]: of })}\n`);
}

/** The scenarios that do not hold yet, each with who closes it. */
export const OPEN = read<Record<string, string>>("open.json");
