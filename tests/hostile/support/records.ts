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
 * it comes in, `never` one that the app does not use, `writes` one that is carried out again and again (`writes.ts`). Elsewhere
 * the wire refuses writes: `refusals` are the acts at which their refusal is another.
 */
type Place = Toured | ({ writes: string } | { open: string } | { unread: string } | { never: string });
export const PLAN = read<Record<string, Place & { refusals?: ScreenName[] }>>("plan.json");

export const toured = (operation: string): Toured | null => {
  const place = PLAN[operation];
  if (place && "screens" in place) return place;
  return place?.refusals ? { screens: [], acts: place.refusals } : null;
};

/** Whether the members of its answer are lied about, and not only its refusal. */
const hasMembers = (operation: string): boolean => "screens" in (PLAN[operation] ?? {}) || isWritten(operation);

export const isWritten = (operation: string): boolean => "writes" in (PLAN[operation] ?? {});

/** By member and kind of lie. The member without a name is the whole answer. */
export type Members = Record<string, Record<string, Verdict>>;

/** What became of all lies about an operation, by which judge, and how many of those without an effect were told alone. */
export interface Judgements {
  judge: number;
  alone: number;
  together: number;
  visits: number;
  members: Members;
}

export type Verdicts = Record<string, Judgements>;

/** The version of the judge: what another one has said counts for nothing. */
export const JUDGE = read<{ version: number }>("judge.json").version;

/** What this judge has said. */
export const verdicts = (): Verdicts => Object.fromEntries(Object.entries(read<Verdicts>("verdicts.json")).filter(([, { judge }]) => judge === JUDGE));

/** The worst that came of a lie on any screen. */
const RANK: readonly Verdict[] = ["no effect", "refused", "word", "missing", "drawn", "signed"];
export const worse = (one: Verdict, other: Verdict | undefined): Verdict =>
  other !== undefined && RANK.indexOf(other) > RANK.indexOf(one) ? other : one;

/** Where the findings of this run are written, an operation a line: several workers write at once. */
const FINDINGS = process.env["COFFER_HOSTILE_FINDINGS"];

/** Writes the findings about a whole operation down. */
export function writeDown(found: readonly Finding[], { id, members }: Operation, visits: number): void {
  const of: Members = Object.fromEntries((hasMembers(id) ? members : []).map(({ path }) => [path, {}]));
  for (const { member, kind, verdict } of found) {
    const told = (of[member] ??= {});
    told[kind] = worse(verdict, told[kind]);
  }
  const together = found.filter(({ beside }) => beside > 0).length;
  const judged: Judgements = { judge: JUDGE, alone: found.length - together, together, visits, members: of };
  if (FINDINGS) appendFileSync(FINDINGS, `${JSON.stringify({ [id]: judged })}\n`);
}

/** The scenarios that do not hold yet, each with who closes it. */
export const OPEN = read<Record<string, string>>("open.json");
