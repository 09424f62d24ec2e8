/** Copies of a real account, from one tab to the next: what lies on the disk, what comes back of it, and what never does. */
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Answered } from "../../api/answered";
import { contactDesk } from "../../features/contacts/desk";
import { vendorDesk } from "../../features/vendors/desk";
import { dropCopies, type KeptBox } from "../../keyring/copies";
import type { Keyring } from "../../keyring/contract";
import type { BrowserOptions } from "../../keyring/testing/browser";
import { anOpenAccount, browser, closeBrowsers, PASSPHRASE } from "../../keyring/testing/people";
import { connectDesk, lentBy } from "../connect";
import { startFeed, type Feed } from "../feed";
import type { DeskKind } from "../kind";
import type { View } from "../messages";
import type { Kind } from "../row";
import { workerHere } from "../testing/worker";
import type { CopyNote } from "./copy";

/** Locks of one browser: a tab that ends lets go of its own. */
function someLocks() {
  const waiting: (() => unknown)[] = [];
  return {
    request: (_name: string, granted: () => unknown) => {
      waiting.push(granted);
      if (waiting.length === 1) granted();
      return new Promise(() => undefined);
    },
    next: () => {
      waiting.shift();
      waiting[0]?.();
    },
  };
}

let locks: ReturnType<typeof someLocks>;
/** Of this test: a tab of one before, which is not ended here as a worker is, may still write. */
const people = new Set<string>();
beforeEach(() => {
  people.clear();
  locks = someLocks();
  vi.stubGlobal("navigator", { locks });
});
afterEach(() => {
  closeBrowsers();
  vi.unstubAllGlobals();
});

const ALL = (kind: Kind): View => ({ kind, where: null, text: "", sort: [{ field: "title", dir: "asc" }], group: null });

const WAITS_MS = 300;

/** A tab with its desk: what is opened in it is counted, and what it is told of its copy is kept. */
function aTab(keyring: Keyring, kinds: readonly DeskKind[] = [contactDesk, vendorDesk]) {
  const opened: string[] = [];
  const notes: CopyNote[] = [];
  const counting: Keyring = {
    ...keyring,
    showRecord: (kind, item) => {
      opened.push(item.id);
      return keyring.showRecord(kind, item);
    },
  };
  const handle = connectDesk(workerHere(kinds), { language: "en", nextFrame: queueMicrotask, onLost: () => undefined, lent: lentBy(keyring), onCopy: (note) => void ("kept" in note || notes.push(note)) });
  // As the app has it: asked before the keys go, and ended when they have.
  const deaf = keyring.beforeLock(handle.rest);
  const feeds = new Map<Kind, Feed>();
  const feedOf = (kind: Kind): Feed => {
    const feed = feeds.get(kind) ?? startFeed({ kind, keyring: counting, to: handle.keys, told: () => undefined, copy: { recall: () => handle.recall(kind), keep: (ids) => handle.keep(kind, ids) } });
    feeds.set(kind, feed);
    return feed;
  };
  const views = new Map<Kind, ReturnType<typeof handle.shown.view>>();
  const rows = (kind: Kind = "contact") => {
    const live = views.get(kind) ?? handle.shown.view();
    if (!views.has(kind)) live.show(ALL(kind), 0, 100);
    views.set(kind, live);
    const window = live.now();
    return (window?.ids ?? []).map((id) => window?.rows.get(id)).map((row) => [row?.state, row?.grade, row?.cells[0]]);
  };
  return {
    opened, notes, rows, feedOf, deaf,
    /** Everything is read, proven and written. */
    async keep(kind: Kind, answers: readonly Answered[]) {
      rows(kind);
      await feedOf(kind).take(answers, Date.now() + 1);
      await expect.poll(() => rows(kind).every(([state, grade]) => state !== "open" || grade === "proven")).toBe(true);
      await this.written();
    },
    /** What waits is written, and everything before it has been. */
    async written() {
      await handle.rest();
      await settle();
      await handle.recall("document").catch(() => []);
      await settle();
    },
    /** What the copy alone brings to the screen. */
    async recalled(kind: Kind = "contact") {
      rows(kind);
      feedOf(kind);
      await settle();
      await handle.recall("document").catch(() => []);
      await settle();
      return rows(kind);
    },
    end() {
      deaf();
      for (const feed of feeds.values()) feed.end();
      handle.end();
      locks.next();
    },
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 60));

