/** A row disappears by what somebody has signed, never by an answer. */
import { IDBFactory } from "fake-indexeddb";
import { afterEach, expect, it, vi } from "vitest";

import type { Signed } from "../crypto/statements.ts";
import { newId } from "../crypto/testing/account.ts";
import { anOpenWorker } from "./testing/browser.ts";
import { aPut, hashOf } from "./testing/handmade.ts";
import type { Request } from "./testing/keyServer.ts";
import { aColleague, aDocument, anOpenAccount, browser, closeBrowsers, PASSPHRASE } from "./testing/people.ts";

afterEach(() => {
  closeBrowsers();
  vi.useRealTimers();
});

/** Two documents of Clara's that Jonas has proven, and a server that may lie to him about chains. */
async function known() {
  let served: readonly Signed[] | null = null;
  const lie = ({ path, body }: Request, answer: unknown) => (served && path.endsWith("keys/chain")
    ? { data: (body as { objects: unknown[] }).objects.map(() => ({ statements: served })), more: false } : answer);
  const hand = anOpenWorker();
  const account = await anOpenAccount({ startWorker: hand.start });
  const { server, clara } = account;
  const { member, jonas } = await aColleague(server, clara, { lie });
  await clara.hear();
  await expect.poll(() => server.state().roles[server.roles.member]?.holders.includes(member.id)).toBe(true);
  const both = [server.roles.owner, server.roles.member];
  const items = [await aDocument(clara, server, both), await aDocument(clara, server, both)] as const;
  await jonas.hear();
  await jonas.until("ready");
  for (const item of items) expect(await jonas.keyring.audienceOf("document", item)).toHaveLength(2);
  const now = () => ({ askedAt: Date.now() + 1 });
  const owner = account.owner.id;
  return { ...account, owner, jonas, member, items, vault: hand.vault, now, both, serve: (statements: typeof served) => { served = statements; } };
}

it("what an answer leaves out and nobody has ended is withheld; what it holds, or was not asked for, is not asked about", async () => {
  const { jonas, items: [first, second], now } = await known();
  expect(await jonas.keyring.missing("document", [first.id, second.id], now())).toEqual([]);
  expect(await jonas.keyring.missing("contact", [], now())).toEqual([]);
  expect(await jonas.keyring.missing("document", [first.id], now())).toEqual([{ id: second.id, is: "withheld", title: null }]);
  expect(await jonas.keyring.missing("document", [], { ...now(), ids: [first.id] })).toEqual([{ id: first.id, is: "withheld", title: null }]);
  // An answer says nothing of what was found out after it was asked for.
  expect(await jonas.keyring.missing("document", [], { askedAt: 0 })).toEqual([]);
});

it("what was deleted goes, by whoever has deleted it; a server that hides that is found out", async () => {
  const { server, clara, jonas, owner, items: [item], now, serve } = await known();
  await server.leaf(await clara.keyring.signDelete("document", item));
  expect(await jonas.keyring.missing("document", [], { ...now(), ids: [item.id] })).toMatchObject([{ id: item.id, is: "deleted", by: owner }]);
  // From then on nobody expects it.
  expect(await jonas.keyring.missing("document", [], { ...now(), ids: [item.id] })).toEqual([]);
  serve([]);
  expect(await jonas.keyring.missing("document", [], now())).toMatchObject([{ is: "withheld" }]);
});

it("what is withheld is called as it was when it was proven last; what has ended is called nothing any more", async () => {
  const { server, clara, jonas, items: [item], now } = await known();
  const asked = { ...now(), ids: [item.id] };
  expect(await jonas.keyring.missing("document", [], asked), "proven, and never opened").toEqual([{ id: item.id, is: "withheld", title: null }]);
  await jonas.keyring.showRecord("document", item);
  expect(await jonas.keyring.missing("document", [], asked)).toEqual([{ id: item.id, is: "withheld", title: "Passport" }]);
  expect([await jonas.keyring.lastTitle("document", item.id), await jonas.keyring.lastTitle("contact", item.id)]).toEqual(["Passport", null]);
  await server.leaf(await clara.keyring.signDelete("document", item));
  expect(await jonas.keyring.missing("document", [], asked)).toMatchObject([{ is: "deleted" }]);
  expect(await jonas.keyring.missing("document", [], asked)).toEqual([]);
  expect(await jonas.keyring.lastTitle("document", item.id)).toBeNull();
});

