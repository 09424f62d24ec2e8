/** What to think of a lie, from what was seen and what left the browser. */
import type { Seen } from "./eyes";
import { hunksOf, type Hunk } from "./hunks";
import { sentenceOf } from "./sentences";
import type { Visit } from "./tour";

/**
 * `no effect`: nothing differs. `refused`: the person is told, there where it is, and nothing else is said in its place.
 * `word`: only what stands under the mark of the server's word, an order, or what there is to press. All others are failures.
 */
export type Verdict = "no effect" | "refused" | "word" | "drawn" | "missing" | "signed";

export const FAILURES: readonly Verdict[] = ["drawn", "missing", "signed"];

export const isFailure = (verdict: Verdict): boolean => FAILURES.includes(verdict);

export interface Judgement {
  verdict: Verdict;
  /** What differs, for people. */
  because: readonly string[];
}

/** The worst first: of the places where a page differs, the worst is what became of the lie. */
const WORST: readonly Verdict[] = ["drawn", "missing", "refused", "word"];

export function judge(honest: Visit, told: Visit): Judgement {
  const signed = told.signed.filter((line) => !(honest.mayBeSigned ?? honest.signed).includes(line));
  if (signed.length) return { verdict: "signed", because: signed };
  // What is open to be edited is called by its title on another part of the screen.
  const outOfSight = honest.outOfSight ?? [];
  const titles = new Set([...Object.values(honest.parts).flat().map(textOf), ...outOfSight.slice(0, 2)]);
  // A browser that has locked itself has no tabs any more either.
  const locked = Object.values(told.parts).flat().some(isLocking) && !Object.values(honest.parts).flat().some(isLocking);
  // What could not be begun leaves the page as it was before, which is judged by itself.
  const isUndone = honest.done && !told.done;
  const judged = (part: string): Judged => {
    const whole = judgedAs(part, part);
    return part === AFTER && isUndone && whole.hunks.some(({ verdict }) => isFailure(verdict)) ? judgedAs(Object.keys(honest.parts)[0] ?? part, part) : whole;
  };
  const judgedAs = (before: string, part: string) => judgePart(honest.parts[before] ?? [], told.parts[part] ?? [], { titles, outOfSight }, locked);
  const [first = "", ...others] = Object.keys(honest.parts);
  const front = judged(first);
  const parts = [front, ...others.filter((part) => told.parts[part] !== undefined || !isOutOfReach(part, front, told.parts[first] ?? [])).map(judged)];
  const hunks = parts.flatMap((part) => part.hunks);
  const because = hunks.flatMap(({ added, gone }) => [...added.map((line) => `+ ${line}`), ...gone.map((line) => `- ${line}`)]);
  const verdict = WORST.find((each) => hunks.some((hunk) => hunk.verdict === each));
  if (verdict) return { verdict, because };
  const less = (honest.done && !told.done) || honest.signed.some((line) => !told.signed.includes(line)) || parts.some(({ moved }) => moved);
  return less ? { verdict: "word", because: ["order, or an act that is not offered"] } : { verdict: "no effect", because: [] };
}

/** The part of a visit that comes by what its person does. */
const AFTER = "after";

/** A tab that is not offered: because its item is refused, or because it could not be checked what this person may do. */
function isOutOfReach(tab: string, { hunks }: Judged, front: Seen): boolean {
  const offer = `control: ${tab}`;
  return hunks.some(({ gone, verdict }) => verdict === "refused" && gone.includes(offer)) || (front.includes(RIGHTS) && !front.includes(offer)) || isOfNoRight(tab, hunks);
}

/** What somebody may do is the server's word: where a page of the app is not offered, neither is a tab of the same right. */
const PAGE_OF_TAB: Readonly<Record<string, string>> = { Activity: "Audit log" };
const isOfNoRight = (tab: string, hunks: Judged["hunks"]): boolean =>
  [tab, PAGE_OF_TAB[tab] ?? tab].every((offer) => hunks.some(({ gone, verdict }) => verdict === "word" && gone.includes(`control: ${offer}`))) && tab in PAGE_OF_TAB;

const RIGHTS = "alert: What you may do here could not be checked";

interface Judged {
  hunks: readonly (Hunk & { verdict: Verdict })[];
  moved: boolean;
}

