/** Whatever somebody does to a disk, what a copy brings back is what this device has put there, and the rest is dropped and named. */
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { fromBase64Url, toBase64Url } from "../../crypto/base64url.ts";
import type { Box } from "../../crypto/box.ts";
import type { KeptBox } from "../../keyring/copies.ts";
import { aDevice, after, boxesHere, emptyBrowser, isList, placeIn, putBoxes, STORE, type Boxes, type Change, type Device, type Names } from "../testing/kept.ts";
import { THING } from "../testing/rows.ts";
import { rowsIn } from "./contents.ts";
import { listText } from "./list.ts";

beforeEach(emptyBrowser);
afterEach(() => { vi.unstubAllGlobals(); });

const NAMES: Names = { 1: "Anna", 2: "Ben", 3: "Clara", 4: "David", 5: "Eva", 6: "Finn", 7: "Gerd" };

/** Three boxes and their list, with which rows each box holds. */
async function aKeptList() {
  const device = await aDevice();
  const tab = device.aTab();
  tab.change({ put: NAMES });
  await tab.flush();
  const all = await boxesHere();
  const rows = new Map<string, readonly number[]>();
  for (const [key, { counter, box }] of all) {
    if (isList(key)) continue;
    const text = await device.sealing.open({ store: STORE, counter, box });
    rows.set(key, rowsIn(text).map(({ id }) => Number(id.slice(-12))));
  }
  expect([...rows.values()].map(({ length }) => length)).toEqual([3, 3, 1]);
  return { device, all, rows };
}

async function recalled(device: Device, given: Boxes) {
  await putBoxes(given);
  const tab = device.aTab();
  return { tab, names: await tab.recall(), notes: tab.notes };
}

const without = (names: Names, gone: readonly number[]): Names => after(names, [{ end: gone }]);
const nameOf = (key: string): string => placeIn(key).join(" ");

/** What is wrong with one record: everything that a flipped bit or a hand may make of it. */
function* damages(kept: KeptBox): Generator<readonly [what: string, wrong: unknown]> {
  for (const part of ["saltB64u", "ivB64u", "dataB64u"] as const) {
    const bytes = fromBase64Url(kept.box[part]);
    // All of what is short, and of the data its form, its commitment, and places in all that follows.
    for (let at = 0; at < bytes.length; at += at < 34 || at >= bytes.length - 2 ? 1 : 17) {
      const flipped = bytes.slice();
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      yield [`a bit in ${part} at ${at}`, { ...kept, box: { ...kept.box, [part]: toBase64Url(flipped) } }];
    }
    for (const [what, wrong] of [["cut", kept.box[part].slice(0, -4)], ["empty", ""], ["no text", 7], ["not base64", `${kept.box[part]}!`]] as const) {
      yield [`${part} is ${what}`, { ...kept, box: { ...kept.box, [part]: wrong } }];
    }
    yield [`${part} is missing`, { ...kept, box: Object.fromEntries(Object.entries(kept.box).filter(([name]) => name !== part)) as unknown as Box }];
  }
  for (const counter of [kept.counter + 1, 0, -1, 0.5, Number.NaN, "1", null, undefined]) yield [`the number is ${String(counter)}`, { ...kept, counter }];
  for (const wrong of [null, "text", 7, [], {}, { counter: kept.counter }, { counter: kept.counter, box: null }, { box: kept.box }]) yield [JSON.stringify(wrong), wrong];
}

test("a box of rows that is damaged anywhere is dropped and named, alone; the next flush makes it whole", async () => {
  const { device, all, rows } = await aKeptList();
  let count = 0;
  for (const [key, held] of rows) {
    for (const [what, wrong] of damages(all.get(key) as KeptBox)) {
      const { tab, names, notes } = await recalled(device, new Map([...all, [key, wrong as KeptBox]]));
      expect([names, notes], `${nameOf(key)}: ${what}`).toEqual([without(NAMES, held), [{ dropped: nameOf(key) }]]);
      count += 1;
      if (count % 20 !== 0) continue;
      tab.change({ put: Object.fromEntries(held.map((number) => [number, NAMES[number] ?? ""])) });
      await tab.flush();
      const next = device.aTab();
      expect([await next.recall(), next.notes], what).toEqual([NAMES, []]);
    }
  }
  expect(count).toBeGreaterThan(300);
});

