/** What to think of a lie, from what was seen and what left the browser. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Seen } from "./eyes";
import { CHECKOUT } from "./surface";
import type { Visit } from "./tour";

/**
 * `no effect`: nothing differs. `refused`: the person is told, and nothing else is said in its place. `word`: only what
 * stands under the mark of the server's word, an order, or what there is to press. All others are failures.
 */
export type Verdict = "no effect" | "refused" | "word" | "drawn" | "missing" | "signed";

export const FAILURES: readonly Verdict[] = ["drawn", "missing", "signed"];

export const isFailure = (verdict: Verdict): boolean => FAILURES.includes(verdict);

export interface Judgement {
  verdict: Verdict;
  /** What differs, for people. */
  because: readonly string[];
}

/** The sentences with which the app says that something is not as it should be, or that it is not there. */
const REFUSALS =
  /: Loading$|Unnamed (member|role)|did not load|could(n['’]t| not) be (loaded|checked|opened|verified|read|refreshed)|can['’]t be (checked|verified|opened|read|loaded)|cannot be (opened|read|verified|checked)|security alarm|Try again|no longer shows|does not match|Altered|Withheld|Rolled back|Foreign|damaged|not up to date|Not checked|Unconfirmed|Unlock to read|not respond|something went wrong/i;

export function judge(honest: Visit, told: Visit): Judgement {
  const signed = told.signed.filter((line) => !honest.signed.includes(line));
  if (signed.length) return { verdict: "signed", because: signed };
  const parts = Object.keys(honest.parts).map((part) => compare(honest.parts[part] ?? [], told.parts[part] ?? []));
  const added = parts.flatMap((one) => one.added);
  const gone = parts.flatMap((one) => one.gone);
  const because = [...added.map((line) => `+ ${line}`), ...gone.map((line) => `- ${line}`)];
  const differs = honest.signed.length > told.signed.length || parts.some(({ order }) => order);
  if (!because.length) return { verdict: differs ? "word" : "no effect", because: differs ? ["order, or an act that is not offered"] : [] };
  const said = added.some((line) => line.startsWith("alert:") || REFUSALS.test(line));
  // Beside a refusal the app's own fixed words say nothing that came from the server; without one they could be the lie.
  const claims = added.filter((line) => line.startsWith("fact:") && !REFUSALS.test(line) && !(said && (isFixed(line) || isCount(line))));
  // What the app says in its own words beside a control goes with it; what is told of something does not.
  const lost = gone.filter((line) => line.startsWith("fact:") && !isFixed(line));
  if (claims.length) return { verdict: "drawn", because };
  if (said) return { verdict: "refused", because };
  if (lost.length) return { verdict: "missing", because };
  // A number on a control that is not offered any more goes with it.
  const buttons = [...added, ...gone.filter((line) => !/: \d+$/.test(line))].filter((line) => line.startsWith("control:"));
  const spoken = buttons.filter((line) => /\d|[“”@]/.test(line));
  return { verdict: spoken.length ? "drawn" : "word", because };
}

/** The sentences of the app in which nothing is put in, and the signs for what is not there and for a face that nobody has signed. */
const FIXED = new Set(
  [...readFileSync(join(CHECKOUT, "web/src/i18n/catalogues/en.po"), "utf8").matchAll(/^msgstr ("[^{}\n]*"(?:\n"[^{}\n]*")*)$/gm)]
    .map(([, text = ""]) => text.split("\n").map((line) => JSON.parse(line) as string).join("")),
).add("–").add("?");
const isFixed = (line: string): boolean => FIXED.has(line.slice(line.indexOf(": ") + 2));

/** How many rows there are, those that are refused among them, or devices of whomever the answer names. */
const isCount = (line: string): boolean => /^fact: \d+( of \d+| devices?)?$/.test(line);

function compare(before: Seen, after: Seen): { added: string[]; gone: string[]; order: boolean } {
  const left = [...before];
  const added = after.filter((line) => {
    const place = left.indexOf(line);
    if (place < 0) return true;
    left.splice(place, 1);
    return false;
  });
  return { added, gone: left, order: !added.length && !left.length && before.join("\n") !== after.join("\n") };
}
