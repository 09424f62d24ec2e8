/**
 * The mutation machine: one member of one answer at a time is another, and what the screens and the signatures make of it
 * is judged.
 *
 * Lies are first told together: when nothing at all comes of them, nothing comes of any of them. Otherwise the lot is halved
 * until each that has an effect stands alone, so that an effect is always that of one lie; only the server's word is said of a
 * few lies at once. Lies that let the app keep what it had would hide others, so they are told alone, and so is a share of
 * the others again: where one of them does something after all, nothing is told together about this answer any more.
 *
 * A lie is told to an open page, which asks for everything anew as it does when it may have missed something, and is taken
 * back before the next one; a page on which something of it stays is left for a new one.
 */
import { createHash } from "node:crypto";

import { answersOf, changed, liesAbout, type Change, type LieKind } from "./lies";
import { refusal, REFUSALS, type RefusalKind } from "./refusals";
import { SCREENS, type Screen, type ScreenName } from "./screens";
import { SOCKET, type Operation } from "./surface";
import { sourcesFor, Watched, type Given, type Visit } from "./tour";
import { isFailure, judge, type Verdict } from "./verdict";
import type { Json, Lie } from "./wire";

/** What can become of a whole answer. */
export const WHOLE = [...REFUSALS, "nothing", "late"] as const;
export type WholeKind = "nothing" | "late" | RefusalKind;

export interface Finding {
  operation: string;
  member: string;
  kind: LieKind | WholeKind;
  screen: string;
  verdict: Verdict;
  because: readonly string[];
  /** How many other lies were told with it. */
  beside: number;
}

/** A lot begins small, and doubles for as long as nothing comes of it. Of so many together the server's word is said. */
export const FEWEST = 4;
const MOST = 64;
/** One of so many lies without an effect is told again, alone. */
const SHARE = 8;
const LATE_MS = 3000;
/** More content alarms than this within a minute would become one alarm of the account, and hide what comes after it. */
const ALARMS = 7;

export interface Task {
  operation: Operation;
  screen: ScreenName;
  /** Only these members; all of them where it is not said. */
  members?: readonly string[];
  acts: boolean;
  /** Only failures are told apart; whatever else comes of a lot is said of all of it. */
  failures?: boolean;
}

/** The number of the lasting list in the frame of the app. */
const COUNTED = /^[+-] control: (What the server showed wrongly|Shown wrongly|\d+)$/;

type Judged = ReturnType<typeof judge> & { told: number };

/** What is told: another answer, or a frame. */
type Told = { lie: Lie } | { frame: Json };

/** One page of a server that tells one lie after the other, and the truth in between. */
class Teller {
  private readonly browser: Watched;
  private honest: Visit;
  /** What stays there when an honest server refuses what there is to do. */
  private refusal: Visit | null = null;
  /** Whether the page shows what it shows at an honest server. */
  private clean = true;
  private alarms = 0;
  /** Whether a page that is open asks for the answer again. */
  inPlace = false;

  private constructor(browser: Watched, honest: Visit) {
    this.browser = browser;
    this.honest = honest;
  }

  /** Whoever comes and is not asked what the task is about, or cannot do what there is to do, has toured nothing. */
  static async come(given: Given, { operation, screen, acts }: Task): Promise<{ teller: Teller; body: Json }> {
    const browser = new Watched(given, screen);
    try {
      const teller = new Teller(browser, await browser.enter(null));
      teller.demand(screen);
      await teller.beRefused(screen);
      const [body] = operation.method === SOCKET ? [frameOf(operation, given, browser.wire.position)] : answersOf(browser.wire.answers, operation.id);
      if (body === undefined && isAnswered(operation, screen)) throw new Error(`Nobody asks for ${operation.id} on “${screen}”.`);
      const { undo }: Screen = SCREENS[screen];
      if (!acts || undo) {
        // What stands on a page that is open is compared with the same page, and not with one that has just come.
        const second = await browser.again(null, teller.honest, operation.method === SOCKET ? [body ?? null] : []);
        teller.inPlace = operation.method === SOCKET || (second.done && (!isAnswered(operation, screen) || second.asked.includes(operation.id)));
        if (teller.inPlace) teller.learn(second);
      }
      return { teller, body: body ?? null };
    } catch (error) {
      await browser.leave();
      throw error;
    }
  }

