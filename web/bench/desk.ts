/**
 * The desk worker as it is built for the app, with ten thousands of contacts: how long a list waits for what people do.
 *
 * Rows are given as the keys worker tells of them; opening them is measured elsewhere. Every time is that of the page: from
 * the message to the desk until its answer has been taken.
 */
import type { ContactPayload } from "../src/payloads/contact.ts";
import { connectDesk, type DeskHandle } from "../src/desk/connect.ts";
import type { LiveView } from "../src/desk/live.ts";
import type { View } from "../src/desk/messages.ts";
import type { Opened } from "../src/desk/row.ts";
import DeskWorker from "../src/app/deskWorker.ts?worker";

/** Milliseconds of each turn, by what was done. */
export type DeskTimes = Record<string, number[]>;

export interface DeskFigures {
  readonly rows: number;
  readonly bytesOfJson: number;
  readonly times: DeskTimes;
  /** Of the worker alone; null where the browser does not say. */
  readonly workerMiB: number | null;
  /** Of the main thread, in milliseconds, of every task over 50. */
  readonly longTasks: readonly number[];
}

const FIRST = ["Maria", "José", "Zoë", "Anneliese", "Мария", "Дмитрий", "محمد", "فاطمة", "Jürgen", "Siân", "Liam", "Noor", "Ingrid", "Paweł", "Chloé", "Tomás"];
const LAST = ["Hawthorne", "Müller", "Öztürk", "Иванова", "الحسن", "O’Brien", "Lindqvist", "García", "Nguyễn", "Kowalski", "van den Berg", "Sørensen"];
const TOWNS = ["Zürich", "Ålesund", "São Paulo", "Łódź", "Québec", "Bergen", "Leipzig", "Marrakesh"];
const NOTES = "Met at the conference; prefers to be called in the morning. Has keys to the boat house and knows the caretaker. ";

const pick = <One>(all: readonly One[], by: number): One => all[Math.abs(by) % all.length] as One;

function contact(i: number): ContactPayload {
  const hash = Math.imul(i + 1, 2654435761) >>> 0;
  const [first, last] = [pick(FIRST, hash), pick(LAST, hash >> 8)];
  return {
    v: 1, kind: i % 5 === 0 ? "org" : "individual", name: { full: `${first} ${last} ${i}`, given: first, surname: last },
    organization: { name: `${pick(LAST, hash >> 4)} & ${pick(LAST, hash >> 12)} ${i % 700}` }, title: pick(["Notary", "Carpenter", "Physician", "Tax adviser"], i),
    emails: [{ address: `${hash.toString(36)}@example.test` }, { address: `home.${i}@example.test` }], phones: [{ number: `+41 44 ${hash % 10_000_000}` }],
    addresses: [{ street: `Lindenweg ${i % 190}`, postcode: String(8000 + (i % 900)), locality: pick(TOWNS, hash >> 3), country: "CH" }],
    tags: [pick(["family", "work", "house"], i), pick(["2024", "2025", "2026"], hash)], notes: NOTES.repeat(1 + (i % 3)),
  };
}

function opened(i: number): Opened {
  const id = `${(Math.imul(i + 7, 2246822519) >>> 0).toString(16).padStart(8, "0")}-0000-4000-8000-${String(i).padStart(12, "0")}`;
  const at = new Date(1_700_000_000_000 + (i % 90_000) * 60_000).toISOString();
  const item = {
    id, kind: "contact", revision: 1, contentRevision: 1, schema: 1, hash: "A".repeat(43), attributes: { state: "active" }, audience: ["11111111-0000-4000-8000-000000000001"],
    owed: [], fileIds: [], author: "22222222-0000-4000-8000-000000000002", device: "33333333-0000-4000-8000-000000000003", at, creator: "22222222-0000-4000-8000-000000000002",
    createdAt: at, deleted: false, behind: [], placed: true, grade: "proven",
  };
  return { id, version: 1, word: {}, state: "open", item: item as unknown as Extract<Opened, { state: "open" }>["item"], payload: contact(i) };
}

const BY_NAME: View = { kind: "contact", where: null, text: "", sort: [{ field: "title", dir: "asc" }], group: null };
/** As many as are handed over at once. */
const PORTION = 256;

/** Resolves when what stands on the page is what was waited for. */
function until(live: LiveView, good: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (good()) return resolve();
    const leave = live.subscribe(() => {
      if (!good()) return;
      leave();
      resolve();
    });
  });
}

