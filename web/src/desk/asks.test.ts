/** What else the page asks of the desk: groups, values, finds of all kinds, single items, names, and what a selection means. */
import { expect, test } from "vitest";

import { openDesk } from "./desk.ts";
import type { FromDesk, ToDesk, View } from "./messages.ts";
import type { Opened } from "./row.ts";
import { DeskClosed, FilterRefused, openShown } from "./shown.ts";
import { idOf, itemOf, THING, type Thing } from "./testing/rows.ts";

const DAY = 86_400_000;
const VENDOR = { ...THING, kind: "vendor" as const };

/** The page and the desk, with nothing between them but what the page has not taken yet. */
function aPage() {
  const frames: (() => void)[] = [];
  const sent: ToDesk[] = [];
  const desk = openDesk({ kinds: [THING, VENDOR], language: "en", tell: (message) => shown.hear(structuredClone(message)) });
  const shown = openShown(
    (message) => {
      sent.push(message);
      desk.page(structuredClone(message));
    },
    (callback) => frames.push(callback),
  );
  const drawn = () => {
    for (let frame = frames.shift(); frame; frame = frames.shift()) frame();
  };
  return { desk, shown, drawn, sent };
}

const row = (number: number, said: Partial<Thing>, at = 0, revision = 1): Opened => {
  const id = idOf(number);
  return { id, version: revision, word: { rank: "a" }, state: "open", item: itemOf({ id, revision, at: at * DAY }), payload: { name: `Name ${number}`, notes: "", ...said } };
};
const sealed = (number: number): Opened => ({ id: idOf(number), version: 1, word: {}, state: "sealed", item: itemOf({ id: idOf(number), revision: 1, at: 0 }) });

const ALL: View = { kind: "contact", where: null, text: "", sort: [{ field: "title", dir: "asc" }], group: null };

test("rows of a group stand together, those without a value after them, and what is not open last", () => {
  const { desk, shown } = aPage();
  desk.keys({ put: "contact", rows: [row(1, { city: "Zürich" }), row(2, { city: "Bern" }), sealed(3), row(4, {}), row(5, { city: "Zürich" }), row(6, { city: "zurich" })] });
  const live = shown.view();
  live.show({ ...ALL, group: "city" }, 0, 10);
  expect(live.now()?.groups).toEqual([
    { key: "Bern", known: true, from: 0, count: 1 },
    { key: "Zürich", known: true, from: 1, count: 2 },
    { key: "zurich", known: true, from: 3, count: 1 },
    { key: null, known: true, from: 4, count: 1 },
    { key: null, known: false, from: 5, count: 1 },
  ]);
});

test("rows between two days stand together, whatever else is asked", () => {
  const { desk, shown, drawn } = aPage();
  desk.keys({ put: "contact", rows: [row(1, { endOn: "2027-05-01" }), row(2, { endOn: "2026-11-20" }), row(3, {}), row(4, { endOn: "2026-11-26" }), sealed(5), row(6, { endOn: "2026-11-19" })] });
  const live = shown.view();
  live.show({ ...ALL, group: { field: "due", steps: ["2026-11-26", "2026-12-26"] } }, 0, 10);
  expect(live.now()?.groups).toEqual([
    { key: 0, known: true, from: 0, count: 2 }, { key: 1, known: true, from: 2, count: 1 }, { key: 2, known: true, from: 3, count: 1 },
    { key: null, known: true, from: 4, count: 1 }, { key: null, known: false, from: 5, count: 1 },
  ]);
  drawn();
  live.show({ ...ALL, sort: [{ field: "due", dir: "desc" }], group: { field: "due", steps: ["2026-11-26", "2026-12-26"] } }, 0, 10);
  expect(live.now()?.groups.map(({ key }) => key)).toEqual([2, 1, 0, null, null]);
});

