/** What the server showed wrongly is kept: nothing that it sends takes an entry away, and nothing is written on top of it. */
import { IDBFactory } from "fake-indexeddb";
import { afterEach, expect, it, vi } from "vitest";

import type { RefusedAnswer } from "./answered.ts";
import { startContentAlarms } from "./contentAlarms.ts";
import type { Context } from "./context.ts";
import type { SealedItem, WronglyShown } from "./contract.ts";
import type { KeyringOptions } from "./options.ts";
import { aDocument, anOpenAccount, browser, closeBrowsers, PASSPHRASE } from "./testing/people.ts";
import { confirmAlarms, isBurst, noAlarms, noteAlarm, recallAlarms, settleAlarms, type AlarmEvidence } from "./worker/alarms.ts";

afterEach(() => {
  closeBrowsers();
  vi.useRealTimers();
});

const altered = (item: SealedItem): SealedItem => ({ ...item, sealed: { ...item.sealed, attrs: {} } });
const about = (id: string): AlarmEvidence => ({ asked: { kind: "document", id }, reason: "", answered: [], known: null, pin: null, leaves: [] });

it("an entry is counted, kept over a reload, read by its person, and given out with what was answered", async () => {
  const storage = new IDBFactory();
  const { server, owner, clara } = await anOpenAccount({ storage });
  const item = await aDocument(clara, server);
  await clara.hear();
  for (let i = 0; i < 2; i++) await expect(clara.keyring.openRecord("document", altered(item))).rejects.toMatchObject({ kind: "altered" });
  await expect.poll(() => clara.keyring.wronglyShown()).toMatchObject([{ kind: "document", id: item.id, word: "altered", count: 2, read: false, open: true }]);
  const [entry] = clara.keyring.wronglyShown();
  clara.keyring.end();

  const again = await browser(server, owner, { storage });
  expect(again.keyring.wronglyShown()).toEqual([]);
  await again.keyring.unlock(PASSPHRASE.passphrase);
  await again.until("ready");
  await expect.poll(() => again.keyring.wronglyShown()).toEqual([entry]);
  const evidence = await (await again.keyring.evidenceOf(entry?.name ?? "")).text();
  expect(evidence).toContain(item.sealed.statementB64u);
  // Neither the body nor a wrap of it.
  for (const secret of [item.sealed.dataB64u, ...item.sealed.wraps.map((wrap) => ("boxHash" in wrap ? "" : wrap.dataB64u)).filter(Boolean), "Passport"]) expect(evidence).not.toContain(secret);
  expect(await again.keyring.openRecord("document", item)).toEqual({ v: 1, title: "Passport" });
  await again.keyring.markWronglyShownRead([entry?.name ?? ""]);
  expect(again.keyring.wronglyShown()).toMatchObject([{ word: "altered", read: true, open: false, count: 2 }]);
});

it("what is read while the list is being looked at is told as read", async () => {
  const reports: ((read: boolean) => void)[] = [];
  const told: boolean[][] = [];
  const report = (read: boolean) => ({ entries: [{ name: "document a altered", read } as WronglyShown], burst: false, waits: false });
  const worker = { alarmReport: () => new Promise((resolve) => reports.push((read) => resolve(report(read)))), takeFresh: () => Promise.resolve({}) };
  const context = { worker } as unknown as Context;
  const alarms = startContentAlarms({ use: (work) => work(context), changed: () => told.push(alarms.shown().map(({ read }) => read)), burst: () => undefined });

  const before = alarms.look();
  const after = alarms.look();
  await vi.waitFor(() => expect(reports).toHaveLength(1));
  reports[0]?.(false);
  await before;
  await vi.waitFor(() => expect(reports).toHaveLength(2));
  reports[1]?.(true);
  await after;
  expect(told).toEqual([[false], [true]]);
  alarms.end();
});

it("nothing is changed from here until a proven state was served again", async () => {
  const { server, clara } = await anOpenAccount();
  const item = await aDocument(clara, server);
  await clara.hear();
  const edit = () => clara.keyring.signAttrs("document", item, { state: "archived" });
  await expect(clara.keyring.openRecord("document", altered(item))).rejects.toMatchObject({ kind: "altered" });
  await expect(edit()).rejects.toMatchObject({ name: "ContentAlarm", kind: "altered" });
  await expect(clara.keyring.signDelete("document", item)).rejects.toMatchObject({ name: "ContentAlarm", kind: "altered" });
  await clara.keyring.openRecord("document", item);
  expect(await edit()).toHaveProperty("signatureB64u");
});