  private async beRefused(screen: ScreenName): Promise<void> {
    const { stays }: Screen = SCREENS[screen];
    if (!stays) return;
    this.browser.refusing = true;
    this.refusal = await this.browser.enter(null);
    this.browser.refusing = false;
    await this.browser.enter(null, { expected: this.honest });
  }

  /** Where the app says that what was done has failed, the page is to be that of a server that refuses it. */
  private judged(visit: Visit): ReturnType<typeof judge> {
    const judged = judge(this.honest, visit);
    if (!this.refusal || (judged.verdict !== "drawn" && judged.verdict !== "missing")) return judged;
    const refused = judge(this.refusal, visit);
    return isFailure(refused.verdict) ? judged : { ...refused, verdict: "refused" };
  }

  private demand(screen: ScreenName): void {
    const { done, signed, parts } = this.honest;
    const seen = Object.values(parts).at(-1)?.join("\n") ?? "";
    if (!done) throw new Error(`At an honest server nobody can do what there is to do on “${screen}”:\n${seen}`);
    const wrong = signed.filter((line) => /NOT |unreadable/.test(line));
    if (wrong.length) throw new Error(`An honest browser signs wrongly: ${wrong.join("; ")}`);
    const { signs }: Screen = SCREENS[screen];
    if (signs && !signed.some((line) => line.startsWith(`${signs}: `))) throw new Error(`Nothing is signed on “${screen}”:\n${seen}`);
  }

  leave(): Promise<void> {
    return this.browser.leave();
  }

  get visits(): number {
    return this.browser.visits;
  }

  async tell(told: Told): Promise<Judged> {
    if (!this.inPlace) {
      for (let tries = 1; ; tries += 1) {
        const visit = await this.browser.enter("lie" in told ? told.lie : null, { expected: this.honest });
        const judged = this.judged(visit);
        if (!isFailure(judged.verdict) || tries === PAGES) return { ...judged, told: visit.told };
      }
    }
    if (!this.clean) await this.comeAnew();
    let judged = await this.toldNow(told);
    if ("lie" in told && judged.told === 0) {
      // The page did not ask this time, or asks it only when it comes.
      const visit = await this.browser.enter(told.lie, { expected: this.honest });
      this.clean = false;
      return { ...this.judged(visit), told: visit.told };
    }
    if (judged.verdict === "no effect") return judged;
    if (isFailure(judged.verdict)) {
      // Said of a page that was never lied to before, or not at all.
      await this.comeAnew();
      judged = await this.toldNow(told);
    }
    this.alarms += 1;
    await this.takeBack();
    return judged;
  }

  private async toldNow(told: Told): Promise<Judged> {
    const visit = "lie" in told ? await this.browser.again(told.lie, this.honest) : await this.browser.again(null, this.honest, [told.frame]);
    return { ...this.judged(visit), told: "lie" in told ? visit.told : 1 };
  }

  /** The truth again: all that stays of the lie is an entry of the lasting list, or the page is left. */
  private async takeBack(): Promise<void> {
    const after = await this.browser.again(null, this.honest);
    const { verdict, because } = judge(this.honest, after);
    const onlyCounted = because.every((line) => COUNTED.test(line));
    if (verdict !== "no effect" && onlyCounted) this.learn({ ...after, signed: this.honest.signed });
    this.clean = (verdict === "no effect" || onlyCounted) && this.alarms < ALARMS;
  }

  /** A new page, on which nothing stays of what was told before. */
  private async comeAnew(): Promise<void> {
    for (let tries = 0; tries < PAGES; tries += 1) {
      await this.browser.enter(null, { expected: this.honest });
      const again = await this.browser.again(null, this.honest);
      this.alarms = 0;
      this.clean = true;
      if (judge(this.honest, again).verdict === "no effect") return;
      // The account itself has gone on: what is seen twice is how it is now.
      const twice = await this.browser.again(null, again);
      if (judge(again, twice).verdict === "no effect") this.learn(again);
    }
  }

  /** This is how it is at an honest server; what a page signs by itself it may sign once, or whenever it comes to it. */
  private learn(visit: Visit): void {
    const { mayBeSigned = this.honest.signed } = this.honest;
    this.honest = { ...visit, mayBeSigned: [...new Set([...mayBeSigned, ...visit.signed])] };
  }
}