test("of what is closed nobody knows whether its contents say what its statements do not", () => {
  const { desk, shown } = aPage();
  const told = (number: number, due: string | null): Opened => ({ ...sealed(number), item: itemOf({ id: idOf(number), revision: 1, at: 0, due }) }) as Opened;
  desk.keys({ put: "contact", rows: [row(1, {}), row(2, { endOn: "2026-11-30" }), told(3, "2026-11-30"), told(4, null)] });
  const having = (where: View["where"]) => shown.pick({ view: { ...ALL, where }, except: [] });
  return Promise.all([
    expect(having({ field: "due", op: "eq", value: "2026-11-30" })).resolves.toEqual([idOf(2), idOf(3)]),
    expect(having({ field: "due", op: "empty" })).resolves.toEqual([idOf(1)]),
    expect(having({ field: "due", op: "ne", value: "2026-01-01" })).resolves.toHaveLength(3),
  ]);
});

test("values are counted among the rows of a view, each of a list, and nothing is counted of what is not open", async () => {
  const { desk, shown } = aPage();
  desk.keys({ put: "contact", rows: [row(1, { tags: ["red", "blue"] }), row(2, { tags: ["red", "red"] }), row(3, {}), sealed(4)] });
  expect(await shown.facets(ALL, "tags")).toEqual([{ value: "red", count: 2 }, { value: "blue", count: 1 }, { value: null, count: 1 }]);
  expect(await shown.facets({ ...ALL, where: { field: "tags", op: "hasAny", value: ["blue"] } }, "tags")).toHaveLength(2);
});

test("the best finds of all kinds stand first, then the newest; what merely comes near counts where nothing else is found", async () => {
  const { desk, shown } = aPage();
  desk.keys({ put: "contact", rows: [row(1, { name: "Boat of Anna" }, 3), row(2, { name: "Roberta", notes: "her boat" }, 9), row(3, { name: "Boar" }, 9)] });
  desk.keys({ put: "vendor", rows: [row(4, { name: "Boat yard" }, 1), row(5, { name: "Lifeboat" }, 9), row(6, { name: "Boathouse" }, 2), row(7, { name: "Old boat" }, 1)] });
  const names = async (text: string, most = 10) => (await shown.find(text, ["contact", "vendor"], most)).map(({ row: { cells } }) => cells[0]);
  expect(await names("boat")).toEqual(["Boat of Anna", "Boathouse", "Boat yard", "Old boat", "Lifeboat", "Roberta"]);
  expect(await names("boat", 2)).toEqual(["Boat of Anna", "Boathouse"]);
  expect(await names("bota")).toEqual(["Boat of Anna", "Boat yard", "Old boat"]);
  // One kind holds it: what comes near it in another is not what was meant.
  expect(await names("boar")).toEqual(["Boar"]);
  expect(await names("  ")).toEqual([]);
});

test("an opened item is told whole, again when it changed, and that it is not there", () => {
  const { desk, shown, drawn } = aPage();
  desk.keys({ put: "contact", rows: [row(1, { name: "Anna", notes: "all of it" }), row(2, {})] });
  const live = shown.one();
  live.show("contact", idOf(1));
  expect(live.now()?.whole).toMatchObject({ state: "open", version: 1, payload: { name: "Anna", notes: "all of it" }, item: { revision: 1 }, word: { rank: "a" } });
  const first = live.now();
  drawn();
  desk.keys({ put: "contact", rows: [row(2, { name: "Other" }, 0, 2)] });
  expect(live.now()).toBe(first);
  desk.keys({ put: "contact", rows: [row(1, { name: "Anne" }, 0, 2)] });
  desk.keys({ put: "contact", rows: [row(1, { name: "Annie" }, 0, 3)] });
  // The page has not drawn the change before: it is told the last one after it.
  expect(live.now()?.whole).toMatchObject({ payload: { name: "Anne" } });
  drawn();
  expect(live.now()?.whole).toMatchObject({ payload: { name: "Annie" } });
  desk.keys({ end: "contact", rows: [{ id: idOf(1), revision: 4 }] });
  drawn();
  expect(live.now()).toEqual({ whole: null });
});

