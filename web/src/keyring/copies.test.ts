/** What is kept on the disk is sealed, opened and held against what is known by the keys alone. */
import { afterEach, expect, it } from "vitest";

import { newId } from "../crypto/testing/account.ts";
import type { Keyring, SealedItem } from "./contract.ts";
import { aColleague, aDocument, anOpenAccount, closeBrowsers, meant } from "./testing/people.ts";
import type { CopyOperations } from "./worker/localOperations.ts";
import { openVault, vaultOperations } from "./worker/operations.ts";
import { connect } from "./worker/rpc.ts";

afterEach(closeBrowsers);

async function lent(keyring: Pick<Keyring, "lendCopies">) {
  const { port1, port2 } = new MessageChannel();
  const owner = await keyring.lendCopies(port1);
  const { operations } = connect<CopyOperations>(port2);
  port2.start();
  return { owner, port: port2, operations };
}

it("seals and opens copies for whoever has the port, and nothing else that this device keeps", async () => {
  const { clara } = await anOpenAccount();
  const { owner, port, operations: { seal, open } } = await lent(clara.keyring);
  expect(owner).toMatchObject({ device: (clara.keyring.state() as { deviceId?: string }).deviceId });
  const box = await seal({ store: "copy contact.1", counter: 1, contents: "Zanzibar" });
  expect(await open({ store: "copy contact.1", counter: 1, box })).toBe("Zanzibar");
  await expect(open({ store: "copy contact.1", counter: 2, box })).rejects.toMatchObject({ code: "data_loss" });
  await expect(open({ store: "copy vendor.1", counter: 1, box })).rejects.toMatchObject({ code: "data_loss" });
  for (const store of ["draft document 1", "known.1", "copy contact.1 draft", "titles.1"]) {
    await expect(seal({ store, counter: 1, contents: "x" })).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(open({ store, counter: 1, box })).rejects.toMatchObject({ code: "invalid_argument" });
  }
  port.close();
});

it("opens nothing for an account that is not verified", async () => {
  const vault = await openVault({ account: newId(), pin: null, anchors: [], acknowledged: [] });
  const { port, operations: { seal } } = await lent({ lendCopies: async (given) => {
    await vaultOperations(vault).lendCopies({ port: given });
    return null;
  } });
  await expect(seal({ store: "copy contact.1", counter: 1, contents: "x" })).rejects.toMatchObject({ name: "NotInThisState" });
  port.close();
});

async function rowOf(keyring: Keyring, item: SealedItem) {
  const [verified] = await keyring.verify("document", [item]);
  if (verified?.grade !== "proven") throw new Error("It is not proven yet.");
  return { id: item.id, revision: verified.revision, hash: verified.hash };
}

async function aProvenDocument() {
  const account = await anOpenAccount();
  const item = await aDocument(account.clara, account.server);
  await account.clara.hear();
  return { ...account, item, row: await rowOf(account.clara.keyring, item) };
}

it("lets a row stand that is of the newest state it has proven, by its number and its hash", async () => {
  const { clara: { keyring }, row } = await aProvenDocument();
  const other = { ...row, hash: row.hash.startsWith("A") ? `B${row.hash.slice(1)}` : `A${row.hash.slice(1)}` };
  const rows = [row, { ...row, revision: row.revision + 1 }, { ...row, revision: 0 }, other, { ...row, id: newId() }];
  expect(await keyring.keptStand("document", rows)).toEqual([true, false, false, false, false]);
  expect(await keyring.keptStand("contact", [row]), "of another kind").toEqual([false]);
});

it("takes an answer as proven when statements and contents are, to the byte", async () => {
  const { clara, server, item } = await aProvenDocument();
  const { keyring } = clara;
  const bent = (text: string) => `${text.startsWith("A") ? "B" : "A"}${text.slice(1)}`;
  const another = await aDocument(clara, server);
  const { attrs, attrsSaltB64u, ...signed } = await keyring.signAttrs("document", item, { expiresOn: "2031-01-01" });
  await server.leaf(signed);
  await clara.hear();
  expect(await keyring.areAsProven("document", [item]), "the log holds something newer").toEqual([false]);
  const now: SealedItem = { ...item, version: 2, sealed: { ...item.sealed, attrs, attrsSaltB64u }, later: [signed] };
  await rowOf(keyring, now);
  const answers: SealedItem[] = [
    now,
    { ...now, sealed: { ...now.sealed, dataB64u: bent(now.sealed.dataB64u) } },
    { ...now, sealed: { ...now.sealed, statementB64u: bent(now.sealed.statementB64u) } },
    // The newest statement under contents that it does not lead back to.
    { ...now, sealed: { ...another.sealed } },
    { ...now, later: [] },
    { ...now, later: [signed, signed] },
    { ...now, id: another.id },
    { ...now, sealed: { ...now.sealed, attrs: { ...now.sealed.attrs, expiresOn: btoa("2041-01-01") } } },
    { ...now, sealed: { ...now.sealed, attrsSaltB64u: item.sealed.attrsSaltB64u } },
    { ...now, sealed: { ...now.sealed, signatureB64u: bent(now.sealed.signatureB64u) } },
    { ...now, later: [{ ...signed, signatureB64u: bent(signed.signatureB64u) }] },
    { ...now, sealed: { ...now.sealed, wraps: now.sealed.wraps.map((wrap) => ("boxHash" in wrap ? wrap : { ...wrap, dataB64u: bent(wrap.dataB64u) })) } },
    // Without a wrap it is not known what is owed.
    { ...now, sealed: { ...now.sealed, wraps: [] } },
  ];
  expect(await keyring.areAsProven("document", answers)).toEqual([true, ...answers.slice(1).map(() => false)]);
});

it("lets nothing stand that was shown wrongly, until a proven state is served", async () => {
  const { clara: { keyring }, item, row } = await aProvenDocument();
  const bent = { ...item, sealed: { ...item.sealed, dataB64u: `${item.sealed.dataB64u.slice(0, -2)}AA` } };
  await keyring.showRecord("document", bent).catch(() => undefined);
  expect(await keyring.keptStand("document", [row])).toEqual([false]);
  expect(await keyring.areAsProven("document", [item]), "it is opened, and that ends the alarm").toEqual([false]);
  await keyring.showRecord("document", item);
  expect(await keyring.keptStand("document", [row])).toEqual([true]);
});

it("lets nothing stand of a role that was taken from its person", async () => {
  const { server, clara } = await anOpenAccount();
  const { member, jonas } = await aColleague(server, clara);
  await clara.hear();
  await expect.poll(() => server.state().roles[server.roles.member]?.holders.includes(member.id)).toBe(true);
  await jonas.hear();
  await jonas.until("ready");
  await clara.keyring.giveRole(member.id, server.roles.admin);
  await jonas.hear();
  const item = await aDocument(clara, server, meant([server.roles.owner, server.roles.admin]));
  await jonas.hear();
  const row = await rowOf(jonas.keyring, item);
  expect(await jonas.keyring.keptStand("document", [row])).toEqual([true]);
  await clara.keyring.takeRole(member.id, server.roles.admin);
  await jonas.hear();
  expect(await jonas.keyring.keptStand("document", [row]).catch(() => [false])).toEqual([false]);
});