const PAGES = 2;

/** Tells all lies of a task, and answers how many visits they took. */
export async function run(given: Given, task: Task, tell: (finding: Finding) => void): Promise<number> {
  const { operation, screen } = task;
  const { teller, body } = await Teller.come(given, task);
  /** Whether lies about this answer are told together at all. */
  let together = true;
  try {
    const lots = isAnswered(operation, screen) ? apart(merged(changesFor(given, { ...task, ...whoComesTo(screen) }, body))) : [];
    for (const lot of lots) {
      for (let from = 0, count = FEWEST; from < lot.length; ) {
        const some = lot.slice(from, from + (together ? count : 1));
        from += some.length;
        const quiet = await halve(some);
        count = quiet ? Math.min(2 * count, MOST) : Math.max(1, count >> 1);
      }
    }
    if (!task.members) {
      for (const kind of wholeKindsOf(operation, isAnswered(operation, screen))) {
        const { verdict, because } = await teller.tell(operation.method === SOCKET ? { frame: {} } : { lie: whole(operation.id, kind, given) });
        tell({ operation: operation.id, member: "", kind, screen, verdict, because, beside: 0 });
      }
    }
    return teller.visits;
  } finally {
    await teller.leave();
  }

  /** Answers whether nothing came of it. */
  async function halve(lot: readonly Changes[]): Promise<boolean> {
    if (!lot.length) return true;
    const { verdict, because, told } = await teller.tell(toldOf(operation, body, lot));
    if (told === 0) return true;
    // A few lies together come to no more than the server's word: that is the most that any of them does.
    const enough = task.failures ? !isFailure(verdict) : verdict === "word" && lot.length <= FEWEST;
    if (verdict === "no effect" && lot.length > 1 && !task.failures && !(await confirmed(lot))) {
      together = false;
      for (const one of lot) await halve([one]);
      return false;
    }
    if (verdict === "no effect" || lot.length === 1 || enough) {
      for (const one of toldAs(lot)) tell({ operation: operation.id, ...one, screen, verdict, because });
      return verdict === "no effect";
    }
    const middle = lot.length >> 1;
    await halve(lot.slice(0, middle));
    await halve(lot.slice(middle));
    return false;
  }

  /** Whether a share of what had no effect together has none alone either. */
  async function confirmed(lot: readonly Changes[]): Promise<boolean> {
    for (const one of lot.filter((each) => isOfShare(operation.id, each))) {
      const alone = await teller.tell(toldOf(operation, body, [one]));
      if (alone.told && alone.verdict !== "no effect") return false;
    }
    return true;
  }
}

function whoComesTo(screen: ScreenName): Pick<Screen, "as"> {
  const { as = "owner" }: Screen = SCREENS[screen];
  return { as };
}

const isOfShare = (operation: string, { at, value }: Changes): boolean =>
  (createHash("sha256").update(JSON.stringify([operation, at, value ?? null])).digest()[0] ?? 0) % SHARE === 0;

/** A change with all the members that it is told of. */
export interface Changes extends Omit<Change, "member" | "kind"> {
  named: { member: string; kind: LieKind }[];
}

/** What is invented of one member is often the same as what is invented of another: it is told once. */
export function merged(changes: readonly Change[]): Changes[] {
  const made = new Map<string, Changes>();
  for (const { at, value, member, kind } of changes) {
    const key = JSON.stringify([at, value ?? null, value === undefined]);
    const one = made.get(key) ?? { at, value, named: [] };
    one.named.push({ member, kind });
    made.set(key, one);
  }
  return [...made.values()];
}

/** What is found out about each member by telling all of it. */
export const toldAs = (lot: readonly Changes[]): Pick<Finding, "member" | "kind" | "beside">[] =>
  lot.flatMap(({ named }) => named.map((one) => ({ ...one, beside: lot.length - 1 })));

function toldOf(operation: Operation, body: Json, lot: readonly Changes[]): Told {
  return operation.method === SOCKET ? { frame: lot.reduce<Json>(changed, body) } : { lie: withChanges(operation.id, lot) };
}