async function aContact(keyring: Keyring, server: Awaited<ReturnType<typeof anOpenAccount>>["server"], full: string): Promise<Answered> {
  const id = crypto.randomUUID();
  const sealed = await keyring.sealRecord({ kind: "contact", id, payload: { v: 1, kind: "individual", name: { full } }, attrs: { state: "active" }, audience: await keyring.defaultAudience("contact") });
  await server.leaf(sealed);
  return { id, version: 1, sealed, later: [], word: {} };
}

const anAddressBook = (...names: string[]) => anAddressBookOf(names);

async function anAddressBookOf(names: readonly string[], options: BrowserOptions = {}) {
  const storage = new IDBFactory();
  const account = await anOpenAccount({ storage, ...options });
  const { server, owner, clara } = account;
  people.add(owner.id);
  const answers: Answered[] = [];
  for (const name of names) answers.push(await aContact(clara.keyring, server, name));
  await clara.hear();
  /** The page is opened again, in the same browser. */
  const reload = async () => {
    const again = await browser(server, owner, { storage });
    await again.until("ready");
    return again;
  };
  return { ...account, storage, answers, reload };
}

type Boxes = Map<string, KeptBox>;

async function inBoxes<Value>(work: (boxes: IDBObjectStore) => Promise<Value>): Promise<Value> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("coffer-copies-v1", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("boxes");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error("It did not open."));
  });
  const value = await work(database.transaction("boxes", "readwrite").objectStore("boxes"));
  database.close();
  return value;
}

const asked = <Value>(request: IDBRequest<Value>) => new Promise<Value>((resolve) => (request.onsuccess = () => resolve(request.result)));

/** Everything that lies on the disk, by its key. */
const boxesHere = (): Promise<Boxes> => inBoxes(async (boxes) => {
  const [keys, values] = await Promise.all([asked(boxes.getAllKeys()), asked(boxes.getAll() as IDBRequest<KeptBox[]>)]);
  const all = keys.map((key, i): [string, KeptBox] => [JSON.stringify(key), values[i] as KeptBox]);
  return new Map(all.filter((_, i) => people.has(String((keys[i] as unknown[])[0]))));
});

const putBoxes = (all: Boxes): Promise<void> => inBoxes(async (boxes) => {
  await asked(boxes.clear());
  for (const [key, box] of all) await asked(boxes.put(box, JSON.parse(key) as IDBValidKey));
});

const rowBoxes = (all: Boxes, kind: Kind = "contact") => [...all].filter(([key]) => (JSON.parse(key) as unknown[])[3] === `copy ${kind}.1`);

test("a reload shows what was kept before anything is answered, and opens none of it again; on the disk no word of it is to be read", async () => {
  const { clara, answers, reload } = await anAddressBook("Zanzibar Ltd", "Anna");
  const first = aTab(clara.keyring);
  await first.keep("contact", answers);
  first.end();
  const lying = JSON.stringify([...(await boxesHere())]);
  expect(rowBoxes(await boxesHere())).toHaveLength(1);
  for (const word of ["Zanzibar", btoa("Zanzibar").slice(0, 8), "Anna"]) expect(lying).not.toContain(word);

  const { keyring } = await reload();
  const second = aTab(keyring);
  const kept = [["open", "proven", "Anna"], ["open", "proven", "Zanzibar Ltd"]];
  expect(await second.recalled()).toEqual(kept);
  await second.feedOf("contact").take(answers, Date.now() + 1);
  await settle();
  expect([second.rows(), second.opened, second.notes]).toEqual([kept, [], []]);
  second.end();
});

test("locked, nothing of it comes back", async () => {
  const { clara, answers } = await anAddressBook("Anna");
  const first = aTab(clara.keyring);
  await first.keep("contact", answers);
  first.end();
  await clara.keyring.lock();
  const second = aTab(clara.keyring);
  expect(await second.recalled()).toEqual([]);
  second.end();
  await clara.keyring.unlock(PASSPHRASE.passphrase);
  await clara.until("ready");
  const third = aTab(clara.keyring);
  expect(await third.recalled()).toEqual([["open", "proven", "Anna"]]);
  third.end();
});