test("a list that is damaged anywhere ends all that it named, is named itself, and a new copy begins", async () => {
  const { device, all } = await aKeptList();
  const key = [...all.keys()].find(isList) ?? "";
  let count = 0;
  for (const [what, wrong] of damages(all.get(key) as KeptBox)) {
    const { tab, names, notes } = await recalled(device, new Map([...all, [key, wrong as KeptBox]]));
    expect([names, notes, (await boxesHere()).size], what).toEqual([{}, [{ dropped: "copy list.1" }], 0]);
    tab.change({ put: NAMES });
    await tab.flush();
    const next = device.aTab();
    expect([await next.recall(), next.notes], what).toEqual([NAMES, []]);
    count += 1;
  }
  expect(count).toBeGreaterThan(80);
});

test("boxes that are missing, or stand under each other's numbers, are dropped alone", async () => {
  const { device, all, rows } = await aKeptList();
  const keys = [...rows.keys()];
  let count = 0;
  for (const one of keys) {
    const gone = await recalled(device, new Map([...all].filter(([key]) => key !== one)));
    expect([gone.names, gone.notes]).toEqual([without(NAMES, rows.get(one) ?? []), [{ dropped: nameOf(one) }]]);
    for (const other of keys) {
      if (other === one) continue;
      const own = all.get(one) as KeptBox;
      // As it is, and as if it were the other one.
      for (const moved of [own, { ...own, counter: (all.get(other) as KeptBox).counter }]) {
        const { names, notes } = await recalled(device, new Map([...all, [other, moved]]));
        expect([names, notes]).toEqual([without(NAMES, rows.get(other) ?? []), [{ dropped: nameOf(other) }]]);
        count += 1;
      }
    }
  }
  expect(count).toBe(12);
});

test("boxes without their list are all dropped, and it is named", async () => {
  const { device, all } = await aKeptList();
  const { names, notes } = await recalled(device, new Map([...all].filter(([key]) => !isList(key))));
  expect([names, notes, (await boxesHere()).size]).toEqual([{}, [{ dropped: "copy list.1" }], 0]);
  // Also by a tab that reads nothing before it writes.
  await putBoxes(new Map([...all].filter(([key]) => !isList(key))));
  const tab = device.aTab();
  tab.change({ put: { 1: "Anna" } });
  await tab.flush();
  expect([tab.notes, (await boxesHere()).size]).toEqual([[{ dropped: "copy list.1" }], 2]);
});

test("a list of another format, or of a kind that is another one now, is not used and named", async () => {
  const { device, all } = await aKeptList();
  const key = [...all.keys()].find(isList) ?? "";
  const { counter, box } = all.get(key) as KeptBox;
  const text = await device.sealing.open({ store: "copy list.1", counter, box });
  const { format, ...list } = JSON.parse(text) as { format: number } & Parameters<typeof listText>[0];
  expect(JSON.parse(listText(list))).toEqual({ format, ...list });
  for (const other of [{ format: format + 1, ...list }, { ...list }, { format: String(format), ...list }, {}, [], 7, null]) {
    const sealed = await device.sealing.seal({ store: "copy list.1", counter, contents: JSON.stringify(other) });
    const { names, notes } = await recalled(device, new Map([...all, [key, { counter, box: sealed }]]));
    expect([names, notes, (await boxesHere()).size], JSON.stringify(other)).toEqual([{}, [{ dropped: "copy list.1" }], 0]);
  }
  await putBoxes(all);
  const tab = device.aTab({ kind: { ...THING, version: THING.version + 1 } });
  expect([await tab.recall(), tab.notes]).toEqual([{}, [{ dropped: STORE }]]);
  // It is written anew as what it is now, and nothing of before is left.
  tab.change({ put: { 1: "Anna" } });
  await tab.flush();
  expect((await boxesHere()).size).toBe(2);
});

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 3, arbitrary: fc.dictionary(fc.integer({ min: 1, max: 9 }).map(String), fc.constantFrom("Anna", "Ben", "Clara", "David"), { minKeys: 1, maxKeys: 5, noNullPrototype: true }).map((put) => ({ put })) },
  { weight: 1, arbitrary: fc.subarray([1, 2, 3, 4, 5, 6, 7, 8, 9], { minLength: 1, maxLength: 3 }).map((end) => ({ end })) },
);
const changes = fc.array(change, { minLength: 1, maxLength: 3 });