it("a title counts when the state that bears it is proven: in no tree, it is none", async () => {
  const { jonas, vault, items: [item], both } = await known();
  await jonas.keyring.showRecord("document", item);
  const unlogged = await aPut(vault(), item.id, { seq: 2, prevHash: await hashOf(item) }, both, "Renamed");
  await jonas.keyring.showRecord("document", { ...item, version: 2, sealed: unlogged.sealed });
  expect(await jonas.keyring.lastTitle("document", item.id)).toBe("Passport");
});

it("titles are there again after an unlocking, sealed in between; and not after this person has signed out", async () => {
  const storage = new IDBFactory();
  const account = await anOpenAccount({ storage });
  const { clara, server, owner } = account;
  const item = await aDocument(clara, server, [server.roles.owner]);
  await clara.hear();
  await clara.keyring.openRecord("document", item);
  clara.keyring.end();
  const again = await browser(server, owner, { storage });
  await again.keyring.unlock(PASSPHRASE.passphrase);
  await again.until("ready");
  expect(await again.keyring.lastTitle("document", item.id)).toBe("Passport");
  await again.keyring.lock();
  await again.keyring.dropTitles();
  await again.keyring.unlock(PASSPHRASE.passphrase);
  await again.until("ready");
  expect(await again.keyring.lastTitle("document", item.id)).toBeNull();
  expect(await again.keyring.missing("document", [], { askedAt: Date.now() + 1 }), "what is known stays").toEqual([{ id: item.id, is: "withheld", title: null }]);
});

it("what belongs to one object is missed where all of that was asked for, and nowhere else", async () => {
  const { server, clara, jonas, both, now } = await known();
  const [task, other] = [newId(), newId()];
  const id = newId();
  const sealed = await clara.keyring.sealRecord({
    kind: "comment", id, payload: { v: 1, body: "Seen" }, attrs: { taskId: task, mentionIds: [] }, audience: both as never });
  await server.leaf(sealed);
  const comment = { id, version: 1, sealed, later: [] };
  await jonas.hear();
  await jonas.keyring.showRecord("comment", comment);
  expect(await jonas.keyring.missing("comment", [], { ...now(), within: other })).toEqual([]);
  expect(await jonas.keyring.missing("comment", [comment.id], { ...now(), within: task })).toEqual([]);
  expect(await jonas.keyring.missing("comment", [], { ...now(), within: task })).toEqual([{ id: comment.id, is: "withheld", title: null }]);
});

it("an end that stands in no tree ends nothing", async () => {
  const { clara, jonas, items: [item], now, serve } = await known();
  vi.useFakeTimers({ toFake: ["setTimeout"], shouldAdvanceTime: true, advanceTimeDelta: 1000 });
  serve([await clara.keyring.signDelete("document", item)]);
  expect(await jonas.keyring.missing("document", [], { ...now(), ids: [item.id] })).toEqual([{ id: item.id, is: "withheld", title: null }]);
});

it("what is for others from now on goes, by whoever has narrowed it", async () => {
  const { server, jonas, vault, owner, items: [item], now } = await known();
  const narrowed = await aPut(vault(), item.id, { seq: 2, prevHash: await hashOf(item) }, [server.roles.owner], "Mine alone");
  await server.leaf(narrowed.sealed);
  expect(await jonas.keyring.missing("document", [], { ...now(), ids: [item.id] })).toMatchObject([{ id: item.id, is: "not shared", by: owner }]);
  expect(await jonas.keyring.missing("document", [], { ...now(), ids: [item.id] })).toEqual([]);
});

it("what a role opened goes with the role", async () => {
  const { server, clara, jonas, member, now } = await known();
  await clara.keyring.giveRole(member.id, server.roles.admin);
  await jonas.hear();
  const item = await aDocument(clara, server, [server.roles.owner, server.roles.admin]);
  await jonas.hear();
  expect(await jonas.keyring.audienceOf("document", item)).toHaveLength(2);
  expect(await jonas.keyring.missing("document", [], { ...now(), ids: [item.id] })).toMatchObject([{ is: "withheld" }]);
  await clara.keyring.takeRole(member.id, server.roles.admin);
  await jonas.hear();
  expect(await jonas.keyring.missing("document", [], { ...now(), ids: [item.id] })).toEqual([]);
});