test("an answer in place of a kept row that is not what was proven is an alarm, also where it says to be earlier", async () => {
  const { clara, answers, reload } = await anAddressBook("Anna", "Ben", "Clara");
  const first = aTab(clara.keyring);
  await first.keep("contact", answers.map((one) => ({ ...one, version: 2 })));
  first.end();
  const second = aTab((await reload()).keyring);
  await second.recalled();
  const bent = ({ sealed, ...one }: Answered): Answered => ({ ...one, sealed: { ...sealed, dataB64u: `${sealed.dataB64u.startsWith("A") ? "B" : "A"}${sealed.dataB64u.slice(1)}` } });
  const [anna, ben, clear] = answers as [Answered, Answered, Answered];
  await second.feedOf("contact").take([{ ...bent(anna), version: 2 }, { ...bent(ben), version: 1 }, { ...clear, version: 2 }], Date.now() + 1);
  await settle();
  expect(second.rows().map(([state]) => state).sort()).toEqual(["altered", "altered", "open"]);
  expect(second.opened.sort()).toEqual([anna.id, ben.id].sort());
  second.end();
});

test("a kept row of which the log holds something newer is not drawn, and one that a whole answer leaves out is withheld", async () => {
  const { server, clara, answers, reload } = await anAddressBook("Anna", "Ben");
  const first = aTab(clara.keyring);
  await first.keep("contact", answers);
  first.end();
  const [anna, ben] = answers as [Answered, Answered];
  const { attrs, attrsSaltB64u, ...signed } = await clara.keyring.signAttrs("contact", anna, { state: "archived" });
  await server.leaf(signed);
  const { keyring } = await reload();
  const second = aTab(keyring);
  expect(await second.recalled(), "until the newer state is here").toEqual([["open", "proven", "Ben"]]);
  await second.feedOf("contact").take([{ ...anna, version: 2, sealed: { ...anna.sealed, attrs, attrsSaltB64u }, later: [signed] }], Date.now() + 1);
  await settle();
  expect(second.rows().map(([state]) => state).sort()).toEqual(["open", "withheld"]);
  expect(second.opened).toEqual([anna.id]);
  expect(ben.id).toBeDefined();
  second.end();
});

test("a copy of another day that is put back shows nothing that is past", async () => {
  const { server, clara, answers, reload } = await anAddressBook("Anna", "Ben");
  const first = aTab(clara.keyring);
  await first.keep("contact", answers);
  const past = await boxesHere();
  const [anna] = answers as [Answered, Answered];
  const sealed = await clara.keyring.sealRecord({ kind: "contact", id: anna.id, payload: { v: 1, kind: "individual", name: { full: "Anna Berg" } }, attrs: {}, previous: anna });
  await server.leaf(sealed);
  await clara.hear();
  const now = [{ ...anna, version: 2, sealed }, answers[1] as Answered];
  await first.keep("contact", now);
  first.end();
  const present = await boxesHere();

  await putBoxes(past);
  const second = aTab((await reload()).keyring);
  expect(await second.recalled()).toEqual([["open", "proven", "Ben"]]);
  second.end();

  // Also one old box under the list of today.
  const [[place]] = rowBoxes(past) as [[string, KeptBox]];
  await putBoxes(new Map([...present, [place, past.get(place) as KeptBox]]));
  const third = aTab((await reload()).keyring);
  expect((await third.recalled()).map(([, , name]) => name)).not.toContain("Anna");
  third.end();
});

type Plant = (all: Boxes, places: readonly string[]) => void;