test("the last title that was proven stands under a word of an alarm", () => {
  const { desk, shown } = aPage();
  desk.keys({ put: "contact", rows: [{ id: idOf(1), version: 1, word: {}, state: "withheld", item: null, last: "Anna" }] });
  const live = shown.one();
  live.show("contact", idOf(1));
  expect(live.now()?.whole).toEqual({ id: idOf(1), stamp: 1, state: "withheld", version: 1, item: null, word: {}, last: "Anna" });
});

test("titles of links are told when they change, and leave when their item does", () => {
  const { desk, shown, drawn } = aPage();
  desk.keys({ put: "contact", rows: [row(1, { name: "Anna" }), row(2, { name: "Ben" }), sealed(3)] });
  const live = shown.names();
  live.show("contact", [idOf(1), idOf(2), idOf(3), idOf(9)]);
  const titles = () => [...(live.now()?.values() ?? [])].map(({ title }) => title);
  expect(titles()).toEqual(["Anna", "Ben", null]);
  const ben = live.now()?.get(idOf(2));
  drawn();
  desk.keys({ put: "contact", rows: [row(1, { name: "Anne" }, 0, 2)] });
  drawn();
  desk.keys({ end: "contact", rows: [{ id: idOf(3), revision: 2 }] });
  drawn();
  expect(titles()).toEqual(["Anne", "Ben"]);
  expect(live.now()?.get(idOf(2))).toBe(ben);
});

test("all that match, but those that were taken out, are counted when the act begins", async () => {
  const { desk, shown } = aPage();
  desk.keys({ put: "contact", rows: [1, 2, 3].map((number) => row(number, { city: number === 3 ? "Bern" : "Zürich" })) });
  const view = { ...ALL, where: { field: "city", op: "eq" as const, value: "Zürich" } };
  expect(await shown.pick({ view, except: [idOf(1)] })).toEqual([idOf(2)]);
  desk.keys({ put: "contact", rows: [row(4, { city: "Zürich" })] });
  expect(await shown.pick({ view, except: [idOf(1)] })).toEqual([idOf(2), idOf(4)]);
  expect(await shown.pick({ ids: [idOf(3)] })).toEqual([idOf(3)]);
  expect((await shown.take("contact", { view, except: [idOf(1)] })).map(({ id }) => id)).toEqual([idOf(2), idOf(4)]);
});

test("a filter that can not be asked is refused with its place, shows nothing, and the next one is asked anew", async () => {
  const { desk, shown, drawn } = aPage();
  desk.keys({ put: "contact", rows: [row(1, {})] });
  const live = shown.view();
  live.show(ALL, 0, 10);
  live.show({ ...ALL, where: { field: "phone", op: "empty" } }, 0, 10);
  expect([live.now(), live.refused()]).toEqual([null, "where.field"]);
  drawn();
  live.show(ALL, 0, 10);
  expect([live.now()?.count, live.refused()]).toEqual([1, null]);
  await expect(shown.facets(ALL, "phone")).rejects.toThrow(FilterRefused);
  live.show({ ...ALL, sort: [{ field: "phone", dir: "asc" }] }, 0, 10);
  expect(live.refused()).toBe("sort.0");
  live.show({ ...ALL, group: "phone" }, 0, 10);
  expect(live.refused()).toBe("group");
  live.show({ ...ALL, kind: "task" }, 0, 10);
  expect(live.refused()).toBe("kind");
});

test("a stage is told once, also of a list without rows", () => {
  const { desk, shown, drawn, sent } = aPage();
  const live = shown.view();
  live.show(ALL, 0, 10);
  expect(live.now()).toMatchObject({ stage: "reading", count: 0, ids: [] });
  drawn();
  desk.keys({ stage: "contact", is: "whole" });
  expect(live.now()?.stage).toBe("whole");
  drawn();
  const before = sent.length;
  desk.keys({ stage: "contact", is: "whole" });
  drawn();
  expect(sent).toHaveLength(before);
});