function judgePart(before: Seen, after: Seen, everywhere: Pick<Known, "titles" | "outOfSight">, locked: boolean): Judged {
  const { hunks, moved } = hunksOf(before, after);
  const known = { here: new Set(before.map(textOf)), now: new Set(after.map(textOf)), ...everywhere };
  // The wire refuses what is done, also at an honest server: that it failed is told at a lie, too, if for another reason.
  const failing = before.some(isFailedAct) && after.some(isFailedAct);
  // Where the account itself is in question nothing of it is drawn, wherever it stood.
  const alarmed = hunks.some(({ added }) => added.some((line) => kindOf(line) === "alert" && ALARM.test(line)));
  const looking = hunks.some(({ added }) => added.includes(LOOKING));
  // Who begins from nothing sees nothing of the account, and the refused ones are counted with the others.
  const anew = hunks.some(({ added }) => added.some((line) => textOf(line) === ANEW));
  const counting = hunks.some(({ added }) => added.some((line) => refuses(textOf(line), known)));
  // What hangs on documents goes with them.
  const unloaded = hunks.some(({ added }) => added.includes(UNLOADED));
  // Why it failed may stand in another place, by how long it is.
  const otherwise = [hunks.flatMap(({ added }) => added), hunks.flatMap(({ gone }) => gone)].every((lines) => lines.some((line) => WHY.test(line)));
  // A request that is not shown is missed in one place, and stood in two.
  const missed = hunks.some(({ added }) => added.some((line) => MISSED_REQUEST.test(textOf(line))));
  // What is not even asked of the server has not failed there.
  const unasked = hunks.some(({ added }) => added.some((line) => UNASKED.test(textOf(line))));
  // Where the browser has locked itself, nothing is drawn either, and says so in a word each.
  return {
    hunks: hunks.map((hunk) => {
      const seen = locked ? { ...hunk, added: hunk.added.filter((line) => !isLocked(line)) } : hunk;
      return { ...hunk, verdict: judgeHunk(seen, known, { alarmed: alarmed || locked, failing, missed, counting, anew, unloaded, looking, otherwise, unasked }) };
    }),
    moved,
  };
}

/** What is said anywhere on the part of the screen, and tells how to take what stands elsewhere on it. */
interface PageFacts {
  alarmed: boolean;
  failing: boolean;
  missed: boolean;
  /** Something on it is refused, and stands among the rows that are counted at its head. */
  counting: boolean;
  /** The documents did not load, and the page says so. */
  unloaded: boolean;
  /** By the server's word somebody else looks on as this person, and is offered less. */
  looking: boolean;
  /** It is told for another reason that something failed. */
  otherwise: boolean;
  /** The form asks for something that is missing, and sends nothing. */
  unasked: boolean;
  /** Nothing of the account is drawn: the app begins from nothing, and says that somebody else was here. */
  anew: boolean;
}

/** What stands at an honest server on the same part of the screen, and on any. */
interface Known {
  here: ReadonlySet<string>;
  /** What stands on that part of the screen now. */
  now: ReadonlySet<string>;
  titles: ReadonlySet<string>;
  /** What the row of the thing says that only the server's word keeps out of sight: its title first. */
  outOfSight: readonly string[];
}

