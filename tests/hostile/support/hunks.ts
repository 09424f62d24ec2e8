/** Where two pages differ: what stands together on the page is judged together, and nothing else. */
import type { Seen } from "./eyes";

export interface Hunk {
  added: readonly string[];
  gone: readonly string[];
}

/** So many equal lines between two differences are the rest of a row, or of a card, that both are in. */
const ROW = 8;

interface Line {
  text: string;
  /** The heading that it stands under. */
  under: string;
}

/**
 * The differences of two pages from top to bottom, each with its surroundings. What stands under the same heading as before,
 * and only elsewhere, is none: it has moved.
 */
export function hunksOf(before: Seen, after: Seen): { hunks: Hunk[]; moved: boolean } {
  const hunks: { added: Line[]; gone: Line[] }[] = [];
  let equal = ROW + 1;
  const under = { added: "", gone: "" };
  const labels = { before: labelsIn(before), after: labelsIn(after) };
  for (const [kind, text] of steps(before, after)) {
    if (kind !== "added" && isHeading(text)) under.gone = text;
    if (kind !== "gone" && isHeading(text)) under.added = text.replace(ALARMED, "heading: ");
    if (kind === "same") {
      equal += 1;
      continue;
    }
    if (equal > ROW) hunks.push({ added: [], gone: [] });
    const heading = headingOf(text);
    const isLabel = (kind === "added" ? labels.after : labels.before).has(heading);
    hunks.at(-1)?.[kind].push({ text, under: isLabel ? heading.replace(ALARMED, "heading: ") : under[kind] });
    equal = 0;
  }
  let moved = false;
  const gone = hunks.flatMap((hunk) => hunk.gone);
  const left = new Set<Line>();
  for (const hunk of hunks) {
    for (const line of hunk.added) {
      const place = gone.findIndex((one) => one.text === line.text && one.under === line.under);
      if (place < 0) left.add(line);
      else gone.splice(place, 1);
    }
  }
  for (const line of gone) left.add(line);
  const differing = hunks
    .map(({ added, gone: lost }) => {
      const [kept, missed] = [added.filter((line) => left.has(line)), lost.filter((line) => left.has(line))];
      moved ||= kept.length < added.length || missed.length < lost.length;
      return { added: kept.map(({ text }) => text), gone: missed.map(({ text }) => text) };
    })
    .filter((hunk) => hunk.added.length + hunk.gone.length > 0);
  return { hunks: differing, moved };
}

/** A part of a page has the text of its heading for a label, which stands before it and goes where it goes. */
const labelsIn = (lines: Seen): ReadonlySet<string> => new Set(lines.flatMap((line, at) => (lines[at + 1] === headingOf(line) ? headingOf(line) : [])));

const headingOf = (line: string): string => line.replace(/^fact: /, "heading: ");

/** What is refused has the title that it was proven with, behind a word: what stands under it is still the same. */
const ALARMED = /^heading: (?:Rolled back|Foreign|Withheld|Altered): /;

const isHeading = (line: string): boolean => line.startsWith("heading: ");

type Step = readonly ["same" | "added" | "gone", string];

/** The longest common subsequence, walked from the top. */
function steps(before: Seen, after: Seen): Step[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  const at = (one: number, other: number): number => lengths[one]?.[other] ?? 0;
  for (let one = before.length - 1; one >= 0; one -= 1) {
    for (let other = after.length - 1; other >= 0; other -= 1) {
      const row = lengths[one];
      if (row) row[other] = before[one] === after[other] ? at(one + 1, other + 1) + 1 : Math.max(at(one + 1, other), at(one, other + 1));
    }
  }
  const made: Step[] = [];
  let one = 0;
  let other = 0;
  while (one < before.length || other < after.length) {
    const [left, right] = [before[one], after[other]];
    if (left !== undefined && left === right) {
      made.push(["same", left]);
      one += 1;
      other += 1;
    } else if (right === undefined || (left !== undefined && at(one + 1, other) >= at(one, other + 1))) {
      made.push(["gone", left ?? ""]);
      one += 1;
    } else {
      made.push(["added", right]);
      other += 1;
    }
  }
  return made;
}