export function changesFor({ stage }: Given, { operation, members, as = "owner" }: Pick<Task, "operation" | "members"> & Pick<Screen, "as">, honest: Json): Change[] {
  const { before, elsewhere } = sourcesFor(as, stage);
  const sources = {
    honest,
    before: answersOf(before, operation.id),
    elsewhere: answersOf(elsewhere, operation.id),
    focus: Object.values(stage.ids),
  };
  return operation.members
    .filter(({ path }) => !members || members.includes(path))
    .flatMap((member) => {
      const lies = liesAbout(operation, member, sources);
      return isSealed(member.path) && operation.id !== IN_FULL ? lies.slice(0, 1) : lies;
    });
}

/**
 * What is signed or sealed of an item is read by one function of the crypto worker for every kind of item, which knows
 * nothing of where the bytes came from: all lies about it are told of documents, and one about each member of every other
 * kind, which shows that this kind is read by it as well.
 */
export const isSealed = (path: string): boolean => /(^|[.\]])sealed\./.test(path);
const IN_FULL = "listDocuments";

/**
 * Whether an answer, or an entry of it, is taken at all: where a lie about one of these lets the app keep what it had, it would
 * hide every lie that is told with it.
 */
const decides = ({ named }: Changes): boolean =>
  named.some(({ member }) => /(^|[.\]])(id|\w+Id|key|version|seq|sync|stale|page|nextCursor|limit|state|kind|type|data)$/.test(member));

/** Changes that can be told together: none within another, and none that decides over another. */
export function apart(changes: readonly Changes[]): Changes[][] {
  const made: Changes[][] = changes.filter(decides).map((change) => [change]);
  const alone = made.length;
  for (const change of changes.filter((one) => !decides(one))) {
    const fits = made.slice(alone).find((lot) => lot.every((one) => !isWithin(one.at, change.at) && !isWithin(change.at, one.at)));
    if (fits) fits.push(change);
    else made.push([change]);
  }
  return made;
}

const isWithin = (outer: Change["at"], inner: Change["at"]): boolean => outer.every((step, depth) => step === inner[depth]);

/** Changes what fits the question: an operation that is asked in several ways answers with several shapes. */
export function withChanges(operation: string, lot: readonly Pick<Change, "at" | "value">[]): Lie {
  return (answer) => {
    if (answer.operation !== operation || answer.refused) return undefined;
    const told = lot.reduce<Json>(changed, answer.body);
    return JSON.stringify(told) === JSON.stringify(answer.body) ? undefined : told;
  };
}

/** Of a write that no lie lets through, the refusal is what can be another; of a frame, whether it says anything. */
export const wholeKindsOf = ({ method }: Operation, answered: boolean): readonly WholeKind[] => (method === SOCKET ? ["nothing"] : answered ? WHOLE : REFUSALS);

/** Whether there is an answer to lie about: a write is refused by the wire, where the screen does not let it through or makes one up. */
function isAnswered({ id, reads }: Operation, screen: ScreenName): boolean {
  const { lets, pretends }: Screen = SCREENS[screen];
  return reads || lets?.includes(id) === true || pretends?.[id] !== undefined;
}

export function whole(operation: string, kind: WholeKind, { stage }: Given): Lie {
  return (answer) => {
    if (answer.operation !== operation) return undefined;
    if (kind === "late") return new Promise<Json>((resolve) => setTimeout(() => resolve(answer.body), LATE_MS));
    if (kind === "nothing") return { status: 200, body: Array.isArray(answer.body) ? [] : {} };
    return refusal(kind, stage);
  };
}

/** A frame as an honest server sends it about what is open. */
function frameOf({ id, members }: Operation, { stage: { ids } }: Given, position: number): Json {
  const frame: Record<string, Json> = Object.fromEntries(members.flatMap(({ path, example }) => (/^\w+$/.test(path) ? [[path, example]] : [])));
  const about = { id: ids.document, resource: "document", op: "upsert", version: 2, by: null, origin: null };
  return {
    ...frame,
    ...("seq" in frame && { seq: position }),
    ...("heartbeatSec" in frame && { heartbeatSec: 25 }),
    ...("changes" in frame && { changes: [about] }),
    ...("id" in frame && { id: ids.document }),
    ...(id === "frame session" && { reason: "role" }),
  };
}
