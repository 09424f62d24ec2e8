/**
 * Lies about the answers of writes: the write is carried out, and its answer is another. What the page makes of it is
 * compared with what it shows as soon as it has asked an honest server, and what is signed next with what is signed at one.
 *
 * What is sealed of an item is told in one lot: it is read by the function that reads it in lists, of which every member is
 * judged alone, and that the lot is refused shows that this answer goes the same way.
 */
import { answersOf, KINDS, type Change } from "./lies";
import { apart, changesFor, isSealed, whole, withChanges, WHOLE, type Finding } from "./machine";
import type { Operation } from "./surface";
import { Watched, type Given, type Visit } from "./tour";
import { judge, type Judgement } from "./verdict";
import type { Json, Lie } from "./wire";
import { WRITES, type Writing } from "./writes";

export async function runWrite(given: Given, operation: Operation, tell: (finding: Finding) => void): Promise<void> {
  const writing = WRITES[operation.id];
  if (!writing) throw new Error(`Nobody does what ${operation.id} is asked for.`);
  const writer = new Writer(given, operation.id, writing);
  const screen = writing.path(given.stage.ids);
  try {
    const body = await writer.comeAnew();
    if (body === undefined) return;
    const changes = changesFor(given, { operation, screen: "home", acts: true }, body);
    for (const kind of KINDS) {
      for (const lot of apart(changes.filter((one) => one.kind === kind))) {
        await halve(lot.filter(({ member }) => isSealed(member)));
        await halve(lot.filter(({ member }) => !isSealed(member)));
      }
    }
    for (const kind of WHOLE) {
      const { verdict, because } = await writer.tell(whole(operation.id, kind));
      tell({ operation: operation.id, member: "", kind, screen, verdict, because });
    }
  } finally {
    await writer.leave();
  }

  async function halve(lot: readonly Change[]): Promise<void> {
    if (!lot.length) return;
    const { verdict, because, told } = await writer.tell(withChanges(operation.id, lot));
    if (told === 0) return;
    if (verdict === "no effect" || lot.length === 1 || (verdict === "refused" && lot.every(({ member }) => isSealed(member)))) {
      for (const { member, kind } of lot) tell({ operation: operation.id, member, kind, screen, verdict, because });
      return;
    }
    const middle = lot.length >> 1;
    await halve(lot.slice(0, middle));
    await halve(lot.slice(middle));
  }
}

/** A person who does one thing again and again. */
class Writer {
  private readonly browser: Watched;
  private readonly writing: Writing;
  private readonly operation: string;
  private clean = false;
  /** What an act signs at an honest server. */
  private readonly honest = new Set<string>();
  /** What is said of an act and goes away by itself. */
  private passing: readonly string[] = [];

  constructor(given: Given, operation: string, writing: Writing) {
    this.writing = writing;
    this.operation = operation;
    this.browser = new Watched(given, { path: writing.path, as: "neighbour" });
    this.browser.wire.lets = () => true;
  }

  leave(): Promise<void> {
    return this.browser.leave();
  }

  /** Opens the page and does it twice at an honest server; gives back what was answered. */
  async comeAnew(): Promise<Json | undefined> {
    const { browser, writing: { act } } = this;
    let body: Json | undefined;
    this.learn(await browser.enter(null));
    for (let times = 0; times < 2; times += 1) {
      const done = await browser.act(null, act, { demanded: true });
      body = answersOf(browser.wire.answers, this.operation).at(-1) ?? body;
      const after = await browser.again(null);
      this.passing = [...this.passing, ...linesOf(done).filter((line) => !linesOf(after).includes(line))];
      this.learn(done);
      this.learn(after);
    }
    this.clean = true;
    return body;
  }

  async tell(lie: Lie): Promise<Judgement & { told: number }> {
    const { browser, writing: { act } } = this;
    if (!this.clean) await this.comeAnew();
    const done = await browser.act(lie, act);
    // An act that asked nothing shows nothing of its answer.
    if (!browser.wire.sent.some(({ operation }) => operation === this.operation)) throw new Error(`${this.operation} was not asked.`);
    const after = await browser.again(null);
    // What stays of the lie is what the next act signs, before the page has asked for anything anew.
    const before = await browser.act(lie, act);
    const next = await browser.act(null, act);
    await browser.again(null);
    const signed = [done, before, next].flatMap((visit) => visit.signed.map(withoutCount));
    const seen: Visit = { ...done, parts: { screen: linesOf(done).filter((line) => !this.passing.includes(line)) }, signed };
    const judged = judge({ ...after, parts: { screen: linesOf(after).filter((line) => !this.passing.includes(line)) }, signed: [...this.honest].filter((line) => signed.includes(line)) }, seen);
    this.clean = judged.verdict === "no effect";
    return { ...judged, told: done.told };
  }

  private learn({ signed }: Visit): void {
    for (const line of signed) this.honest.add(withoutCount(line));
  }
}

const linesOf = ({ parts }: Visit): readonly string[] => Object.values(parts).flat();

/** Every act is one more statement. */
const withoutCount = (line: string): string => line.replace(/\b(seq|contentRevision)=\d+/g, "$1=n").replace(/\b(red|blue)\b/g, "colour");