function judgeHunk({ added, gone }: Hunk, known: Known, { alarmed, failing, missed, counting, anew, unloaded, looking, otherwise, unasked }: PageFacts): Verdict {
  const isRefusal = (line: string): boolean => refuses(textOf(line), known);
  const told = added.some(isFailedAct) && added.some(isReason);
  const refused = alarmed || told || (otherwise && [...added, ...gone].some((line) => WHY.test(line))) || anew || added.some(isRefusal) || (missed && gone.some((line) => OF_REQUEST.test(textOf(line)))) || isElsewhere(gone, known) || (unloaded && gone[0] === OF_DOCUMENTS);
  // Its count is in the frame of the app on every page.
  if (isOneMore(added, gone) && known.outOfSight.length > 0) return "word";
  const columns = new Set(refused ? added.flatMap(columnOf) : []);
  const unconfirmed = added.some((line) => sentenceOf(textOf(line))?.words === UNCONFIRMED);
  const isOfUnconfirmed = (line: string): boolean => unconfirmed && (isUnconfirmed(textOf(line)) || line === NO_DEVICE);
  const invited = added.includes(INVITED) && added.some((line) => kindOf(line) === "word");
  const isOfInvited = (line: string): boolean => invited && (line === INVITED || isInvitation(line, known));
  const gonePress = gone.some((line) => kindOf(line) === "control");
  const isClaim = (line: string): boolean => {
    if (kindOf(line) === "word" || isRefusal(line) || ((otherwise || told) && isReason(line)) || PAGES.test(line) || (counting && isCount(line)) || (alarmed && OF_ALARM.test(line))) return false;
    if (anew && (isFixed(line) || OWN_BROWSER.test(line) || BRAND.includes(line))) return false;
    if (looking && isCount(line)) return false;
    if (isCalledUp(known) && (isCount(line) || line === UNCHOSEN || isOfCalledUp(line, known))) return false;
    if (line === EMPTY && refused && known.here.has(textOf(line))) return false;
    if (columns.has(headOf(line)) || isOfUnconfirmed(line) || isUnconfirmedNow(line, known) || isOfInvited(line)) return false;
    // One more thing without a title, beside one that is refused.
    if (refused && WITHOUT_TITLE.test(textOf(line))) return false;
    if (isFixed(line)) {
      // What there is to press may differ, but not what is chosen; a short word, as of a state or a role, can be the lie itself:
      // but not in an alert, where it says why, and not where people are asked to compare.
      const isWhy = kindOf(line) === "alert" || COMPARED.test(textOf(line));
      return kindOf(line) !== "control" && !(refused && (isWhy || !isShort(line)));
    }
    if (isOffer(line)) return false;
    if (refused && UPLOADING.test(line)) return false;
    // Beside a refusal may stand what stood there before: in a shorter form, or under a control of its own.
    return !(refused && (known.here.has(textOf(line)) || isCount(line) || isOf(line, known) || isOfComparing(line, known) || isOfRefused(line, known)));
  };
  const isLost = (line: string): boolean => {
    if (kindOf(line) === "word" || refused || ((failing || (unasked && (isFailedAct(line) || WHY.test(line)))) && kindOf(line) === "alert") || ((counting || isCalledUp(known)) && isCount(line))) return false;
    if (added.some((one) => isNowUnconfirmed(one, line))) return false;
    if (looking && (isCount(line) || (isFixed(line) && kindOf(line) === "fact"))) return false;
    if (kindOf(line) === "control") return !isFixed(line) && !isNumber(line) && !isOffer(line) && !isActOn(line, known);
    // What the app says in its own words beside a control goes with it; a warning does not, and no state of a thing.
    return !(isFixed(line) && gonePress && !isShort(line) && !isRefusal(line) && kindOf(line) !== "alert");
  };
  if (added.some(isClaim)) return "drawn";
  if (gone.some(isLost)) return "missing";
  return refused ? "refused" : "word";
}

