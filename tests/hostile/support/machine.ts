/**
 * The mutation machine: one member of one answer at a time is another, and what the screens and the signatures make of it
 * is judged.
 *
 * Members are first changed together: when nothing comes of that, nothing comes of any of them. Otherwise the lot is halved
 * until each that has an effect stands alone, so that an effect is always that of one lie; only the server's word is said of a
 * few lies at once. A lie is told to an open page,
 * which asks for everything anew as it does when it may have missed something, and is taken back before the next one; a
 * page on which something of it stays is left for a new one.
 */
import { answersOf, changed, liesAbout, KINDS, type Change, type LieKind } from "./lies";
import { SCREENS, type Screen, type ScreenName } from "./screens";
import type { Operation } from "./surface";
import { sourcesFor, Watched, type Given, type Visit } from "./tour";
import { isFailure, judge, type Verdict } from "./verdict";
import type { Json, Lie } from "./wire";

export interface Finding {
  operation: string;
  member: string;
  kind: LieKind | WholeKind;
  screen: string;
  verdict: Verdict;
  because: readonly string[];
}

/** What can become of a whole answer. */
export const WHOLE = ["not found", "nothing", "late"] as const;
export type WholeKind = (typeof WHOLE)[number];

/** A lot begins small, and doubles for as long as nothing comes of it. */
const FEWEST = 4;
const MOST = 64;
const LATE_MS = 3000;
/** More content alarms than this within a minute would become one alarm of the account, and hide what comes after it. */
const ALARMS = 7;

export interface Task {
  operation: Operation;
  screen: ScreenName;
  /** Only these members; all of them where it is not said. */
  members?: readonly string[];
  acts: boolean;
  kinds?: readonly LieKind[];
  /** Only failures are told apart; whatever else comes of a lot is said of all of it. */
  failures?: boolean;
}

/** The number of the lasting list in the frame of the app. */
const COUNTED = /^[+-] control: (What the server showed wrongly|Shown wrongly|\d+)$/;

type Judged = ReturnType<typeof judge> & { told: number };

/** One page of a server that tells one lie after the other, and the truth in between. */
class Teller {
  private readonly browser: Watched;
  private honest: Visit;
  /** Whether the page shows what it shows at an honest server. */
  private clean = true;
  private alarms = 0;
  /** Whether a page that is open asks for the answer again. */
  inPlace = false;

  private constructor(browser: Watched, honest: Visit) {
    this.browser = browser;
    this.honest = honest;
  }

  static async come(given: Given, { operation, screen, acts }: Task): Promise<{ teller: Teller; body: Json } | null> {
    const browser = new Watched(given, screen);
    const teller = new Teller(browser, await browser.enter(null));
    const [body] = answersOf(browser.wire.answers, operation.id);
    if (body === undefined) {
      await teller.leave();
      return null;
    }
    if (!acts) {
      // What stands on a page that is open is compared with the same page, and not with one that has just come.
      const second = await browser.again(null, teller.honest);
      teller.inPlace = second.asked.includes(operation.id);
      if (teller.inPlace) teller.honest = { ...second, signed: teller.signedBy(second) };
    }
    return { teller, body };
  }

  leave(): Promise<void> {
    return this.browser.leave();
  }

  async tell(lie: Lie): Promise<Judged> {
    if (!this.inPlace) {
      for (let tries = 1; ; tries += 1) {
        const told = await this.browser.enter(lie, { expected: this.honest });
        const judged = judge(this.honest, told);
        if (!isFailure(judged.verdict) || tries === PAGES) return { ...judged, told: told.told };
      }
    }
    if (!this.clean) await this.comeAnew();
    let told = await this.browser.again(lie, this.honest);
    let judged = judge(this.honest, told);
    if (judged.verdict === "no effect") return { ...judged, told: told.told };
    if (isFailure(judged.verdict)) {
      // Said of a page that was never lied to before, or not at all.
      await this.comeAnew();
      told = await this.browser.again(lie, this.honest);
      judged = judge(this.honest, told);
    }
    this.alarms += 1;
    await this.takeBack();
    return { ...judged, told: told.told };
  }

