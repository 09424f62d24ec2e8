/**
 * Acts, answers, refusals, changes of others, news and locking in any order: after quiet everybody sees what the server holds,
 * and on the way there nothing that was refused is shown, and nothing that was saved goes back.
 */
import fc from "fast-check";
import { expect, test } from "vitest";

import { CallFailed } from "../api/failure";
import { openDesk } from "../desk/desk";
import { baseCell, STATE, TITLE } from "../desk/kind";
import type { View } from "../desk/messages";
import type { Opened } from "../desk/row";
import { openShown } from "../desk/shown";
import { itemOf, THING } from "../desk/testing/rows";
import { actOrder } from "./actOrder";
import type { Phase } from "./acts";
import type { BulkResult } from "./bulk";
import { firstFailure } from "./itemErrors";
import { openActs, withMembers } from "./actTable";
import { revise, type Clash, type Found } from "./revise";
import { anItem } from "./testing";
import type { Item } from "./item";

type Name = "name" | "city";
type Contents = Readonly<Record<Name, string>>;

/** What is done with an item as it is. */
type Whole = "archive" | "unarchive" | "remove" | "restore";

interface Served {
  version: number;
  contents: Contents;
  state: "active" | "archived";
  deleted: boolean;
}

const SAYS = { archive: { attributes: { state: "archived" } }, unarchive: { attributes: { state: "active" } }, remove: "gone", restore: "back" } as const;

const VIEW: View = { kind: "contact", where: null, text: "", sort: [], group: null };
const ITEMS = 3;

/** Each is its own answer of the server, once a script lets it through. */
interface Pending {
  id: string;
  serve: (how: "hold to the version" | "refuse") => void;
}

const membersOf = (contents: Contents) => ({ ...contents });
const contentsFrom = (members: Readonly<Record<string, unknown>>) => ({ name: String(members["name"]), city: String(members["city"]) });

class World {
  readonly counts = { committed: 0, refused: 0, merged: 0, conflict: 0, locked: 0, pushes: 0, archive: 0, unarchive: 0, remove: 0, restore: 0, keptWhole: 0 };
  readonly pending: Pending[] = [];
  private readonly server = new Map<string, Served>();
  /** What this page has thrown away since it was opened, and has not begun to bring back. */
  private readonly gone = new Set<string>();
  /** The place of each value in the history of its member; values are never given twice. */
  private readonly history = new Map<string, number>();
  private readonly refused = new Set<string>();
  /** The latest place that was shown of each member. */
  private readonly seen = new Map<string, number>();
  /** Acts as they were begun and as the server took them, by item. */
  private readonly taken = new Map<string, number[]>();
  private acts = 0;
  private values = 0;
  private epoch = 0;
  private desk!: ReturnType<World["open"]>;
  private readonly run: number;

  constructor(run: number) {
    this.run = run;
    for (let i = 0; i < ITEMS; i += 1) this.accept(this.idOf(i), { name: this.value(), city: this.value() });
    this.unlock();
  }

  idOf = (i: number) => `item ${this.run} ${i}`;
  private value = () => `value ${(this.values += 1)}`;

  private accept(id: string, contents: Contents, more: Partial<Served> = {}): Served {
    const before = this.server.get(id);
    const now: Served = { state: "active", deleted: false, ...before, ...more, version: (before?.version ?? 0) + 1, contents };
    this.server.set(id, now);
    for (const value of Object.values(contents)) if (!this.history.has(value)) this.history.set(value, this.history.size);
    return now;
  }

  private at(id: string) {
    const now = this.server.get(id);
    if (!now) throw new Error(id);
    return now;
  }

  private open() {
    const desk = openDesk({ kinds: [THING], language: "en", tell: (message) => shown.hear(structuredClone(message)), segmentRows: 3 });
    const shown = openShown((message) => desk.page(structuredClone(message)), (callback) => callback());
    const live = shown.view({ whole: true });
    return { desk, shown, live, table: openActs({ shown }) };
  }

