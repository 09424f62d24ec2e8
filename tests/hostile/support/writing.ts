/**
 * Lies about the answers of writes: the write is carried out, and its answer is another. What the page makes of it is
 * compared with what it shows as soon as it has asked an honest server, and what is signed next with what is signed at one.
 *
 * What is sealed of an item is told in one lot: it is read by the function that reads it in lists, of which every member is
 * judged alone, and that the lot is refused shows that this answer goes the same way.
 */
import { answersOf } from "./lies";
import { apart, changesFor, FEWEST, isSealed, merged, toldAs, whole, WHOLE, withChanges, type Changes, type Finding } from "./machine";
import { REFUSALS } from "./refusals";
import type { Operation } from "./surface";
import { linesOf, Watched, type Given, type Visit } from "./tour";
import { isFailure, judge, type Judgement } from "./verdict";
import type { Json, Lie } from "./wire";
import { WRITES, type Writing } from "./writes";

export async function runWrite(given: Given, operation: Operation, tell: (finding: Finding) => void): Promise<number> {
  const writing = WRITES[operation.id];
  if (!writing) throw new Error(`Nobody does what ${operation.id} is asked for.`);
  const writer = new Writer(given, operation.id, writing);
  const screen = writing.path();
  try {
    const body = await writer.comeAnew();
    for (const lot of apart(merged(changesFor(given, { operation, as: "neighbour" }, body)))) {
      await halve(lot.filter(isOfSealed));
      await halve(lot.filter((one) => !isOfSealed(one)));
    }
    for (const kind of WHOLE) {
      const { verdict, because } = await writer.tell(whole(operation.id, kind, given), { isRefused: isRefusal(kind) });
      tell({ operation: operation.id, member: "", kind, screen, verdict, because, beside: 0 });
    }
    return writer.visits;
  } finally {
    await writer.leave();
  }

  async function halve(lot: readonly Changes[]): Promise<void> {
    if (!lot.length) return;
    const { verdict, because, told } = await writer.tell(withChanges(operation.id, lot));
    if (told === 0) return;
    const enough = (verdict === "refused" && lot.every(isOfSealed)) || (verdict === "word" && lot.length <= FEWEST);
    if (verdict === "no effect" || lot.length === 1 || enough) {
      for (const one of toldAs(lot)) tell({ operation: operation.id, ...one, screen, verdict, because });
      return;
    }
    const middle = lot.length >> 1;
    await halve(lot.slice(0, middle));
    await halve(lot.slice(middle));
  }
}

const isRefusal = (kind: string): boolean => (REFUSALS as readonly string[]).includes(kind);

const isOfSealed = ({ named }: Changes): boolean => named.every(({ member }) => isSealed(member));

type Told = Judgement & { told: number };

/** A person who does one thing again and again. */
export class Writer {
  private readonly browser: Watched;
  private readonly writing: Writing;
  private readonly operation: string;
  private clean = false;
  /** What an act signs at an honest server. */
  private readonly honest = new Set<string>();
  /** What is said of an act and goes away by itself. */
  private passing: readonly string[] = [];
  /** What the page shows after one act and after the next: what is done again and again goes there and back. */
  private stands: readonly [Visit, Visit] | null = null;
  /** Whether the lie says that the write was refused: which of its two values the page has then is nothing that it could know. */
  private isRefused = false;
  /** The page as it was before that write. */
  private before: Visit | null = null;

  constructor(given: Given, operation: string, writing: Writing) {
    this.writing = writing;
    this.operation = operation;
    this.browser = new Watched(given, { path: writing.path, as: "neighbour" });
    this.browser.wire.lets = () => true;
  }

  leave(): Promise<void> {
    return this.browser.leave();
  }

  get visits(): number {
    return this.browser.visits;
  }

  /** Opens the page and does it twice at an honest server; gives back what was answered. */
  async comeAnew(): Promise<Json> {
    let body: Json | undefined;
    let first = await this.browser.enter(null);
    const { mend } = this.writing;
    if (mend) {
      await this.browser.act(null, mend, "");
      first = await this.browser.enter(null);
    }
    this.learn(first);
    const stands: Visit[] = [];
    for (let times = 0; times < 2; times += 1) {
      const done = await this.act(null);
      body = answersOf(this.browser.wire.answers, this.operation).at(-1);
      if (!done.done || body === undefined) throw new Error(`Nobody is able to ask ${this.operation}:\n${linesOf(done).join("\n")}`);
      const after = await this.again();
      this.passing = [...this.passing, ...linesOf(done).filter((line) => !linesOf(after).includes(line))];
      this.learn(done);
      this.learn(after);
      stands.push(after);
    }
    this.stands = [stands[0] as Visit, stands[1] as Visit];
    this.clean = true;
    return body ?? null;
  }