test.each<[string, Plant]>([
  ["two boxes change places", (all, [one, other]) => {
    const [first, second] = [all.get(one ?? "") as KeptBox, all.get(other ?? "") as KeptBox];
    all.set(one ?? "", { ...first, box: second.box }).set(other ?? "", { ...second, box: first.box });
  }],
  ["a box is damaged", (all, [one]) => {
    const kept = all.get(one ?? "") as KeptBox;
    all.set(one ?? "", { ...kept, box: { ...kept.box, dataB64u: `${kept.box.dataB64u.slice(0, 90)}${kept.box.dataB64u[90] === "A" ? "B" : "A"}${kept.box.dataB64u.slice(91)}` } });
  }],
  ["a box is missing", (all, [one]) => void all.delete(one ?? "")],
  ["a box is of another number", (all, [one, other]) => void all.set(one ?? "", { ...(all.get(one ?? "") as KeptBox), box: (all.get(other ?? "") as KeptBox).box })],
])("where %s, it is dropped and named, and its rows come with the answer", async (_what, plant) => {
  const { clara, answers, reload } = await anAddressBook("Anna", "Ben");
  const [anna, ben] = answers as [Answered, Answered];
  const first = aTab(clara.keyring);
  await first.keep("contact", [anna]);
  await first.keep("contact", [anna, ben]);
  first.end();
  const all = await boxesHere();
  const places = rowBoxes(all).map(([key]) => key);
  expect(places).toHaveLength(2);
  plant(all, places);
  await putBoxes(all);
  const second = aTab((await reload()).keyring);
  const recalled = await second.recalled();
  expect(recalled.length).toBeLessThan(2);
  expect(second.notes.length).toBeGreaterThan(0);
  for (const note of second.notes) expect(note).toEqual({ dropped: expect.stringMatching(/^copy contact\.1 \d+$/) as unknown });
  await second.keep("contact", answers);
  expect(second.rows().map(([, , name]) => name)).toEqual(["Anna", "Ben"]);
  second.end();
  // What did not open is not there any more.
  const third = aTab((await reload()).keyring);
  expect([(await third.recalled()).length, third.notes]).toEqual([2, []]);
  third.end();
});

test("without its list, or in another form, nothing of a copy is used", async () => {
  const { clara, answers, reload } = await anAddressBook("Anna");
  const first = aTab(clara.keyring);
  await first.keep("contact", answers);
  first.end();
  const all = await boxesHere();
  const [list] = [...all.keys()].filter((key) => (JSON.parse(key) as unknown[])[3] === "copy list.1");
  const kept = all.get(list ?? "") as KeptBox;

  const other = aTab((await reload()).keyring, [{ ...contactDesk, version: contactDesk.version + 1 }]);
  expect([await other.recalled(), other.notes]).toEqual([[], [{ dropped: "copy contact.1" }]]);
  other.end();

  await putBoxes(new Map([...all].filter(([key]) => key !== list)));
  const second = aTab((await reload()).keyring);
  expect(await second.recalled()).toEqual([]);
  second.end();

  await putBoxes(new Map([...all, [list ?? "", { ...kept, counter: kept.counter + 1 }]]));
  const third = aTab((await reload()).keyring);
  expect([await third.recalled(), third.notes]).toEqual([[], [{ dropped: "copy list.1" }]]);
  expect((await boxesHere()).size, "all of it is gone").toBe(0);
  third.end();
});

test("the copy of another account, or of another device, opens nothing here", async () => {
  const { clara, answers, storage } = await anAddressBook("Anna");
  const first = aTab(clara.keyring);
  await first.keep("contact", answers);
  first.end();
  const theirs = await boxesHere();
  const other = await anOpenAccount({ storage });
  const own = await other.clara.keyring.lendCopies(new MessageChannel().port1);
  expect(own).not.toBeNull();
  people.add(own?.user ?? "");
  // As if it were that of the device that is here now.
  const moved = new Map([...theirs].map(([key, box]) => [JSON.stringify([own?.user, own?.account, own?.device, ...(JSON.parse(key) as unknown[]).slice(3)]), box]));
  await putBoxes(new Map([...theirs, ...moved]));
  const second = aTab(other.clara.keyring);
  expect([await second.recalled(), second.notes]).toEqual([[], [{ dropped: "copy list.1" }]]);
  expect((await boxesHere()).size, "that of the other account is left alone").toBe(theirs.size);
  second.end();

  // What another device of the same person and account has left is thrown away.
  const left = new Map([...theirs].map(([key, box]) => [JSON.stringify([own?.user, own?.account, "another device", ...(JSON.parse(key) as unknown[]).slice(3)]), box]));
  await putBoxes(new Map([...theirs, ...left]));
  const third = aTab(other.clara.keyring);
  await third.recalled();
  expect((await boxesHere()).size).toBe(theirs.size);
  third.end();
});

