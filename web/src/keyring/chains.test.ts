/** Who never could read an object cannot continue it, and a chain of his own does not take its place. */
import { IDBFactory } from "fake-indexeddb";
import { afterEach, expect, it } from "vitest";

import { fromBase64Url } from "../crypto/base64url.ts";
import { parseStatement, ZERO_HASH } from "../crypto/statements.ts";
import { newId } from "../crypto/testing/account.ts";
import { anOpenWorker, type BrowserOptions } from "./testing/browser.ts";
import { aPut, hashOf } from "./testing/handmade.ts";
import type { Request } from "./testing/keyServer.ts";
import { aColleague, aDocument, anOpenAccount, browser, closeBrowsers, PASSPHRASE } from "./testing/people.ts";
import { vaultOperations } from "./worker/operations.ts";

afterEach(closeBrowsers);

/** Clara's account, a member whose keys the test uses as he likes, and a server that may lie to her about chains. */
async function anInsider(options: BrowserOptions = {}) {
  let served: ((request: Request) => unknown) | null = null;
  const asked: Request[] = [];
  const lie = (request: Request, answer: unknown) => {
    if (!request.path.endsWith("keys/chain")) return answer;
    asked.push(request);
    return served ? served(request) : answer;
  };
  const account = await anOpenAccount({ ...options, lie });
  const { server, clara } = account;
  const insider = anOpenWorker();
  const { member, jonas } = await aColleague(server, clara, { startWorker: insider.start });
  await clara.hear();
  await expect.poll(() => server.state().roles[server.roles.member]?.holders.includes(member.id)).toBe(true);
  await jonas.hear();
  await jonas.until("ready");
  return { ...account, jonas, member, vault: insider.vault, asked, lie, serve: (lies: typeof served) => { served = lies; } };
}

it("a replacement by somebody who could not read what was there is foreign, and nothing is signed on top of it", async () => {
  const { server, clara, vault, asked } = await anInsider();
  const item = await aDocument(clara, server, [server.roles.owner]);
  await clara.hear();
  const replaced = await aPut(vault(), item.id, { seq: 2, prevHash: await hashOf(item) }, [server.roles.owner, server.roles.member], "Pay to this account");
  await server.leaf(replaced.sealed);
  await clara.hear();
  await expect(clara.keyring.sealRecord({ kind: "document", id: item.id, payload: { v: 1, title: "Mine" }, attrs: {}, previous: replaced })).rejects.toMatchObject({ kind: "foreign" });
  await expect(clara.keyring.signDelete("document", replaced)).rejects.toMatchObject({ kind: "foreign" });
  await expect(clara.keyring.audienceOf("document", replaced)).rejects.toMatchObject({ kind: "foreign" });
  expect(asked).toHaveLength(3);
});

it("a chain of his own in its place is foreign, and one of which a link is kept back is withheld", async () => {
  const { server, clara, vault, serve } = await anInsider();
  const both = [server.roles.owner, server.roles.member];
  const item = await aDocument(clara, server, [server.roles.owner]);
  const own = await aPut(vault(), item.id, { seq: 1, prevHash: ZERO_HASH }, both, "Pay to this account");
  const next = await aPut(vault(), item.id, { seq: 2, prevHash: await hashOf(own) }, both, "Pay to that account");
  await server.leaf(next.sealed);
  await clara.hear();
  serve(() => ({ data: [{ statements: [own.sealed, next.sealed] }], more: false }));
  await expect(clara.keyring.audienceOf("document", next)).rejects.toMatchObject({ kind: "foreign" });
  serve(() => ({ data: [{ statements: [] }], more: false }));
  await expect(clara.keyring.audienceOf("document", next)).rejects.toMatchObject({ kind: "withheld" });
  serve(null);
  await expect(clara.keyring.audienceOf("document", next)).rejects.toMatchObject({ kind: "altered" });
});