interface Day {
  readonly names: Names;
  /** What rows were called up to it. */
  readonly ever: readonly Names[];
  readonly boxes: Boxes;
}

/** A life of a disk from a day on: each day it is read by another tab, something changes, and what it holds is written down. */
async function live(device: Device, from: Day, days: readonly (readonly Change[])[]): Promise<Day[]> {
  await putBoxes(from.boxes);
  const lived: Day[] = [];
  let { names, ever } = from;
  for (const day of days) {
    const tab = device.aTab();
    expect(await tab.recall()).toEqual(names);
    tab.change(...day);
    await tab.flush();
    names = after(names, day);
    ever = [...ever, names, ...day.map((one) => after({}, [one]))];
    lived.push({ names, ever, boxes: await boxesHere() });
  }
  return lived;
}

const NOTHING: Day = { names: {}, ever: [], boxes: new Map() };

test("a copy of another day is an older base, whole; of one that is mixed of several days and lives only what its list names comes back", async () => {
  const seen = { mixed: 0, dropped: 0, sameNumber: 0, older: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(changes, { minLength: 2, maxLength: 5 }), fc.array(changes, { minLength: 1, maxLength: 3 }), fc.nat(), fc.nat(), fc.nat(), fc.boolean(), fc.infiniteStream(fc.boolean()), async (days, others, branch, to, from, isLater, draws) => {
      emptyBrowser();
      const device = await aDevice();
      const first = await live(device, NOTHING, days);
      // It was put back one day, and went on otherwise: the same numbers are given to other boxes.
      const second = await live(device, first[branch % first.length] ?? NOTHING, others);
      const all = [...first, ...second];
      const [here, there] = isLater ? [second, first] : [first, second];
      const day = here[to % here.length] ?? NOTHING;
      const old = await recalled(device, day.boxes);
      expect([old.names, old.notes]).toEqual([day.names, []]);
      seen.older += Number(day !== all.at(-1));

      const other = there[from % there.length] ?? NOTHING;
      const put = [...other.boxes].filter(([key]) => !isList(key) && draws.next().value);
      const { names, notes } = await recalled(device, new Map([...day.boxes, ...put]));
      if (put.length > 0 && ![...day.boxes.keys()].some(isList)) return void expect([names, notes]).toEqual([{}, [{ dropped: "copy list.1" }]]);
      const differs = put.filter(([key, { box }]) => day.boxes.has(key) && day.boxes.get(key)?.box.saltB64u !== box.saltB64u);
      // What a dropped box held may lie in an earlier one as it was: that is not the newest state, and not drawn.
      for (const [number, name] of Object.entries(names)) expect(day.ever.map((then) => then[Number(number)])).toContain(name);
      expect(notes).toEqual(differs.map(([key]) => ({ dropped: nameOf(key) })));
      if (differs.length === 0) expect(names).toEqual(day.names);
      seen.mixed += Number(put.length > 0);
      seen.dropped += Number(notes.length > 0);
      seen.sameNumber += Number(put.some(([key]) => !day.boxes.has(key)));
      return undefined;
    }),
    { numRuns: 200 },
  );
  for (const [what, many] of Object.entries(seen)) expect(many, what).toBeGreaterThan(10);
});