test("what has ended is nowhere on the disk afterwards, also not in an earlier state", async () => {
  const { server, clara, answers, reload } = await anAddressBook("Anna", "Ben");
  const [anna, ben] = answers as [Answered, Answered];
  const first = aTab(clara.keyring);
  await first.keep("contact", [anna]);
  await first.keep("contact", answers);
  await server.leaf(await clara.keyring.signDelete("contact", anna));
  await clara.hear();
  await first.keep("contact", [ben]);
  first.end();
  expect(rowBoxes(await boxesHere())).toHaveLength(1);
  const second = aTab((await reload()).keyring);
  expect(await second.recalled()).toEqual([["open", "proven", "Ben"]]);
  second.end();
});

test("of two tabs one writes; the other reads, and writes when the first has gone", async () => {
  const { clara, server, answers, reload } = await anAddressBook("Anna");
  const [first, second] = [aTab(clara.keyring), aTab((await reload()).keyring)];
  await second.keep("contact", answers);
  expect((await boxesHere()).size, "nobody has written yet").toBe(0);
  await first.keep("contact", answers);
  const written = await boxesHere();
  expect(rowBoxes(written)).toHaveLength(1);
  first.end();
  const ben = await aContact(clara.keyring, server, "Ben");
  await clara.hear();
  await second.keep("contact", [...answers, ben]);
  second.end();
  const third = aTab((await reload()).keyring);
  expect([(await third.recalled()).map(([, , name]) => name), third.notes]).toEqual([["Anna", "Ben"], []]);
  third.end();
});

test("who signs out leaves no copy, and what is still under way is not written after that", async () => {
  const { clara, server, owner, answers } = await anAddressBook("Anna");
  const first = aTab(clara.keyring);
  await first.keep("contact", answers);
  expect((await boxesHere()).size).toBeGreaterThan(0);
  await clara.keyring.dropCopies();
  expect((await boxesHere()).size).toBe(0);
  await first.keep("contact", [...answers, await aContact(clara.keyring, server, "Ben")]);
  expect((await boxesHere()).size).toBe(0);
  await dropCopies(owner.id);
  first.end();
});

test("a browser that keeps no more ends its copy and says so, and everything else goes on", async () => {
  const { clara, server, answers } = await anAddressBook("Anna");
  const first = aTab(clara.keyring);
  await first.keep("contact", answers);
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => { throw new DOMException("Full.", "QuotaExceededError"); });
  await first.keep("contact", [...answers, await aContact(clara.keyring, server, "Ben")]);
  put.mockRestore();
  expect(first.notes).toEqual([{ none: "full" }]);
  expect((await boxesHere()).size).toBe(0);
  expect(first.rows().map(([, , name]) => name)).toEqual(["Anna", "Ben"]);
  first.end();
});

test("a write that ends in the middle leaves what was there", async () => {
  const { clara, server, answers, reload } = await anAddressBook("Anna");
  const first = aTab(clara.keyring);
  await first.keep("contact", answers);
  const before = await boxesHere();
  const ben = await aContact(clara.keyring, server, "Ben");
  await clara.hear();
  // Every put but the first: the list that would name the box is never there.
  let count = 0;
  const put = vi.spyOn(IDBObjectStore.prototype, "put");
  put.mockImplementation(function (this: IDBObjectStore, value: unknown, key?: IDBValidKey): IDBRequest<IDBValidKey> {
    if (this.name === "boxes") count += 1;
    if (count === 2) this.transaction.abort();
    return this.add(value, key);
  });
  await first.keep("contact", [...answers, ben]);
  put.mockRestore();
  expect(count).toBe(2);
  expect(await boxesHere()).toEqual(before);
  first.end();
  const second = aTab((await reload()).keyring);
  expect((await second.recalled()).map(([, , name]) => name)).toEqual(["Anna"]);
  second.end();
});

