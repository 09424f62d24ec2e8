/** A row disappears by what somebody has signed, never by an answer. */
import { afterEach, expect, it, vi } from "vitest";

import type { Signed } from "../crypto/statements.ts";
import { anOpenWorker } from "./testing/browser.ts";
import { aPut, hashOf } from "./testing/handmade.ts";
import type { Request } from "./testing/keyServer.ts";
import { aColleague, aDocument, anOpenAccount, closeBrowsers } from "./testing/people.ts";

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
  expect(await jonas.keyring.missing("document", [first.id], now())).toEqual([{ id: second.id, is: "withheld" }]);
  expect(await jonas.keyring.missing("document", [], { ...now(), ids: [first.id] })).toEqual([{ id: first.id, is: "withheld" }]);
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

it("an end that stands in no tree ends nothing", async () => {
  const { clara, jonas, items: [item], now, serve } = await known();
  vi.useFakeTimers({ toFake: ["setTimeout"], shouldAdvanceTime: true, advanceTimeDelta: 1000 });
  serve([await clara.keyring.signDelete("document", item)]);
  expect(await jonas.keyring.missing("document", [], { ...now(), ids: [item.id] })).toEqual([{ id: item.id, is: "withheld" }]);
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