test("a change that a window shows nothing of is not told", () => {
  const { desk, shown, drawn, sent } = aPage();
  desk.keys({ put: "contact", rows: [row(1, { name: "Anna" }), row(2, { name: "Ben" })] });
  const live = shown.view();
  live.show(ALL, 0, 1);
  drawn();
  const [before, now] = [sent.length, live.now()];
  desk.keys({ put: "contact", rows: [row(2, { name: "Bert" }, 0, 2)] });
  drawn();
  expect(sent).toHaveLength(before);
  expect(live.now()).toBe(now);
});

test("under the pointer nothing moves: what changed is shown in its place, what ended leaves, and what came waits", () => {
  const { desk, shown, drawn } = aPage();
  desk.keys({ put: "contact", rows: [row(1, { name: "Anna" }), row(2, { name: "Ben" }), row(3, { name: "Clara" })] });
  const live = shown.view();
  live.show(ALL, 0, 10);
  live.hold(true);
  const names = () => {
    drawn();
    return live.now()?.ids.map((id) => live.now()?.rows.get(id)?.cells[0]);
  };
  desk.keys({ put: "contact", rows: [row(1, { name: "Zoë" }, 0, 2), row(4, { name: "Abel" }), row(5, { name: "Aron" })] });
  expect([names(), live.now()?.waiting]).toEqual([["Zoë", "Ben", "Clara"], 2]);
  desk.keys({ end: "contact", rows: [{ id: idOf(2), revision: 2 }] });
  expect([names(), live.now()?.count]).toEqual([["Zoë", "Clara"], 2]);
  live.hold(false);
  expect([names(), live.now()?.waiting]).toEqual([["Abel", "Aron", "Clara", "Zoë"], 0]);
});

test("groups are those of the rows that stand there, also while places are held", () => {
  const { desk, shown, drawn } = aPage();
  desk.keys({ put: "contact", rows: [row(1, { city: "Bern" }), row(2, { city: "Zürich" })] });
  const live = shown.view();
  live.show({ ...ALL, group: "city" }, 0, 10);
  drawn();
  live.hold(true);
  desk.keys({ put: "contact", rows: [row(3, { city: "Bern" }), row(4, { city: "Chur" })] });
  drawn();
  expect(live.now()?.groups).toEqual([{ key: "Bern", known: true, from: 0, count: 1 }, { key: "Zürich", known: true, from: 1, count: 1 }]);
  live.hold(false);
  drawn();
  expect(live.now()?.groups).toMatchObject([{ key: "Bern", count: 2 }, { key: "Chur", from: 2 }, { key: "Zürich", from: 3 }]);
});

test("however many rows come between two others, each stands in its place", () => {
  const { desk, shown, drawn } = aPage();
  const live = shown.view();
  live.show(ALL, 0, 200);
  desk.keys({ put: "contact", rows: [row(1, { name: "a" }), row(2, { name: "z" })] });
  drawn();
  // Each halves the room before the last one, until all have to get room again.
  for (let number = 99; number > 19; number -= 1) {
    desk.keys({ put: "contact", rows: [row(1000 + number, { name: `m${number}` })] });
    drawn();
  }
  desk.keys({ put: "contact", rows: [row(3, { name: "b" }), row(4, { name: "m50a" })] });
  drawn();
  const names = live.now()?.ids.map((id) => String(live.now()?.rows.get(id)?.cells[0])) ?? [];
  expect(names).toHaveLength(84);
  expect(names).toEqual(names.toSorted());
});