it("what is proven is kept: its chain is asked for once, also by a page that is opened anew", async () => {
  const storage = new IDBFactory();
  const { server, clara, owner, vault, asked, lie } = await anInsider({ storage });
  const both = [server.roles.owner, server.roles.member];
  const first = await aPut(vault(), newId(), { seq: 1, prevHash: ZERO_HASH }, both, "Passport");
  await server.leaf(first.sealed);
  const item = await aPut(vault(), first.id, { seq: 2, prevHash: await hashOf(first) }, both, "New passport");
  await server.leaf(item.sealed);
  await clara.hear();
  expect(await clara.keyring.audienceOf("document", item)).toEqual([...both].sort());
  await clara.keyring.openRecord("document", item);
  expect(await clara.keyring.audienceOf("document", item)).toEqual([...both].sort());
  expect(asked).toHaveLength(1);
  clara.keyring.end();
  const again = await browser(server, owner, { storage, lie });
  await again.keyring.unlock(PASSPHRASE.passphrase);
  await again.until("ready");
  expect(await again.keyring.audienceOf("document", item)).toEqual([...both].sort());
  expect(asked).toHaveLength(1);
  const next = await aPut(vault(), item.id, { seq: 3, prevHash: await hashOf(item) }, both, "Newest passport");
  await server.leaf(next.sealed);
  await again.hear();
  // Of what follows what is known nothing is missing.
  expect(await again.keyring.audienceOf("document", next)).toEqual([...both].sort());
  expect(asked).toHaveLength(1);
  await expect(again.keyring.openRecord("document", item)).rejects.toMatchObject({ kind: "rolled back" });
});

it("a base that is older by now is written on all the same, and the server says so", async () => {
  const { server, clara, vault } = await anInsider();
  const both = [server.roles.owner, server.roles.member];
  const item = await aDocument(clara, server, both);
  const second = await aPut(vault(), item.id, { seq: 2, prevHash: await hashOf(item) }, both, "Second");
  const third = await aPut(vault(), item.id, { seq: 3, prevHash: await hashOf(second) }, both, "Third");
  for (const { sealed } of [second, third]) await server.leaf(sealed);
  await clara.hear();
  expect(await clara.keyring.audienceOf("document", third)).toEqual([...both].sort());
  const sealed = await clara.keyring.sealRecord({ kind: "document", id: item.id, payload: { v: 1, title: "Mine" }, attrs: {}, previous: second });
  expect(parseStatement(fromBase64Url(sealed.statementB64u)).seq).toBe(3);
});

it("what somebody has just written is written on as soon as a head holds it", async () => {
  const { server, clara, vault } = await anInsider();
  const both = [server.roles.owner, server.roles.member];
  const item = await aPut(vault(), newId(), { seq: 1, prevHash: ZERO_HASH }, both, "Passport");
  const audience = clara.keyring.audienceOf("document", item);
  await server.leaf(item.sealed);
  expect(await audience).toEqual([...both].sort());
});

it("of whom it is not known that he could write, his chain is asked for before anything is shown", async () => {
  const { server, clara, vault, asked, member, serve } = await anInsider();
  const both = [server.roles.owner, server.roles.member];
  const first = await aPut(vault(), newId(), { seq: 1, prevHash: ZERO_HASH }, both, "Passport");
  const item = await aPut(vault(), first.id, { seq: 2, prevHash: await hashOf(first) }, both, "New passport");
  for (const { sealed } of [first, item]) await server.leaf(sealed);
  const mine = await aDocument(clara, server);
  await clara.hear();
  await clara.keyring.removeMember(member.id);
  await clara.hear();
  serve(() => ({ data: [{ statements: [] }], more: false }));
  const [kept, shown] = await Promise.allSettled([clara.keyring.showRecord("document", item), clara.keyring.showRecord("document", mine)]);
  expect([kept.status, shown.status], "one that waits holds up nobody else").toEqual(["rejected", "fulfilled"]);
  expect(asked).toHaveLength(1);
  serve(null);
  expect(await clara.keyring.showRecord("document", item)).toMatchObject({ item: { id: item.id, grade: "proven" }, contents: { payload: { v: 1, title: "New passport" } } });
  expect(asked).toHaveLength(2);
  expect(await clara.keyring.openRecord("document", item)).toEqual({ v: 1, title: "New passport" });
  expect(asked).toHaveLength(2);
});

