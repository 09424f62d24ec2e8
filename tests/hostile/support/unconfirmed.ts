/** People of whom nobody has signed anything, and invitations: of whom the app says so, and what it says of them. */
import { kindOf, textOf } from "./lines";
import { sentenceOf } from "./sentences";
import type { Known } from "./warnings";

/** A person of whom nobody has signed anything is called so, whoever the server says that it is; the log knows no device of theirs. */
export const UNCONFIRMED = "(unconfirmed) …";

export const NO_DEVICE = "fact: No device yet";
const UNNAMED = "Unnamed member";

export const isUnconfirmed = (text: string): boolean => {
  if (text === UNNAMED) return true;
  const { words, values = [] } = sentenceOf(text) ?? {};
  return words === UNCONFIRMED || (values.length > 0 && values.every(isUnconfirmed));
};

/** What stood there of the same sentence, with the name of somebody as unconfirmed. */
export function isUnconfirmedNow(line: string, { here }: Known): boolean {
  const { words, values = [] } = sentenceOf(textOf(line)) ?? {};
  return values.some(isUnconfirmed) && [...here].some((text) => {
    const before = sentenceOf(text);
    return before?.words === words && values.every((value, at) => value === before?.values[at] || isUnconfirmed(value));
  });
}

/** Whether a line says the same, of somebody whose name is unconfirmed now: whatever the server calls them, it says that nobody has signed it. */
export function isNowUnconfirmed(line: string, before: string): boolean {
  const [now, was] = [sentenceOf(textOf(line)), sentenceOf(textOf(before))];
  if (now === null || now.words !== was?.words) return false;
  return now.values.some(isUnconfirmed) && now.values.every((value, at) => value === was.values[at] || isUnconfirmed(value));
}

/** Whether an invitation is still open is the server's word alone, and so is its address; who has made it and for which role is signed. */
export const INVITED = "heading: Invited";

const INVITATION = "Invited by … on …";
const DAYS = /^\d\d\/\d\d\/\d{4} · Valid until \d\d\/\d\d\/\d{4}$/;

export const isInvitation = (line: string, { here }: Known): boolean => {
  const { words, values = [] } = sentenceOf(textOf(line)) ?? {};
  if (words !== INVITATION) return kindOf(line) === "fact" && here.has(textOf(line));
  const [by = "", days = ""] = values;
  return here.has(by) && DAYS.test(days);
};