  /** A failure is said of a page that was never lied to before, or not at all. */
  async tell(lie: Lie, { isRefused } = { isRefused: false }): Promise<Told> {
    this.isRefused = isRefused;
    if (!this.clean) await this.comeAnew();
    this.before = isRefused ? await this.again() : null;
    let [done, quick] = await this.atOnce(lie);
    if (quick) return quick;
    if (!done.asked.includes(this.operation)) {
      // Nothing was asked, so nothing was told: something of what came before still stands in the way.
      await this.comeAnew();
      [done, quick] = await this.atOnce(lie);
      if (quick) return quick;
    }
    const judged = await this.atLength(lie, done);
    if (!isFailure(judged.verdict)) return judged;
    await this.comeAnew();
    this.before = isRefused ? await this.again() : null;
    return this.atLength(lie, await this.act(lie));
  }

  /**
   * Nothing came of the lie when the page after it is the one that is known to come, and the next act, before the page has
   * asked for anything anew, signs and shows what it always does.
   */
  private async atOnce(lie: Lie): Promise<[Visit, Told | null]> {
    const done = await this.act(lie);
    const [one, other] = this.stands ?? [];
    if (!one || !other || !done.done || !this.isAs(one, done)) return [done, null];
    const next = await this.act(null);
    if (next.done && this.isAs(other, next)) return [next, { verdict: "no effect", because: [], told: done.told }];
    return [await this.act(lie), null];
  }

  private isAs(honest: Visit, visit: Visit): boolean {
    const signed = visit.signed.map(withoutCount);
    return judge({ ...honest, parts: this.shown(honest), signed: [...this.honest].filter((line) => signed.includes(line)), done: true }, { ...visit, parts: this.shown(visit), signed }).verdict === "no effect";
  }

  /** The lie as it is seen beside what the same page shows once an honest server was asked. */
  private async atLength(lie: Lie, done: Visit): Promise<Told> {
    const after = await this.again();
    // What stays of the lie is what the next act signs, before the page has asked for anything anew.
    const before = await this.act(lie);
    const next = await this.act(null);
    const last = await this.again();
    const signed = [done, before, next].flatMap((visit) => visit.signed.map(withoutCount));
    const honest: Visit = { ...after, parts: this.shown(after), signed: [...this.honest].filter((line) => signed.includes(line)), done: true };
    const judged = this.judged(honest, { ...done, parts: this.shown(done), signed });
    // Where it could be done again, and all is as it was before, nothing of the lie has stayed.
    const asBefore = next.done && judge({ ...after, parts: this.shown(after), signed: [] }, { ...last, parts: this.shown(last), signed: [] }).verdict === "no effect";
    this.clean = judged.verdict === "no effect" || (judged.verdict !== "signed" && asBefore);
    this.stands = this.standsAfter(last);
    return { ...judged, told: done.told };
  }

  /** Whoever is told that a write was refused sees what was there before it. */
  private judged(honest: Visit, visit: Visit): Judgement {
    const judged = judge(honest, visit);
    if (!this.before || (judged.verdict !== "drawn" && judged.verdict !== "missing")) return judged;
    const refused = judge({ ...honest, parts: this.shown(this.before) }, visit);
    return refused.verdict === "refused" ? refused : judged;
  }

  /** What comes next on a page, where it is one of the two that are known; where every act leaves something more behind, nothing is. */
  private standsAfter(last: Visit): Writer["stands"] {
    const [one, other] = this.stands ?? [];
    if (!one || !other) return null;
    if (this.isAs(other, last)) return [one, other];
    return this.isAs(one, last) ? [other, one] : null;
  }

  private shown(visit: Visit): Visit["parts"] {
    const lines = linesOf(visit).filter((line) => !this.passing.includes(line));
    return { screen: this.isRefused ? lines.map(withoutColour) : lines };
  }

  /** The page once it has asked an honest server, without what passes. */
  private async again(): Promise<Visit> {
    await this.browser.dismiss();
    return this.browser.again(null);
  }

  private act(lie: Lie | null): Promise<Visit> {
    return this.browser.act(lie, this.writing.act, this.operation);
  }

  private learn({ signed }: Visit): void {
    for (const line of signed) this.honest.add(withoutCount(line));
  }
}

/** Every act is one more statement. */
const withoutCount = (line: string): string => withoutColour(line.replace(/\b(seq|contentRevision)=\d+/g, "$1=n"));
/** It goes from one value to the other and back. */
const withoutColour = (line: string): string => line.replace(/\b(red|blue)\b/g, "colour");