  private unlock(): void {
    this.desk = this.open();
    this.desk.live.subscribe(() => this.look());
    this.desk.live.show(VIEW, 0, ITEMS);
    for (let i = 0; i < ITEMS; i += 1) this.news(i);
  }

  lock(): void {
    this.counts.locked += 1;
    this.epoch += 1;
    this.gone.clear();
    this.desk.shown.end();
    expect(this.desk.live.now()).toBeNull();
    this.unlock();
  }

  news(i: number): void {
    const { version, contents, state, deleted } = this.at(this.idOf(i));
    if (deleted) return this.desk.desk.keys({ end: "contact", rows: [{ id: this.idOf(i), revision: version }] });
    const row: Opened = { id: this.idOf(i), version, word: {}, state: "open", item: itemOf({ id: this.idOf(i), revision: version, at: 0, state }), payload: { ...contents, notes: "" } };
    this.desk.desk.keys({ put: "contact", rows: [row] });
  }

  others(i: number, name: Name): void {
    if (this.at(this.idOf(i)).deleted) return;
    this.accept(this.idOf(i), { ...this.at(this.idOf(i)).contents, [name]: this.value() });
  }

  /** What stands on the screen, by item. */
  private screen(): Map<string, Contents> {
    const rows = [...(this.desk.live.now()?.rows.values() ?? [])];
    return new Map(rows.map((row) => {
      const shown = { name: String(baseCell(row, TITLE)), city: String(row.cells[THING.cells.indexOf("city")]) };
      // The page lays acts over a row as the desk does.
      const { payload, ahead = [] } = row.whole ?? {};
      const laid = ahead.reduce<Contents>((contents, members) => withMembers({ membersOf, contentsFrom }, contents, members), contentsFrom(payload as Contents));
      expect(laid).toEqual(shown);
      return [row.id, shown];
    }));
  }

  /** In which state each is shown. */
  private states(): Map<string, unknown> {
    return new Map([...(this.desk.live.now()?.rows.values() ?? [])].map((row) => [row.id, baseCell(row, STATE)]));
  }

  /** After each push. */
  private look(): void {
    this.counts.pushes += 1;
    for (const [id, shown] of this.screen()) {
      expect(this.gone).not.toContain(id);
      for (const [name, value] of Object.entries(shown)) {
        expect(this.refused).not.toContain(value);
        const place = this.history.get(value);
        if (place === undefined) continue;
        const key = `${id} ${name}`;
        expect(place).toBeGreaterThanOrEqual(this.seen.get(key) ?? 0);
        this.seen.set(key, place);
      }
    }
  }

  /** One of the acts on an item as it is: shown in the next frame. */
  whole(i: number, what: Whole): void {
    const id = (what === "restore" ? [...this.gone].at(i % this.gone.size) : null) ?? this.idOf(i);
    const { epoch } = this;
    const { desk, table } = this.desk;
    const isThere = this.states().has(id);
    if (what === "restore" ? !this.gone.has(id) : !isThere) return;
    const number = (this.acts += 1);
    this.gone.delete(id);
    const refused: BulkResult<Item> = { done: [], refused: [{ id, message: "You may not." }] };
    const done = table.portion<Item>({ shelf: "contact", ids: [id], says: SAYS[what], told: () => undefined }, () =>
      new Promise<BulkResult<Item>>((resolve) => {
        // Without keys nothing is signed, also not once more on top of what others wrote.
        if (epoch !== this.epoch) return resolve(refused);
        const signedOn = this.at(id).version;
        this.pending.push({
          id,
          serve: (how) => {
            const now = this.at(id);
            const isPast = epoch !== this.epoch && now.version !== signedOn;
            if (how === "refuse" || isPast || (what === "restore") !== now.deleted) {
              this.counts.keptWhole += 1;
              return resolve(refused);
            }
            this.taken.set(id, [...(this.taken.get(id) ?? []), number]);
            this.counts[what] += 1;
            const isMove = what === "archive" || what === "unarchive";
            const { version } = this.accept(id, now.contents, isMove ? { state: what === "archive" ? "archived" : "active" } : { deleted: what === "remove" });
            return resolve({ done: [anItem(id, version, { revision: version })], refused: [] });
          },
        });
      }));
    if (what === "remove") {
      expect(this.states().has(id)).toBe(false);
      void done.then((result) => {
        desk.keys({ end: "contact", rows: result.done.map((one) => ({ id, revision: one.version })) });
        if (epoch === this.epoch && result.done.length > 0) this.gone.add(id);
      });
    } else if (what === "restore") {
      expect(this.states().has(id)).toBe(true);
      void done.then((result) => {
        if (epoch === this.epoch && result.refused.length > 0) this.gone.add(id);
      });
    } else expect(this.states().get(id)).toBe(what === "archive" ? "archived" : "active");
  }