test("what comes near is shown when the last that held it has gone, and goes when one holds it again", () => {
  const { desk, shown, drawn } = aPage();
  desk.keys({ put: "contact", rows: [row(1, { name: "Hanna" }), row(2, { name: "Hanno" })] });
  const live = shown.view();
  live.show({ ...ALL, text: "hanna" }, 0, 10);
  const ids = () => {
    drawn();
    return live.now()?.ids;
  };
  expect(ids()).toEqual([idOf(1)]);
  desk.keys({ end: "contact", rows: [{ id: idOf(1), revision: 2 }] });
  expect(ids()).toEqual([idOf(2)]);
  desk.keys({ put: "contact", rows: [row(3, { name: "Johanna" })] });
  expect(ids()).toEqual([idOf(3)]);
});

test("a view that is refused and followed at once by another keeps the rows on the screen, and their objects", () => {
  const late: ToDesk[] = [];
  const later: (() => void)[] = [];
  const slow = openShown((message) => late.push(structuredClone(message)), (callback) => later.push(callback));
  const told: FromDesk[] = [];
  const own = openDesk({ kinds: [THING], language: "en", tell: (message) => told.push(structuredClone(message)) });
  const deliver = () => {
    for (const message of late.splice(0)) own.page(message);
    for (const message of told.splice(0)) slow.hear(message);
  };
  own.keys({ put: "contact", rows: [row(1, { name: "Anna" }), row(2, { name: "Ben" })] });
  const live = slow.view();
  live.show(ALL, 0, 10);
  deliver();
  const anna = live.now()?.rows.get(idOf(1));
  expect(anna).toBeDefined();
  // Before the page has drawn: a bad filter, and a good one after it.
  live.show({ ...ALL, where: { field: "phone", op: "empty" } }, 0, 10);
  live.show({ ...ALL, text: "anna" }, 0, 10);
  for (const message of late.splice(0)) own.page(message);
  // The answer that it drew the first window comes after both, and is not one to the window under way.
  for (const callback of later.splice(0)) callback();
  for (const message of late.splice(0)) own.page(message);
  own.keys({ put: "contact", rows: [row(3, { name: "Annabel" })] });
  expect(told.filter((message) => "n" in message)).toHaveLength(1);
  for (const message of told.splice(0)) slow.hear(message);
  expect([live.refused(), live.now()?.ids]).toEqual([null, [idOf(1)]]);
  expect(live.now()?.rows.get(idOf(1))).toBe(anna);
  for (const callback of later.splice(0)) callback();
  deliver();
  expect(live.now()?.ids).toEqual([idOf(1), idOf(3)]);
});

test("a view that was refused is not told of any more", () => {
  const told: FromDesk[] = [];
  const desk = openDesk({ kinds: [THING], language: "en", tell: (message) => told.push(message) });
  desk.page({ open: 1, turn: 1, view: ALL, from: 0, to: 10, whole: false });
  desk.page({ got: 1, turn: 1, taken: true });
  desk.page({ open: 1, turn: 2, view: { ...ALL, group: "phone" }, from: 0, to: 10, whole: false });
  told.length = 0;
  desk.keys({ put: "contact", rows: [row(1, {})] });
  desk.page({ move: 1, turn: 3, from: 0, to: 5 });
  expect(told).toEqual([]);
});

test("when the keys are locked nothing is left on the page, and what waits is told so", async () => {
  const { desk, shown } = aPage();
  desk.keys({ put: "contact", rows: [row(1, { name: "Anna" })] });
  const [list, one, names] = [shown.view(), shown.one(), shown.names()];
  list.show(ALL, 0, 10);
  one.show("contact", idOf(1));
  names.show("contact", [idOf(1)]);
  let heard = 0;
  list.subscribe(() => (heard += 1));
  shown.end();
  expect([list.now(), one.now(), names.now()]).toEqual([null, null, null]);
  expect(heard).toBe(1);
  await expect(shown.find("anna", ["contact"], 5)).rejects.toThrow(DeskClosed);
  // A late answer finds nobody.
  desk.keys({ put: "contact", rows: [row(1, { name: "Anne" }, 0, 2)] });
  list.show(ALL, 0, 10);
  expect(list.now()).toBeNull();
});