test("of boxes of another account, device or person under the own keys none is used, each is named, and the others stay", async () => {
  const [mine, theirs] = [await aKeptList(), await aDevice()];
  emptyBrowser();
  const tab = theirs.aTab();
  const others: Names = Object.fromEntries(Object.entries(NAMES).map(([number, name]) => [number, `${name} of others`]));
  tab.change({ put: others });
  await tab.flush();
  const { user, account, device } = mine.device.owner;
  const foreign = new Map([...(await boxesHere())].map(([key, kept]) => [JSON.stringify([user, account, device, ...placeIn(key)]), kept]));
  const keys = [...mine.all.keys()];
  expect([...foreign.keys()].sort()).toEqual([...keys].sort());
  // Every mixture of both.
  for (let mixture = 1; mixture < 2 ** keys.length; mixture += 1) {
    const taken = keys.filter((_, i) => mixture & (1 << i));
    const { names, notes } = await recalled(mine.device, new Map([...mine.all, ...taken.map((key): [string, KeptBox] => [key, foreign.get(key) as KeptBox])]));
    const lost = taken.some(isList) ? Object.keys(NAMES).map(Number) : taken.flatMap((key) => mine.rows.get(key) ?? []);
    expect(names).toEqual(without(NAMES, lost));
    expect(notes).toEqual(taken.some(isList) ? [{ dropped: "copy list.1" }] : taken.map((key) => ({ dropped: nameOf(key) })));
  }
});

type Done = { readonly tab: 0 | 1 } & ({ readonly change: readonly Change[] } | { readonly flush: true } | { readonly again: true });
const done: fc.Arbitrary<Done> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ tab: fc.constantFrom(0 as const, 1 as const), change: changes }) },
  { weight: 4, arbitrary: fc.record({ tab: fc.constantFrom(0 as const, 1 as const), flush: fc.constant(true as const) }) },
  { weight: 2, arbitrary: fc.record({ tab: fc.constantFrom(0 as const, 1 as const), again: fc.constant(true as const) }) },
);

test("of two tabs that both write, one that was behind writes nothing over what it has not read", async () => {
  const seen = { written: 0, refused: 0, goneOn: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(done, { minLength: 4, maxLength: 24 }), async (steps) => {
      emptyBrowser();
      const device = await aDevice();
      /** By whom the list of now was written, or read. */
      let basis = 0;
      let lies: Names = {};
      const open = async () => {
        const tab = device.aTab();
        const names = await tab.recall();
        expect([names, tab.notes]).toEqual([lies, []]);
        return { tab, names, basis };
      };
      const tabs = [await open(), await open()];
      for (const step of steps) {
        const one = tabs[step.tab] as Awaited<ReturnType<typeof open>>;
        if ("again" in step) tabs[step.tab] = await open();
        else if ("change" in step) {
          one.tab.change(...step.change);
          one.names = after(one.names, step.change);
        } else {
          const before = await boxesHere();
          await one.tab.flush();
          const isWritten = JSON.stringify([...before]) !== JSON.stringify([...(await boxesHere())]);
          if (isWritten) {
            expect(one.basis, "it was not behind").toBe(basis);
            basis += 1;
            one.basis = basis;
            lies = one.names;
            seen.written += 1;
            seen.goneOn += Number(basis > 1);
          } else seen.refused += Number(one.basis !== basis);
          const { names } = await open();
          expect(names).toEqual(lies);
        }
      }
    }),
    { numRuns: 150 },
  );
  for (const [what, many] of Object.entries(seen)) expect(many, what).toBeGreaterThan(20);
});

test("a tab that has waited for its turn writes what it holds on top of what it finds, whatever it had read before", async () => {
  const device = await aDevice();
  const [first, second] = [device.aTab(), device.aTab({ isWriter: false })];
  first.change({ put: NAMES });
  await first.flush();
  expect(await second.recall()).toEqual(NAMES);
  const more: readonly Change[] = [{ put: { 8: "Hans" } }, { end: [1] }];
  for (const tab of [first, second]) tab.change(...more);
  await second.flush();
  expect([...(await boxesHere())], "it is not its turn").toHaveLength(4);
  await first.flush();
  second.change({ put: { 9: "Ida" } });
  second.grant();
  await second.flush();
  const third = device.aTab();
  expect([await third.recall(), third.notes]).toEqual([after(NAMES, [...more, { put: { 9: "Ida" } }]), []]);
});