  act(i: number, names: readonly Name[]): void {
    const id = this.idOf(i);
    if (!this.states().has(id)) return;
    const { epoch } = this;
    const number = (this.acts += 1);
    const members = Object.fromEntries(names.map((name) => [name, this.value()]));
    const found = (): Found<Item, Contents> | null => {
      const whole = [...(this.desk.live.now()?.rows.values() ?? [])].find((row) => row.id === id)?.whole;
      return whole ? { item: anItem(id, whole.version), contents: contentsFrom(whole.payload as Contents) } : null;
    };
    const send = (from: Found<Item, Contents>, contents: Contents) =>
      new Promise<{ data: { data: Item[]; errors: never[] } }>((resolve, reject) => {
        if (epoch !== this.epoch) return reject(new Error("The keys are locked."));
        this.pending.push({
          id,
          serve: (how) => {
            const now = this.at(id);
            if (how === "refuse" || now.deleted) return reject(new CallFailed({ status: 403, code: "permission_denied", message: "You may not." }));
            if (now.version !== from.item.version) {
              return resolve({ data: { data: [], errors: [{ id, code: "aborted", message: "aborted", details: { reason: "version_conflict", current: now } }] as never[] } });
            }
            // Nobody's words are lost: all that this act is not about stays as the server had it.
            for (const name of ["name", "city"] as const) if (!names.includes(name)) expect(contents[name]).toBe(now.contents[name]);
            this.taken.set(id, [...(this.taken.get(id) ?? []), number]);
            const { version } = this.accept(id, contents);
            // What stands on the screen is saved from now on, and does not go back.
            this.look();
            resolve({ data: { data: [anItem(id, version, { contents })], errors: [] } });
          },
        });
      });
    const phases: Phase[] = [];
    const clash = (met: Clash<Item, Contents>) => expect(met.yours).toMatchObject(members);
    void this.desk.table.change<Item, Contents>({
      kind: "contact", id, members, base: found, onClash: clash,
      writing: {
        membersOf, contentsFrom,
        revise: (base, yours) => revise<Item, Contents>({
          send, membersOf, contentsFrom,
          read: (sent: { version: number; contents: Contents }) => Promise.resolve(anItem(id, sent.version, { contents: sent.contents })),
          open: (item) => Promise.resolve((item as unknown as { contents: Contents }).contents),
        }, base, yours),
      },
      told: ({ phase }) => {
        phases.push(phase);
        if (phase === "refused" || phase === "conflict") for (const value of Object.values(members)) this.refused.add(value);
        if (phase === "committed" || phase === "refused" || phase === "conflict") this.counts[phase] += 1;
        if (phase === "committed" && phases.includes("again")) this.counts.merged += 1;
      },
    });
  }