it("neither what is not proven nor a chain without contents makes an object good again", async () => {
  const alarms = noAlarms();
  noteAlarm(alarms, "altered", about("a"), 0);
  settleAlarms(alarms, "document", "a", false, 1);
  expect([...alarms.entries.values()]).toMatchObject([{ open: true }]);
  settleAlarms(alarms, "document", "a", true, 2);
  expect([...alarms.entries.values()]).toMatchObject([{ open: false }]);

  const { server, clara } = await anOpenAccount();
  const item = await aDocument(clara, server);
  await clara.hear();
  await expect(clara.keyring.openRecord("document", altered(item))).rejects.toMatchObject({ kind: "altered" });
  await expect.poll(() => clara.keyring.wronglyShown()).toHaveLength(1);
  expect(await clara.keyring.askAgain(clara.keyring.wronglyShown()[0]?.name ?? "")).toBe(true);
  expect(clara.keyring.wronglyShown()).toMatchObject([{ open: true }]);
  await expect(clara.keyring.signDelete("document", item)).rejects.toMatchObject({ kind: "altered" });
});

it("an answer that was overtaken is refused, and counts when nothing newer comes for ten seconds", () => {
  const alarms = noAlarms();
  noteAlarm(alarms, "rolled back", about("a"), 0);
  noteAlarm(alarms, "withheld", about("b"), 0);
  expect(alarms.entries.size).toBe(0);
  settleAlarms(alarms, "document", "a", false, 5_000);
  expect(confirmAlarms(alarms, 9_999)).toBe(true);
  expect(confirmAlarms(alarms, 10_000)).toBe(false);
  expect([...alarms.entries.values()]).toMatchObject([{ id: "b", word: "withheld", open: true }]);
  noteAlarm(alarms, "foreign", about("c"), 0);
  expect(alarms.entries.size).toBe(2);
});

it("more than ten objects in a minute are one alarm of the account", async () => {
  const alarms = noAlarms();
  for (let i = 0; i < 10; i++) noteAlarm(alarms, "altered", about(String(i)), i);
  // The same object again is no further one.
  noteAlarm(alarms, "altered", about("0"), 10);
  expect(isBurst(alarms, 11)).toBe(false);
  noteAlarm(alarms, "altered", about("10"), 11);
  expect(isBurst(alarms, 11)).toBe(true);
  expect(isBurst(alarms, 60_011)).toBe(false);

  const { server, clara } = await anOpenAccount();
  for (let i = 0; i < 11; i++) {
    const item = await aDocument(clara, server);
    await expect(clara.keyring.openRecord("document", altered(item))).rejects.toMatchObject({ kind: "altered" });
  }
  await expect.poll(() => clara.keyring.state()).toMatchObject({ name: "alarm", kind: "authority", message: expect.stringContaining("many items") as unknown });
});

it("the newest thousand are kept, and of two tabs' entries the later one", () => {
  const alarms = noAlarms();
  for (let i = 0; i < 1001; i++) noteAlarm(alarms, "altered", about(String(i)), i);
  expect(alarms.entries.size).toBe(1000);
  expect(alarms.entries.has("document 0 altered")).toBe(false);
  const [oldest] = alarms.entries.values();
  if (!oldest) throw new Error("There is none.");
  recallAlarms(alarms, [{ ...oldest, read: true, count: 3, changedAt: 5_000 }, { ...oldest, id: "1000", changedAt: 0, read: true }]);
  expect(alarms.entries.get("document 1 altered")).toMatchObject({ read: true, count: 3 });
  expect(alarms.entries.get("document 1000 altered")).toMatchObject({ read: false });
  expect(alarms.entries.size).toBe(1000);
});

it("an answer that was refused whole stands in the list, also one that came before anything was open", async () => {
  const storage = new IDBFactory();
  const first = await anOpenAccount({ storage });
  first.clara.keyring.end();
  let tell: (refused: RefusedAnswer) => void = () => undefined;
  const onRefusedAnswer: KeyringOptions["onRefusedAnswer"] = (listener) => {
    tell = listener;
    return () => undefined;
  };
  const again = await browser(first.server, first.owner, { storage, onRefusedAnswer });
  const answered = [{ statementB64u: "c3RhdGVtZW50", signatureB64u: "c2lnbmF0dXJl" }];
  const answer = { kind: "document", route: "POST /document/ids", ids: ["a"], reason: "It is not what was asked for.", answered };
  tell(answer);
  await again.keyring.unlock(PASSPHRASE.passphrase);
  await again.until("ready");
  await expect.poll(() => again.keyring.wronglyShown()).toMatchObject([{ kind: "document", id: "", word: "foreign", count: 1, read: false }]);
  tell(answer);
  await expect.poll(() => again.keyring.wronglyShown()).toMatchObject([{ count: 2 }]);
  const evidence = JSON.parse(await (await again.keyring.evidenceOf(again.keyring.wronglyShown()[0]?.name ?? "")).text()) as unknown;
  expect(evidence).toMatchObject({ asked: { route: answer.route, ids: ["a"] }, answered });
  again.keyring.end();

  const later = await browser(first.server, first.owner, { storage });
  await later.keyring.unlock(PASSPHRASE.passphrase);
  await expect.poll(() => later.keyring.wronglyShown()).toMatchObject([{ id: "", count: 2 }]);
});
