/** What to think of a lie, from what was seen and what left the browser. */
import {
  BRAND, COMPARED, EMPTY, isActOn, isCalledUp, isElsewhere, isOf,
  isOfCalledUp, isOfComparing, isOfRefused, isOneMore, OF_ALARM, OF_DOCUMENTS, OF_REQUEST,
  OWN_BROWSER, PAGES, UNCHOSEN, UPLOADING,
} from "./beside";
import type { Seen } from "./eyes";
import { type Hunk, hunksOf } from "./hunks";
import { columnOf, headOf, isCount, isFixed, isNumber, isOffer, isShort, kindOf, textOf } from "./lines";
import { sentenceOf } from "./sentences";
import type { Visit } from "./tour";
import { INVITED, isInvitation, isNowUnconfirmed, isUnconfirmed, isUnconfirmedNow, NO_DEVICE, UNCONFIRMED } from "./unconfirmed";
import { ALARM, ANEW, isFailedAct, isLocked, isLocking, isReason, type Known, MISSED_REQUEST, refuses, UNASKED, UNLOADED, WHY, WITHOUT_TITLE } from "./warnings";

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

const LOOKING = "word: Viewing as someone else";