/** As between two answers of the keys worker: the page is free for others. */
const anotherTask = (): Promise<void> => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  port2.postMessage(null);
});

function aBrowser() {
  const frames: (() => void)[] = [];
  const desk: DeskHandle = connectDesk(new DeskWorker(), { language: "de", nextFrame: (callback) => frames.push(callback), onLost: (reason) => reportError(reason) });
  /** The page has drawn: the next push may come. */
  const drawn = () => { for (const frame of frames.splice(0)) frame(); };
  return { desk, drawn };
}

async function turn(rows: readonly Opened[], times: DeskTimes, number: number): Promise<DeskHandle> {
  const { desk, drawn } = aBrowser();
  const live = desk.shown.view();
  const note = (what: string, started: number) => (times[what] ??= []).push(performance.now() - started);
  async function show(what: string, view: View, from = 0, to = 90): Promise<void> {
    const before = live.now();
    const started = performance.now();
    live.show(view, from, to);
    await until(live, () => live.now() !== before);
    note(what, started);
    drawn();
  }

  // The worker has started when it answers.
  await desk.shown.pick({ ids: [] });
  let started = performance.now();
  for (let from = 0; from < rows.length; from += PORTION) {
    desk.keys({ put: "contact", rows: rows.slice(from, from + PORTION) });
    await anotherTask();
  }
  await desk.shown.pick({ ids: [] });
  note("build", started);
  await show("first list by name", BY_NAME);
  await show("by organization, first time", { ...BY_NAME, sort: [{ field: "organization", dir: "asc" }] });
  await show("by name again", { ...BY_NAME, sort: [{ field: "title", dir: "desc" }] });
  for (const text of ["m", "mü", "mül", "müll", "mülle", "müller"]) await show("one typed character", { ...BY_NAME, text });
  for (const text of ["б", "и", "ив", "ива"]) await show("one typed character, Cyrillic", { ...BY_NAME, text });
  await show("nothing found, one slip", { ...BY_NAME, text: "hawthrone" });
  await show("two conditions", { ...BY_NAME, where: { all: [{ field: "kind", op: "eq", value: "org" }, { field: "role", op: "ne", value: "Notary" }] } });
  await show("back to all", BY_NAME);
  for (let from = 60; from <= 600; from += 60) await show("window moved by 60 rows", BY_NAME, from, from + 90);
  await show("back to the top", BY_NAME);
  for (let i = 0; i < 20; i += 1) {
    const row = opened(1_000_000 + number * 100 + i);
    const first = { ...row, payload: { ...contact(i), name: { full: `   A ${String(i).padStart(3, "0")}` } } };
    started = performance.now();
    desk.keys({ put: "contact", rows: [first] });
    await until(live, () => live.now()?.rows.has(row.id) === true);
    note("one row more", started);
    drawn();
  }
  started = performance.now();
  const ids = await desk.shown.pick({ view: BY_NAME, except: [] });
  note("select all", started);
  if (ids.length !== rows.length + 20) throw new Error("The desk lost rows.");
  return desk;
}

interface Measured {
  readonly breakdown: readonly { readonly bytes: number; readonly attribution: readonly { readonly scope: string }[] }[];
}

/** What the worker takes after a collection of its garbage; the browser says when. */
async function workerMiB(): Promise<number | null> {
  const { measureUserAgentSpecificMemory: measure } = performance as unknown as { measureUserAgentSpecificMemory?: () => Promise<Measured> };
  if (!crossOriginIsolated || !measure) return null;
  const { breakdown } = await measure.call(performance);
  const worker = breakdown.filter(({ attribution }) => attribution.some(({ scope }) => scope.includes("Worker")));
  return worker.reduce((sum, { bytes }) => sum + bytes, 0) / 2 ** 20;
}

export async function measureDesk(count: number, turns: number): Promise<DeskFigures> {
  const longTasks: number[] = [];
  const watch = new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)));
  const rows = Array.from({ length: count }, (_, i) => opened(i));
  const bytesOfJson = new TextEncoder().encode(JSON.stringify(rows.slice(0, 1000))).length * (count / 1000);
  // What was done to make the rows is none of the list's.
  await anotherTask();
  watch.observe({ type: "longtask" });
  const times: DeskTimes = {};
  let memory: number | null = null;
  for (let number = 0; number < turns; number += 1) {
    const desk = await turn(rows, times, number);
    if (number === turns - 1) memory = await workerMiB();
    desk.end();
  }
  watch.disconnect();
  return { rows: count, bytesOfJson, times, workerMiB: memory, longTasks };
}
