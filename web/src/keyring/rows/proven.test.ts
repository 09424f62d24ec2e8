/** An item that comes as a row is what its statements say, with one wrap whole and the others by their names: no more is believed, and no less is known. */
import { afterEach, expect, it } from "vitest";

import { boxHash } from "../../crypto/box.ts";
import { newId } from "../../crypto/testing/account.ts";
import { ZERO_HASH } from "../../crypto/statements.ts";
import type { SealedItem, ServedWrap, Signed, Wrap } from "../contract.ts";
import { anOpenWorker } from "../testing/browser.ts";
import { aPut, hashOf } from "../testing/handmade.ts";
import type { Request } from "../testing/keyServer.ts";
import { aColleague, aDocument, anOpenAccount, closeBrowsers } from "../testing/people.ts";

afterEach(closeBrowsers);

/** As a row has it for somebody who reads this role. */
async function asRow(item: SealedItem, role: string, before: SealedItem["before"]): Promise<SealedItem> {
  const named = (wraps: readonly ServedWrap[] = []): Promise<ServedWrap[]> =>
    Promise.all(wraps.map(async (wrap) => (wrap.roleId === role ? wrap : { roleId: wrap.roleId, generation: wrap.generation, boxHash: await boxHash(wrap as Wrap) })));
  return { ...item, sealed: { ...item.sealed, wraps: await named(item.sealed.wraps) }, later: await Promise.all(item.later.map(async (step) => ({ ...step, wraps: await named(step.wraps) }))), before };
}

/** A document that was written twice, by somebody else, as it comes to Clara: as JSON has it, and as a row. */
async function aRow() {
  const asked: Request[] = [];
  const lie = (request: Request, answer: unknown) => {
    if (request.path.endsWith("keys/chain")) asked.push(request);
    return answer;
  };
  const account = await anOpenAccount({ lie });
  const { server, clara } = account;
  const insider = anOpenWorker();
  const { member, jonas } = await aColleague(server, clara, { startWorker: insider.start });
  await clara.hear();
  await expect.poll(() => server.state().roles[server.roles.member]?.holders.includes(member.id)).toBe(true);
  await jonas.hear();
  await jonas.until("ready");
  const both = [server.roles.owner, server.roles.member];
  const first = await aPut(insider.vault(), newId(), { seq: 1, prevHash: ZERO_HASH }, both, "Passport");
  await server.leaf(first.sealed);
  const item = await aPut(insider.vault(), first.id, { seq: 2, prevHash: await hashOf(first) }, both, "New passport");
  await server.leaf(item.sealed);
  await clara.hear();
  const { statementB64u, signatureB64u } = first.sealed;
  const before = [{ statementB64u, signatureB64u }];
  const row = await asRow(item, server.roles.owner, before);
  expect(row.sealed.wraps.map((wrap) => "boxHash" in wrap).sort()).toEqual([false, true]);
  return { ...account, jonas, asked, first, item, row, before };
}

const bent = (text: string) => `${text.startsWith("A") ? "B" : "A"}${text.slice(1)}`;

it("is proven by what came with it, and asks for nothing more", async () => {
  const { clara: { keyring }, row, asked } = await aRow();
  const [verified] = await keyring.verify("document", [row]);
  expect(verified).toMatchObject({ grade: "proven", revision: 2, owed: [] });
  expect(await keyring.openRecord("document", row)).toMatchObject({ title: "New passport" });
  expect(await keyring.areAsProven("document", [row])).toEqual([true]);
  expect(asked).toEqual([]);
});

it("is built on like any other", async () => {
  const { clara: { keyring }, row, asked, server } = await aRow();
  const sealed = await keyring.sealRecord({ kind: "document", id: row.id, payload: { v: 1, title: "Mine" }, attrs: {}, previous: row });
  expect(sealed.wraps.map(({ roleId }) => roleId).sort()).toEqual([server.roles.owner, server.roles.member].sort());
  await keyring.signDelete("document", row);
  expect(await keyring.audienceOf("document", row)).toEqual([server.roles.owner, server.roles.member].sort());
  expect(asked).toEqual([]);
});

it.each([
  ["did not come", () => []],
  ["is longer than it can be", (before: readonly Signed[]) => [...before, ...before]],
])("whose beginning %s is asked for it", async (_what, changed) => {
  const { clara: { keyring }, row, before, asked } = await aRow();
  await keyring.audienceOf("document", { ...row, before: changed(before) });
  expect(asked).toHaveLength(1);
  expect(await keyring.verify("document", [row])).toMatchObject([{ grade: "proven" }]);
});

it("which is not what was signed is refused, whatever of it is bent", async () => {
  const { clara: { keyring }, row, item, first, before } = await aRow();
  const { sealed } = row;
  const withWraps = (change: (wrap: ServedWrap) => ServedWrap): SealedItem => ({ ...row, sealed: { ...sealed, wraps: sealed.wraps.map(change) } });
  const lies: Record<string, SealedItem> = {
    "the name of another's wrap": withWraps((wrap) => ("boxHash" in wrap ? { ...wrap, boxHash: bent(wrap.boxHash) } : wrap)),
    "the generation of another's wrap": withWraps((wrap) => ("boxHash" in wrap ? { ...wrap, generation: wrap.generation + 1 } : wrap)),
    "the own wrap": withWraps((wrap) => ("boxHash" in wrap ? wrap : { ...wrap, dataB64u: bent(wrap.dataB64u) })),
    "a name in place of a hash": withWraps((wrap) => ("boxHash" in wrap ? { ...wrap, boxHash: "" } : wrap)),
    "a wrap too few": { ...row, sealed: { ...sealed, wraps: sealed.wraps.filter((wrap) => !("boxHash" in wrap)) } },
    "the body": { ...row, sealed: { ...sealed, dataB64u: bent(sealed.dataB64u) } },
    "what was before": { ...row, before: before.map((one) => ({ ...one, signatureB64u: bent(one.signatureB64u) })) },
    "what was before, from after it": { ...row, before: [{ statementB64u: item.sealed.statementB64u, signatureB64u: item.sealed.signatureB64u }] },
    "what was there first": { ...first, version: 2 },
  };
  for (const [what, lie] of Object.entries(lies)) await expect(keyring.openRecord("document", lie), what).rejects.toMatchObject({ name: "ContentAlarm" });
});

it("whose wrap for a role of its reader is only named does not open, and is not called a matter of access", async () => {
  const { clara: { keyring }, row, item, before } = await aRow();
  const keptBack = await asRow(item, "nobody", before);
  await expect(keyring.openRecord("document", keptBack)).rejects.toMatchObject({ code: "data_loss" });
  expect(await keyring.verify("document", [keptBack])).toMatchObject([{ id: row.id, grade: "proven" }]);
});

it("that is for other roles is closed, and verified all the same", async () => {
  const { clara, jonas, server } = await aRow();
  const forOwners = await aDocument(clara, server, [server.roles.owner]);
  await jonas.hear();
  const closed = await asRow(forOwners, "nobody", []);
  await expect(jonas.keyring.openRecord("document", closed)).rejects.toMatchObject({ name: "Sealed" });
});