  /** The truth again: all that stays of the lie is an entry of the lasting list, or the page is left. */
  private async takeBack(): Promise<void> {
    const after = await this.browser.again(null, this.honest);
    const { verdict, because } = judge(this.honest, after);
    const onlyCounted = because.every((line) => COUNTED.test(line));
    if (verdict !== "no effect" && onlyCounted) this.honest = { ...after, signed: this.signedBy(after) };
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
      if (judge(again, twice).verdict === "no effect") this.honest = { ...again, signed: this.signedBy(again) };
    }
  }

  /** What a page signs by itself it signs once, and whenever it comes to it. */
  private signedBy(visit: Visit): readonly string[] {
    return [...new Set([...this.honest.signed, ...visit.signed])];
  }
}

const PAGES = 2;

export async function run(given: Given, task: Task, tell: (finding: Finding) => void): Promise<void> {
  const { operation, screen } = task;
  const come = await Teller.come(given, task);
  if (!come) return;
  const { teller, body } = come;
  try {
    const changes = changesFor(given, task, body);
    for (const kind of task.kinds ?? KINDS) {
      const left = apart(changes.filter((one) => one.kind === kind));
      for (const lot of left) {
        for (let from = 0, count = FEWEST; from < lot.length; ) {
          const some = lot.slice(from, from + count);
          from += some.length;
          const quiet = await halve(some);
          count = quiet ? Math.min(2 * count, MOST) : Math.max(1, count >> 1);
        }
      }
    }
    if (!task.members && !task.kinds) {
      for (const kind of WHOLE) {
        const { verdict, because } = await teller.tell(whole(operation.id, kind));
        tell({ operation: operation.id, member: "", kind, screen, verdict, because });
      }
    }
  } finally {
    await teller.leave();
  }

  /** Answers whether nothing came of it. */
  async function halve(lot: readonly Change[]): Promise<boolean> {
    if (!lot.length) return true;
    const { verdict, because, told } = await teller.tell(withChanges(operation.id, lot));
    if (told === 0) return true;
    // A few lies together come to no more than the server's word: that is the most that any of them does.
    const enough = task.failures ? !isFailure(verdict) : verdict === "word" && lot.length <= FEWEST;
    if (verdict === "no effect" || lot.length === 1 || enough) {
      for (const { member, kind } of lot) tell({ operation: operation.id, member, kind, screen, verdict, because });
      return verdict === "no effect";
    }
    const middle = lot.length >> 1;
    await halve(lot.slice(0, middle));
    await halve(lot.slice(middle));
    return false;
  }
}

export function changesFor({ stage }: Given, { operation, members, screen }: Task, honest: Json): Change[] {
  const { as = "owner" }: Screen = SCREENS[screen];
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
const isSealed = (path: string): boolean => /(^|[.\]])sealed\./.test(path);
const IN_FULL = "listDocuments";

/**
 * Whether an answer, or an entry of it, is taken at all: where a lie about one of these lets the app keep what it had, it would
 * hide every lie that is told with it.
 */
const decides = ({ member }: Change): boolean => /(^|[.\]])(id|\w+Id|key|version|seq|sync|stale|page|nextCursor|limit|state|kind|type|data)$/.test(member);

/** Changes that can be told together: none within another, and none that decides over another. */
function apart(changes: readonly Change[]): Change[][] {
  const made: Change[][] = changes.filter(decides).map((change) => [change]);
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
export function withChanges(operation: string, lot: readonly Change[]): Lie {
  return (answer) => {
    if (answer.operation !== operation) return undefined;
    const told = lot.reduce(changed, answer.body);
    return JSON.stringify(told) === JSON.stringify(answer.body) ? undefined : told;
  };
}

function whole(operation: string, kind: WholeKind): Lie {
  return (answer) => {
    if (answer.operation !== operation) return undefined;
    if (kind === "not found") return { status: 404, body: { code: "not_found", message: "There is nothing.", details: { reason: "not_found", requestId: "none" } } };
    const nothing: Json = Array.isArray(answer.body) ? [] : {};
    if (kind === "nothing") return { status: 200, body: nothing };
    return new Promise<Json>((resolve) => setTimeout(() => resolve(answer.body), LATE_MS));
  };
}