  async quiet(): Promise<void> {
    for (let idle = 0; idle < 3;) {
      await turns();
      const next = this.pending.shift();
      next?.serve("hold to the version");
      idle = next ? 0 : idle + 1;
    }
    for (let i = 0; i < ITEMS; i += 1) this.news(i);
    for (let i = 0; i < ITEMS; i += 1) {
      const { contents, state, deleted } = this.at(this.idOf(i));
      expect(this.screen().get(this.idOf(i))).toEqual(deleted ? undefined : contents);
      expect(this.states().get(this.idOf(i))).toBe(deleted ? undefined : state);
    }
    expect(this.desk.live.now()?.all).toBe([...this.server.values()].filter(({ deleted }) => !deleted).length);
    for (const numbers of this.taken.values()) expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    for (const [, ahead] of [...(this.desk.live.now()?.rows ?? [])].map(([id, row]) => [id, row.whole?.ahead] as const)) expect(ahead).toBeUndefined();
  }
}

/** All that is under way without waiting for anybody comes to its end. */
const turns = () => new Promise<void>((resolve) => setImmediate(resolve));

type Step =
  | { do: "act"; item: number; names: readonly Name[] }
  | { do: "serve"; which: number; how: "hold to the version" | "refuse" }
  | { do: "others" | "news"; item: number; name: Name }
  | { do: "whole"; item: number; what: Whole }
  | { do: "lock" };

const item = fc.integer({ min: 0, max: ITEMS - 1 });
const name = fc.constantFrom<Name>("name", "city");
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("act" as const), item, names: fc.constantFrom<readonly Name[]>(["name"], ["city"], ["name", "city"]) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("serve" as const), which: fc.nat(5), how: fc.constantFrom("hold to the version" as const, "hold to the version" as const, "refuse" as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom("others" as const, "news" as const), item, name }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("whole" as const), item, what: fc.constantFrom<Whole>("archive", "unarchive", "remove", "remove", "restore", "restore", "restore", "restore", "restore") }) },
  { weight: 1, arbitrary: fc.constant({ do: "lock" as const }) },
);

test("after quiet what is shown is what the server holds, in order, without a flicker and with nothing refused", async () => {
  const sum = { committed: 0, refused: 0, merged: 0, conflict: 0, locked: 0, pushes: 0, archive: 0, unarchive: 0, remove: 0, restore: 0, keptWhole: 0 };
  let runs = 0;
  // The words of refusals come with the first one.
  await firstFailure({ data: { data: [], errors: [{ id: "", code: "aborted", message: "aborted", details: {} }] } });
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 8, maxLength: 30 }), async (script) => {
      const world = new World((runs += 1));
      for (const step of script) {
        if (step.do === "act") world.act(step.item, step.names);
        else if (step.do === "serve") world.pending.splice(step.which % Math.max(1, world.pending.length), 1)[0]?.serve(step.how);
        else if (step.do === "others") world.others(step.item, step.name);
        else if (step.do === "news") world.news(step.item);
        else if (step.do === "whole") world.whole(step.item, step.what);
        else world.lock();
        await turns();
      }
      await world.quiet();
      for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += world.counts[key];
    }),
    { numRuns: 500 },
  );
  expect(sum.committed).toBeGreaterThan(500);
  expect(sum.refused).toBeGreaterThan(200);
  expect(sum.merged).toBeGreaterThan(20);
  expect(sum.conflict).toBeGreaterThan(100);
  expect(sum.locked).toBeGreaterThan(100);
  expect(sum.pushes).toBeGreaterThan(3000);
  for (const what of ["archive", "unarchive", "remove", "keptWhole"] as const) expect(sum[what]).toBeGreaterThan(100);
  expect(sum.restore).toBeGreaterThan(40);
}, 120_000);

test("acts of different items go four at a time, and those of one item one after another", async () => {
  const { run } = actOrder();
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const work = (name: string) => () => new Promise<void>((end) => {
    begun.push(name);
    ends.push(end);
  });
  for (const name of ["a1", "a2", "b1", "c1", "d1", "e1"]) void run([name.slice(0, 1)], work(name));
  await turns();
  expect(begun).toEqual(["a1", "b1", "c1", "d1"]);
  ends[0]?.();
  await turns();
  expect(begun).toEqual(["a1", "b1", "c1", "d1", "e1"]);
  ends[1]?.();
  await turns();
  expect(begun.at(-1)).toBe("a2");
});