/** The sentences with which the app says that something is not as it should be, or that it is not there. */
const REFUSALS =
  /^Loading$|^Unnamed (member|role)$|did not load|could(n['’]t| not) be (loaded|checked|opened|verified|read|refreshed)|can['’]t be (checked|verified|opened|read|loaded)|cannot be (opened|read|verified|checked)|security alarm|Try again|is set up for someone else|no longer shows|does not match|Altered|Withheld|Rolled back|Foreign|damaged|not up to date|Not checked|Unconfirmed|Unlock to read|not respond|something went wrong|stopped working|showed wrongly|shown wrongly|does not belong here|showed an older version|not what its author signed|^Your role cannot see the \w+( \w+)?\.$|^Passkey Sign In Failed$|^Coffer could not start$|^Switch back or reload\. Nothing was saved\.$|^Compare safety code$|^Waiting for network$|^Read these digits to …|^Choose one\.$|^There is no role that you can give\.$/i;
/** Those of the whole account. */
const ALARM = /The key record was changed|does not match your invitation|no longer shows the record of this account|belongs to another account|security alarm/i;

/** Why something was refused, as the app says it of each kind of refusal: one takes the place of another. */
const WHY =
  /^(?:alert|fact): (This does not exist, or you cannot open it\.|The server did not accept this\..*|Your role does not allow this\.|This already exists\.|Someone else changed this in the meantime\..*|This is not possible right now\.|Something failed on the server\.|This invitation is no longer valid\. Ask for a new one\.|This is damaged and cannot be read\.|Unable to login|(?:\S.* )?The server says:)$/;

/** What a form says of itself before it sends anything. */
const UNASKED = /^(Choose one|There is no role that you can give)\.$/;

const UNLOADED = "alert: The documents did not load";
const OF_DOCUMENTS = "heading: Finish setting up";

/** An upload that does not get away, and says why. */
const UPLOADING = /^(heading: Encrypting and uploading 0 of \d+|fact: 0 percent uploaded|fact: Told\.pdf|control: Pause Told\.pdf)$/;

/** Of somebody who waits to be let in, and whom the server does not show. */
const MISSED_REQUEST = /^A request for access could not be checked$/;
const OF_REQUEST = /^Approve /;

/** What stands above the set-up of a browser that another person has set up. */
const ANEW = "This browser is set up for someone else of this account";

/** What this browser calls itself, in the field of its name. */
const OWN_BROWSER = /^control: \w+ on \w+$/;
/** What stands above the set-up: the product's own name, which is in no catalogue. */
const BRAND = ["fact: C", "fact: Coffer"];

const LOOKING = "word: Viewing as someone else";

/** What a page is called where it cannot say what it is about: no state of anything. */
const PAGES = /^heading: Invitation$/;

/** The state in the frame of the app, and since when, by the clock of the browser. */
const OF_ALARM = /^(fact: Alarm|alert: Since \d\d\/\d\d\/\d{4} \d\d:\d\d)$/;

/** A device of which nobody says what it is, with its place in the list: any other text could be the server's. */
const NAMELESS_DEVICE = "Device …";

/** What the frame of the app says of a browser without its keys. */
const LOCKED = ["Unlock to read and write", "No keys on this device"];

/** The word for what is refused, with its title when it was last proven: put together by the app, so that no sentence fits it. */
const NAMED = /^(?:Rolled back|Foreign|Withheld|Altered): (.+)$/;
/** What stands in place of a title that cannot be read. */
const WITHOUT_TITLE = /^[A-Z]\w+ \(no access\)$/;

/** A text with which the app refuses: never because of what is put into it, which could be the lie. */
function refuses(text: string, known: Known): boolean {
  const [, title] = NAMED.exec(text) ?? [];
  if (title !== undefined) return known.titles.has(title);
  const sentence = sentenceOf(text);
  if (sentence?.words === NAMELESS_DEVICE) return sentence.values.every((value) => /^\d+$/.test(value));
  return sentence !== null && REFUSALS.test(sentence.words);
}

/** The thing that only the server's word keeps out of sight is counted. */
const isOneMore = (added: readonly string[], gone: readonly string[]): boolean => {
  const [[more], [less]] = [added, gone].map((lines) => lines.filter((line) => /^control: \d+$/.test(line)).map((line) => Number(textOf(line)))) as [number[], number[]];
  return added.length === 1 && gone.length === 1 && more !== undefined && less !== undefined && more === less + 1;
};

/** The box before a row that is not chosen. */
const UNCHOSEN = "control: [ ]";

/** Whether something stands there that only the server's word kept out of sight: it is there, and what its row says is signed. */
const isCalledUp = ({ here, now, outOfSight: [title = ""] }: Known): boolean => now.has(title) && !here.has(title);
const isOfCalledUp = (line: string, { outOfSight }: Known): boolean => {
  const values = kindOf(line) === "control" ? sentenceOf(textOf(line))?.values : [textOf(line)];
  return values?.every((value) => outOfSight.includes(value)) ?? false;
};

/** The title itself of what is refused by it, on a page that did not show it as long as nothing was wrong. */
const isOfRefused = (line: string, { now, titles }: Known): boolean =>
  kindOf(line) === "fact" && titles.has(textOf(line)) && [...now].some((text) => NAMED.exec(text)?.[1] === textOf(line));

/** A row that is refused may stand in another place than it stood in: all that is gone is of such rows. */
function isElsewhere(gone: readonly string[], { now }: Known): boolean {
  const refused = new Set([...now].flatMap((text) => NAMED.exec(text)?.[1] ?? []));
  const isThere = (value: string): boolean => now.has(value) || /^\d*$/.test(value) || (sentenceOf(value)?.values.every(isThere) ?? false);
  const ofRows = gone.flatMap((line) => sentenceOf(textOf(line))?.values ?? []);
  return gone.some((line) => refused.has(textOf(line))) && ofRows.every((value) => refused.has(value) || isThere(value));
}

const kindOf = (line: string): string => line.slice(0, line.indexOf(": "));
const textOf = (line: string): string => line.slice(line.indexOf(": ") + 2);
const isLocking = (line: string): boolean => LOCKED.includes(textOf(line));
/** What stands in place of a title on a browser without its keys, also on what there is to press. */
const isLocked = (line: string): boolean => {
  const { values = [] } = sentenceOf(textOf(line)) ?? {};
  return ["Locked", "No access"].includes(textOf(line)) || (values.length > 0 && values.every((value) => value === "Locked"));
};
const isFailedAct = (line: string): boolean => kindOf(line) === "alert" && isFixed(line) && /^\w+ [Ff]ailed$/.test(textOf(line));
/** Why something was refused, and whose words stand under it. */
const isReason = (line: string): boolean => WHY.test(line) && isFixed(line.replace(/(\S) The server says:$/, "$1"));
const isFixed = (line: string): boolean => sentenceOf(textOf(line))?.values.length === 0;
const isNumber = (line: string): boolean => /^\d+$/.test(textOf(line));
/** How many of the things on the page there are to do something with. */
const isOffer = (line: string): boolean => kindOf(line) === "control" && (sentenceOf(textOf(line))?.values.every((value) => /^\d+$/.test(value)) ?? false);
/** What there is to do with a thing that is still there. */
function isActOn(line: string, { now }: Known): boolean {
  const { words, values = [] } = sentenceOf(textOf(line)) ?? {};
  const isThere = (value: string): boolean => now.has(value) || (sentenceOf(value)?.values.some(isThere) ?? false);
  return words !== undefined && /\w/.test(words) && values.length > 0 && values.every(isThere);
}
const isShort = (line: string): boolean => /^(\S+ ){0,2}\S*[^.!?…–\s]$/.test(textOf(line));

/** Where nothing proves who waits, two people compare what their devices reckon: the app asks for more, and believes less. */
const COMPARED = /^Safety code$/;
const COMPARING = /^(Read these digits to …, in a call|Group … of …: …$|… reads 6 digits back$|…['’]s browser did not accept the code$)/;
const isOfComparing = (line: string, known: Known): boolean => {
  const { words = "", values = [] } = sentenceOf(textOf(line)) ?? {};
  const isFirstName = (value: string): boolean => [...known.here].some((text) => text.startsWith(`${value} `));
  return COMPARING.test(words) && values.every((value) => /^[\d ]+$/.test(value) || isFirstName(value));
};

/** A person of whom nobody has signed anything is called so, whoever the server says that it is; the log knows no device of theirs. */
const UNCONFIRMED = "(unconfirmed) …";
const NO_DEVICE = "fact: No device yet";
const UNNAMED = "Unnamed member";
const isUnconfirmed = (text: string): boolean => {
  if (text === UNNAMED) return true;
  const { words, values = [] } = sentenceOf(text) ?? {};
  return words === UNCONFIRMED || (values.length > 0 && values.every(isUnconfirmed));
};

/** What stood there of the same sentence, with the name of somebody as unconfirmed. */
function isUnconfirmedNow(line: string, { here }: Known): boolean {
  const { words, values = [] } = sentenceOf(textOf(line)) ?? {};
  return values.some(isUnconfirmed) && [...here].some((text) => {
    const before = sentenceOf(text);
    return before?.words === words && values.every((value, at) => value === before?.values[at] || isUnconfirmed(value));
  });
}

/** Whether a line says the same, of somebody whose name is unconfirmed now: whatever the server calls them, it says that nobody has signed it. */
function isNowUnconfirmed(line: string, before: string): boolean {
  const [now, was] = [sentenceOf(textOf(line)), sentenceOf(textOf(before))];
  if (now === null || now.words !== was?.words) return false;
  return now.values.some(isUnconfirmed) && now.values.every((value, at) => value === was.values[at] || isUnconfirmed(value));
}

/** Whether an invitation is still open is the server's word alone, and so is its address; who has made it and for which role is signed. */
const INVITED = "heading: Invited";
const INVITATION = "Invited by … on …";
const DAYS = /^\d\d\/\d\d\/\d{4} · Valid until \d\d\/\d\d\/\d{4}$/;
const isInvitation = (line: string, { here }: Known): boolean => {
  const { words, values = [] } = sentenceOf(textOf(line)) ?? {};
  if (words !== INVITATION) return kindOf(line) === "fact" && here.has(textOf(line));
  const [by = "", days = ""] = values;
  return here.has(by) && DAYS.test(days);
};

/** A list without an open panel has room for more columns: each has a head, and mostly a width. */
const WIDTH = "Width of …";
const COLUMN = "Column …";

const columnOf = (line: string): string[] => {
  const { words, values = [] } = sentenceOf(textOf(line)) ?? {};
  return words === WIDTH ? values.filter((value) => sentenceOf(value)?.values.length === 0) : [];
};

/** Of what column the line is the head. */
function headOf(line: string): string {
  const { words = "", values: [value = ""] = [] } = sentenceOf(textOf(line)) ?? {};
  return words === WIDTH || words === COLUMN ? value : textOf(line);
}

/** What a column of the board says that nothing stands in, also one that is refused itself. */
const EMPTY = "fact: No tasks";

/** How many rows there are, those that are refused among them. */
const isCount = (line: string): boolean => /^(fact|control|heading): \d+( of \d+)?$/.test(line);

/** A sentence of the app about what was on the page before, or about what is refused. */
const isOf = (line: string, known: Known): boolean => {
  const values = sentenceOf(textOf(line))?.values;
  return values !== undefined && values.every((value) => known.here.has(value) || refuses(value, known) || (WITHOUT_TITLE.test(value) && sentenceOf(value)?.values.length === 0));
};
