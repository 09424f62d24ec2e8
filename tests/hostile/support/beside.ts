/** What may stand beside a refusal, and what goes with what is refused: never because of a value that could be the lie. */
import { kindOf, textOf } from "./lines";
import { sentenceOf } from "./sentences";
import { type Known, NAMED, refuses, WITHOUT_TITLE } from "./warnings";

export const OF_DOCUMENTS = "heading: Finish setting up";

/** An upload that does not get away, and says why. */
export const UPLOADING = /^(heading: Encrypting and uploading 0 of \d+|fact: 0 percent uploaded|fact: Told\.pdf|control: Pause Told\.pdf)$/;

export const OF_REQUEST = /^Approve /;

/** What this browser calls itself, in the field of its name. */
export const OWN_BROWSER = /^control: \w+ on \w+$/;

/** What stands above the set-up: the product's own name, which is in no catalogue. */
export const BRAND = ["fact: C", "fact: Coffer"];

/** What a page is called where it cannot say what it is about: no state of anything. */
export const PAGES = /^heading: Invitation$/;

/** The state in the frame of the app, and since when, by the clock of the browser. */
export const OF_ALARM = /^(fact: Alarm|alert: Since \d\d\/\d\d\/\d{4} \d\d:\d\d)$/;

/** What a column of the board says that nothing stands in, also one that is refused itself. */
export const EMPTY = "fact: No tasks";

/** A sentence of the app about what was on the page before, or about what is refused. */
export const isOf = (line: string, known: Known): boolean => {
  const values = sentenceOf(textOf(line))?.values;
  return values !== undefined && values.every((value) => known.here.has(value) || refuses(value, known) || (WITHOUT_TITLE.test(value) && sentenceOf(value)?.values.length === 0));
};

/** The title itself of what is refused by it, on a page that did not show it as long as nothing was wrong. */
export const isOfRefused = (line: string, { now, titles }: Known): boolean =>
  kindOf(line) === "fact" && titles.has(textOf(line)) && [...now].some((text) => NAMED.exec(text)?.[1] === textOf(line));

/** A row that is refused may stand in another place than it stood in: all that is gone is of such rows. */
export function isElsewhere(gone: readonly string[], { now }: Known): boolean {
  const refused = new Set([...now].flatMap((text) => NAMED.exec(text)?.[1] ?? []));
  const isThere = (value: string): boolean => now.has(value) || /^\d*$/.test(value) || (sentenceOf(value)?.values.every(isThere) ?? false);
  const ofRows = gone.flatMap((line) => sentenceOf(textOf(line))?.values ?? []);
  return gone.some((line) => refused.has(textOf(line))) && ofRows.every((value) => refused.has(value) || isThere(value));
}

/** The thing that only the server's word keeps out of sight is counted. */
export const isOneMore = (added: readonly string[], gone: readonly string[]): boolean => {
  const [[more], [less]] = [added, gone].map((lines) => lines.filter((line) => /^control: \d+$/.test(line)).map((line) => Number(textOf(line)))) as [number[], number[]];
  return added.length === 1 && gone.length === 1 && more !== undefined && less !== undefined && more === less + 1;
};

/** The box before a row that is not chosen. */
export const UNCHOSEN = "control: [ ]";

/** Whether something stands there that only the server's word kept out of sight: it is there, and what its row says is signed. */
export const isCalledUp = ({ here, now, outOfSight: [title = ""] }: Known): boolean => now.has(title) && !here.has(title);

export const isOfCalledUp = (line: string, { outOfSight }: Known): boolean => {
  const values = kindOf(line) === "control" ? sentenceOf(textOf(line))?.values : [textOf(line)];
  return values?.every((value) => outOfSight.includes(value)) ?? false;
};

/** What there is to do with a thing that is still there. */
export function isActOn(line: string, { now }: Known): boolean {
  const { words, values = [] } = sentenceOf(textOf(line)) ?? {};
  const isThere = (value: string): boolean => now.has(value) || (sentenceOf(value)?.values.some(isThere) ?? false);
  return words !== undefined && /\w/.test(words) && values.length > 0 && values.every(isThere);
}

/** Where nothing proves who waits, two people compare what their devices reckon: the app asks for more, and believes less. */
export const COMPARED = /^Safety code$/;

const COMPARING = /^(Read these digits to …, in a call|Group … of …: …$|… reads 6 digits back$|…['’]s browser did not accept the code$)/;

export const isOfComparing = (line: string, known: Known): boolean => {
  const { words = "", values = [] } = sentenceOf(textOf(line)) ?? {};
  const isFirstName = (value: string): boolean => [...known.here].some((text) => text.startsWith(`${value} `));
  return COMPARING.test(words) && values.every((value) => /^[\d ]+$/.test(value) || isFirstName(value));
};