test("rows that are asked for whole come with all that is known of them, and again when that changes", async () => {
  const { desk, shown, drawn } = aPage();
  const unfit: Opened = { id: idOf(2), version: 1, word: {}, state: "broken", item: itemOf({ id: idOf(2), revision: 1, at: 0 }), unfit: true };
  desk.keys({ put: "contact", rows: [row(1, { city: "Bern" }), unfit] });
  const [whole, cells] = [shown.view({ whole: true }), shown.view()];
  for (const live of [whole, cells]) live.show(ALL, 0, 1);
  const said = (live = whole) => live.now()?.rows.get(idOf(1))?.whole?.payload;
  expect(said()).toEqual({ name: "Name 1", notes: "", city: "Bern" });
  expect(cells.now()?.rows.get(idOf(1))).not.toHaveProperty("whole");
  expect([whole.now()?.count, whole.now()?.all]).toEqual([2, 2]);
  drawn();
  desk.keys({ put: "contact", rows: [row(1, { city: "Zürich" }, 0, 2)] });
  expect(said()).toEqual({ name: "Name 1", notes: "", city: "Zürich" });
  expect(await shown.take("contact", { ids: [idOf(9), idOf(2), idOf(1)] })).toMatchObject([{ id: idOf(2), unfit: true }, { id: idOf(1), version: 2 }]);
  shown.end();
  await expect(shown.take("contact", { ids: [idOf(1)] })).rejects.toThrow(DeskClosed);
});

test("shelves of one kind stand apart, and what is put away leaves every window, name and item; what comes later is shown", () => {
  const { desk, shown, drawn } = aPage();
  const bin = "contact bin" as const;
  desk.keys({ put: "contact", rows: [row(1, {})] });
  desk.keys({ put: bin, rows: [row(2, {}), row(3, {})] });
  const [list, apart, one, names] = [shown.view(), shown.view(), shown.one(), shown.names()];
  list.show(ALL, 0, 10);
  apart.show({ ...ALL, kind: bin }, 0, 10);
  one.show(bin, idOf(2));
  names.show(bin, [idOf(2), idOf(3)]);
  drawn();
  expect([list.now()?.ids, apart.now()?.ids, one.now()?.whole?.id, names.now()?.size]).toEqual([[idOf(1)], [idOf(2), idOf(3)], idOf(2), 2]);
  desk.keys({ away: bin });
  drawn();
  expect([list.now()?.ids, apart.now()?.ids, one.now()?.whole, names.now()?.size]).toEqual([[idOf(1)], [], null, 0]);
  desk.keys({ put: bin, rows: [row(2, {})] });
  drawn();
  expect([apart.now()?.ids, one.now()?.whole?.id, [...(names.now()?.keys() ?? [])]]).toEqual([[idOf(2)], idOf(2), [idOf(2)]]);
});

test("other words of the server change nothing else of a row, and of another version nothing at all", () => {
  const { desk, shown, drawn } = aPage();
  desk.keys({ put: "contact", rows: [row(1, {}, 0, 2)] });
  const live = shown.view({ whole: true });
  live.show(ALL, 0, 10);
  drawn();
  const before = live.now()?.rows.get(idOf(1))?.whole;
  desk.keys({ reword: "contact", rows: [{ id: idOf(1), version: 2, word: { rank: "z" } }, { id: idOf(9), version: 1, word: { rank: "z" } }] });
  drawn();
  const after = live.now()?.rows.get(idOf(1))?.whole;
  expect(after).toEqual({ ...before, stamp: after?.stamp, word: { rank: "z" } });
  desk.keys({ reword: "contact", rows: [{ id: idOf(1), version: 1, word: { rank: "y" } }] });
  drawn();
  expect([live.now()?.rows.get(idOf(1))?.whole?.word, live.now()?.all]).toEqual([{ rank: "z" }, 1]);
});
