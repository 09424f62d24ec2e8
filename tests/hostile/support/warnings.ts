/** How the app says that something is not as it should be, or that it is not there. */
import { isFixed, kindOf, textOf } from "./lines";
import { sentenceOf } from "./sentences";

/** What stands at an honest server on the same part of the screen, and on any. */
export interface Known {
  here: ReadonlySet<string>;
  /** What stands on that part of the screen now. */
  now: ReadonlySet<string>;
  titles: ReadonlySet<string>;
  /** What the row of the thing says that only the server's word keeps out of sight: its title first. */
  outOfSight: readonly string[];
}

/** Of a thing, a page or a step. */
const REFUSALS =
  /^Loading$|^Unnamed (member|role)$|did not load|could(n['’]t| not) be (loaded|checked|opened|verified|read|refreshed)|can['’]t be (checked|verified|opened|read|loaded)|cannot be (opened|read|verified|checked)|security alarm|Try again|is set up for someone else|no longer shows|does not match|Altered|Withheld|Rolled back|Foreign|damaged|not up to date|Not checked|Unconfirmed|Unlock to read|not respond|something went wrong|stopped working|showed wrongly|shown wrongly|does not belong here|showed an older version|not what its author signed|^Your role cannot see the \w+( \w+)?\.$|^Passkey Sign In Failed$|^Coffer could not start$|^Switch back or reload\. Nothing was saved\.$|^Compare safety code$|^Waiting for network$|^Read these digits to …|^Choose one\.$|^There is no role that you can give\.$/i;

/** Those of the whole account. */
export const ALARM = /The key record was changed|does not match your invitation|no longer shows the record of this account|belongs to another account|security alarm/i;

/** Why something was refused, as the app says it of each kind of refusal: one takes the place of another. */
export const WHY =
  /^(?:alert|fact): (This does not exist, or you cannot open it\.|The server did not accept this\..*|Your role does not allow this\.|This already exists\.|Someone else changed this in the meantime\..*|This is not possible right now\.|Something failed on the server\.|This invitation is no longer valid\. Ask for a new one\.|This is damaged and cannot be read\.|Unable to login|(?:\S.* )?The server says:)$/;

/** What a form says of itself before it sends anything. */
export const UNASKED = /^(Choose one|There is no role that you can give)\.$/;

export const UNLOADED = "alert: The documents did not load";

/** Of somebody who waits to be let in, and whom the server does not show. */
export const MISSED_REQUEST = /^A request for access could not be checked$/;

/** What stands above the set-up of a browser that another person has set up. */
export const ANEW = "This browser is set up for someone else of this account";

/** A device of which nobody says what it is, with its place in the list: any other text could be the server's. */
const NAMELESS_DEVICE = "Device …";

/** What the frame of the app says of a browser without its keys. */
const LOCKED = ["Unlock to read and write", "No keys on this device"];

/** The word for what is refused, with its title when it was last proven: put together by the app, so that no sentence fits it. */
export const NAMED = /^(?:Rolled back|Foreign|Withheld|Altered): (.+)$/;

/** What stands in place of a title that cannot be read. */
export const WITHOUT_TITLE = /^[A-Z]\w+ \(no access\)$/;

/** A text with which the app refuses: never because of what is put into it, which could be the lie. */
export function refuses(text: string, known: Known): boolean {
  const [, title] = NAMED.exec(text) ?? [];
  if (title !== undefined) return known.titles.has(title);
  const sentence = sentenceOf(text);
  if (sentence?.words === NAMELESS_DEVICE) return sentence.values.every((value) => /^\d+$/.test(value));
  return sentence !== null && REFUSALS.test(sentence.words);
}

export const isLocking = (line: string): boolean => LOCKED.includes(textOf(line));

/** What stands in place of a title on a browser without its keys, also on what there is to press. */
export const isLocked = (line: string): boolean => {
  const { values = [] } = sentenceOf(textOf(line)) ?? {};
  return ["Locked", "No access"].includes(textOf(line)) || (values.length > 0 && values.every((value) => value === "Locked"));
};

export const isFailedAct = (line: string): boolean => kindOf(line) === "alert" && isFixed(line) && /^\w+ [Ff]ailed$/.test(textOf(line));

/** Why something was refused, and whose words stand under it. */
export const isReason = (line: string): boolean => WHY.test(line) && isFixed(line.replace(/(\S) The server says:$/, "$1"));