it("a replacement of what this device has proven is never shown, and nobody has to be asked for that", async () => {
  const { server, clara, vault, asked } = await anInsider();
  const item = await aDocument(clara, server, [server.roles.owner]);
  await clara.hear();
  expect(await clara.keyring.openRecord("document", item)).toEqual({ v: 1, title: "Passport" });
  const replaced = await aPut(vault(), item.id, { seq: 2, prevHash: await hashOf(item) }, [server.roles.owner, server.roles.member], "Pay to this account");
  await server.leaf(replaced.sealed);
  await clara.hear();
  await expect(clara.keyring.openRecord("document", replaced)).rejects.toMatchObject({ kind: "foreign" });
  await expect(clara.keyring.showRecord("document", replaced)).rejects.toMatchObject({ kind: "foreign" });
  expect(asked).toHaveLength(0);
});

it("the worker signs nothing on top of what is not proven, whatever the page has asked before", async () => {
  const { server, clara, jonas, vault } = await anInsider();
  const both = [server.roles.owner, server.roles.member];
  const first = await aDocument(clara, server, both);
  const sealed = await clara.keyring.sealRecord({ kind: "document", id: first.id, payload: { v: 1, title: "New passport" }, attrs: {}, previous: first });
  await server.leaf(sealed);
  await jonas.hear();
  const item = { ...first, version: 2, sealed };
  const worker = vaultOperations(vault());
  await worker.openRecord({ kind: "document", item });
  const nothing = { name: "BeingChecked" };
  await expect(worker.signDelete({ kind: "document", item })).rejects.toMatchObject(nothing);
  await expect(worker.signAttributes({ kind: "document", item, changed: {} })).rejects.toMatchObject(nothing);
  await expect(worker.sealRecord({ kind: "document", id: item.id, payload: { v: 1, title: "Mine" }, attributes: {}, previous: item })).rejects.toMatchObject(nothing);
});

it("what is shown becomes proven by itself, and is refused when it is not", async () => {
  const { server, clara, vault, asked } = await anInsider();
  const both = [server.roles.owner, server.roles.member];
  const first = await aPut(vault(), newId(), { seq: 1, prevHash: ZERO_HASH }, both, "Passport");
  const good = await aPut(vault(), first.id, { seq: 2, prevHash: await hashOf(first) }, both, "New passport");
  const secret = await aDocument(clara, server, [server.roles.owner]);
  const bad = await aPut(vault(), secret.id, { seq: 2, prevHash: await hashOf(secret) }, both, "Pay to this account");
  for (const { sealed } of [first, good, bad]) await server.leaf(sealed);
  await clara.hear();
  const [proven, refused] = await Promise.allSettled([clara.keyring.whenProven("document", good), clara.keyring.whenProven("document", bad)]);
  expect(proven).toMatchObject({ status: "fulfilled" });
  expect(refused).toMatchObject({ status: "rejected", reason: { name: "ContentAlarm", kind: "foreign" } });
  expect(asked).toHaveLength(1);
  await expect.poll(() => clara.keyring.wronglyShown()).toMatchObject([{ id: secret.id, word: "foreign", open: true }]);
  // What comes later is proven as soon as a head holds it.
  const fresh = await aPut(vault(), first.id, { seq: 3, prevHash: await hashOf(good) }, both, "Newest passport");
  const later = clara.keyring.whenProven("document", fresh);
  await server.leaf(fresh.sealed);
  await clara.hear();
  await later;
});

it("many are proven in one question, and each says for itself why it is not", async () => {
  const { server, clara, vault, asked } = await anInsider();
  const both = [server.roles.owner, server.roles.member];
  const made = async (title: string) => {
    const first = await aPut(vault(), newId(), { seq: 1, prevHash: ZERO_HASH }, both, "Passport");
    const second = await aPut(vault(), first.id, { seq: 2, prevHash: await hashOf(first) }, both, title);
    for (const { sealed } of [first, second]) await server.leaf(sealed);
    return second;
  };
  const secret = await aDocument(clara, server, [server.roles.owner]);
  const bad = await aPut(vault(), secret.id, { seq: 2, prevHash: await hashOf(secret) }, both, "Pay to this account");
  await server.leaf(bad.sealed);
  const items = [await made("One"), bad, await made("Two")];
  await clara.hear();
  const [one, two, three] = await clara.keyring.proveEach("document", items);
  expect([one, three]).toEqual([null, null]);
  expect(two).toMatchObject({ name: "ContentAlarm", kind: "foreign" });
  expect(asked).toHaveLength(1);
});