test.each([["membership", 403, 0], ["session", 401, 2]] as const)("when the server says that the %s is over, by %s, %s boxes stay: a session begins again", async (_what, status, boxes) => {
  let isOver = false;
  const { clara, answers } = await anAddressBookOf(["Anna"], {
    lie: ({ path }, answer) => {
      if (isOver && path.endsWith("keys/head")) throw Object.assign(new Error(`status ${status}`), { failure: { status, code: "x" } });
      return answer;
    },
  });
  const first = aTab(clara.keyring);
  await first.keep("contact", answers);
  expect((await boxesHere()).size).toBe(2);
  isOver = true;
  await clara.hear();
  expect(clara.keyring.state().name).toBe("closed");
  await expect.poll(async () => (await boxesHere()).size).toBe(boxes);
  first.end();
});

/** An account that is read, of which nothing is written yet. */
async function aListThatWaits(options: BrowserOptions = {}) {
  const account = await anAddressBookOf(["Anna"], options);
  const tab = aTab(account.clara.keyring);
  tab.rows();
  await tab.feedOf("contact").take(account.answers, Date.now() + 1);
  await expect.poll(() => tab.rows()).toEqual([["open", "proven", "Anna"]]);
  expect((await boxesHere()).size, "it is written behind").toBe(0);
  return { ...account, tab };
}

test("what waits to be written is written before a lock", async () => {
  const { clara, tab } = await aListThatWaits();
  await clara.keyring.lock();
  expect(clara.keyring.state().name).toBe("locked");
  tab.end();
  expect(rowBoxes(await boxesHere())).toHaveLength(1);
  await clara.keyring.unlock(PASSPHRASE.passphrase);
  await clara.until("ready");
  const next = aTab(clara.keyring);
  expect(await next.recalled()).toEqual([["open", "proven", "Anna"]]);
  next.end();
});

test("what waits in another tab is written there, before it locks with the first", async () => {
  const { clara, tab, reload } = await aListThatWaits();
  const other = await reload();
  await other.keyring.lock();
  await expect.poll(() => clara.keyring.state().name).toBe("locked");
  tab.end();
  expect(rowBoxes(await boxesHere())).toHaveLength(1);
});

test.each<[string, () => Promise<unknown>]>([
  ["never answers", () => new Promise(() => undefined)],
  ["fails", () => Promise.reject(new Error("The disk is gone."))],
])("whoever locks waits a moment and no longer for a desk that %s", async (what, write) => {
  const { clara, answers } = await anAddressBook("Anna");
  clara.keyring.beforeLock(write);
  let ended = false;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const locking = clara.keyring.lock().then(() => (ended = true));
    await vi.advanceTimersByTimeAsync(WAITS_MS - 1);
    const isWaiting = clara.keyring.state().name === "ready";
    await vi.advanceTimersByTimeAsync(1);
    expect([isWaiting, clara.keyring.state().name]).toEqual([what === "never answers", "locked"]);
    await vi.advanceTimersByTimeAsync(2000);
    await locking;
  } finally {
    vi.useRealTimers();
  }
  expect(ended).toBe(true);
  expect(answers).toHaveLength(1);
});

test("where nothing is kept a lock waits for nothing: the keys are gone at once", async () => {
  const { clara } = await anAddressBook();
  const stop = clara.keyring.beforeLock(() => null);
  void clara.keyring.lock();
  expect(clara.keyring.state().name).toBe("locked");
  stop();
});

test("who signs out writes nothing on the way out, and neither does another tab", async () => {
  const { clara, tab, reload } = await aListThatWaits();
  const other = await reload();
  await Promise.all([other.keyring.dropCopies(), other.keyring.lock()]);
  await expect.poll(() => clara.keyring.state().name).toBe("locked");
  await new Promise((resolve) => setTimeout(resolve, WAITS_MS));
  expect((await boxesHere()).size).toBe(0);
  tab.end();
});

test("a browser that has no locks, or gives none, keeps a copy all the same; of two tabs that write one ends its own", async () => {
  const none = {};
  const refusing = { locks: { request: () => Promise.reject(new DOMException("Not here.", "SecurityError")) } };
  for (const navigator of [none, refusing]) {
    vi.stubGlobal("navigator", navigator);
    const { clara, server, answers, reload } = await anAddressBook("Anna");
    const [first, second] = [aTab(clara.keyring), aTab((await reload()).keyring)];
    expect(await second.recalled()).toEqual([]);
    await first.keep("contact", answers);
    const written = await boxesHere();
    expect(rowBoxes(written)).toHaveLength(1);
    // It was behind, and writes nothing over what the first has written.
    await second.keep("contact", answers);
    expect(await boxesHere()).toEqual(written);
    const ben = await aContact(clara.keyring, server, "Ben");
    await clara.hear();
    await first.keep("contact", [...answers, ben]);
    for (const tab of [first, second]) {
      expect(tab.notes).toEqual([]);
      tab.end();
    }
    const third = aTab((await reload()).keyring);
    expect((await third.recalled()).map(([, , name]) => name)).toEqual(["Anna", "Ben"]);
    third.end();
    closeBrowsers();
  }
});

test("a tab whose turn comes writes what it had read before, without any change after that", async () => {
  const { clara, answers, server, reload } = await anAddressBook("Anna");
  const [first, second] = [aTab(clara.keyring), aTab((await reload()).keyring)];
  await first.keep("contact", answers);
  const ben = await aContact(clara.keyring, server, "Ben");
  await clara.hear();
  // The first has gone before it has written that.
  await second.keep("contact", [...answers, ben]);
  expect(rowBoxes(await boxesHere())).toHaveLength(1);
  first.end();
  await second.written();
  second.end();
  const third = aTab((await reload()).keyring);
  expect((await third.recalled()).map(([, , name]) => name)).toEqual(["Anna", "Ben"]);
  third.end();
});

test("what is not proven yet is not kept, and neither is what stands beside the list", async () => {
  const { clara, server, answers } = await anAddressBook("Anna");
  const unproven = await aContact(clara.keyring, server, "Ben");
  // No head comes that holds it.
  const first = aTab({
    ...clara.keyring, whenProven: () => new Promise(() => undefined),
    showRecord: async (kind, item) => {
      const found = await clara.keyring.showRecord(kind, item);
      return item.id === unproven.id ? { ...found, item: { ...found.item, grade: "verified" } } : found;
    },
  });
  first.rows();
  await first.feedOf("contact").take([...answers, unproven], Date.now() + 1);
  await first.written();
  await settle();
  expect(first.rows().map(([, grade, name]) => [grade, name])).toEqual([["proven", "Anna"], ["verified", "Ben"]]);
  first.end();
  const second = aTab(clara.keyring);
  expect((await second.recalled()).map(([, , name]) => name)).toEqual(["Anna"]);
  second.end();
});

test("a box of another life of the disk, under the same number, is not the one that the list names", async () => {
  const { clara, answers, reload } = await anAddressBook("Anna", "Ben", "Clara");
  const [anna, ben, third] = answers as [Answered, Answered, Answered];
  const first = aTab(clara.keyring);
  await first.keep("contact", [anna]);
  first.end();
  const begun = await boxesHere();
  // From one state it went on twice, and gave the same number to two boxes.
  const lives: Boxes[] = [];
  for (const later of [ben, third]) {
    await putBoxes(begun);
    const tab = aTab((await reload()).keyring);
    await tab.recalled();
    await tab.feedOf("contact").take([anna, later]);
    await tab.written();
    tab.end();
    lives.push(await boxesHere());
  }
  const [one, other] = lives as [Boxes, Boxes];
  expect([...one.keys()]).toEqual([...other.keys()]);
  const added = rowBoxes(one).map(([key]) => key).filter((key) => !begun.has(key));
  expect(added).toHaveLength(1);
  await putBoxes(new Map([...other, ...added.map((key): [string, KeptBox] => [key, one.get(key) as KeptBox])]));
  const last = aTab((await reload()).keyring);
  expect([(await last.recalled()).map(([, , name]) => name), last.notes.length]).toEqual([["Anna"], 1]);
  last.end();
});
