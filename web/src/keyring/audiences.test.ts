/** Another audience for what exists: what a person named, added to or taken from what was signed, and nothing that a server says. */
import { afterEach, describe, expect, it } from "vitest";

import { fromBase64Url } from "../crypto/base64url.ts";
import { parseStatement, type StatementOf } from "../crypto/statements.ts";
import type { AudienceWish, NewAudience, SealedItem } from "./contract.ts";
import { anOpenWorker, type TestBrowser } from "./testing/browser.ts";
import type { KeyServer } from "./testing/keyServer.ts";
import { aColleague, aDocument, anOpenAccount, anOwingAccount, closeBrowsers, meant } from "./testing/people.ts";
import { vaultOperations } from "./worker/operations.ts";

afterEach(closeBrowsers);

/** An owner whose worker a test sees, a member, and a document that the owner and the admins read. */
async function anAccount() {
  const worker = anOpenWorker();
  const account = await anOpenAccount({ startWorker: worker.start });
  const { server, clara } = account;
  const { jonas } = await aColleague(server, clara);
  await clara.hear();
  await jonas.hear();
  await jonas.until("ready");
  const { owner, admin } = server.roles;
  const item = await aDocument(clara, server, [owner, admin]);
  await clara.hear();
  return { ...account, ownerId: account.owner.id, jonas, item, owner, admin, member: server.roles.member, inside: () => vaultOperations(worker.vault()) };
}

type Account = Awaited<ReturnType<typeof anAccount>>;

const statementOf = (made: NewAudience) =>
  parseStatement(fromBase64Url("sealed" in made ? made.sealed.statementB64u : made.statementB64u)) as StatementOf<"content.share"> | StatementOf<"record.put">;

/** As the server has it afterwards. */
async function after({ server }: Pick<Account, "server">, item: SealedItem, made: NewAudience | null): Promise<SealedItem> {
  if (!made) throw new Error("Nothing was signed.");
  const next = "sealed" in made ? { ...item, version: item.version + 1, sealed: made.sealed, later: [] } : { ...item, version: item.version + 1, later: [...item.later, made] };
  await server.leaf("sealed" in made ? made.sealed : made);
  return next;
}

/** A file as the server keeps it, for these roles. */
async function aFile(server: KeyServer, { keyring }: TestBrowser, roles: readonly string[]): Promise<string> {
  const sealing = await keyring.sealFile(new File(["page"], "page.txt"), null, meant(roles));
  for await (const part of sealing.parts(new AbortController().signal)) part.release();
  const finished = await sealing.finish();
  const { encryptedSize, frameCount } = sealing.content;
  server.bundles.set(sealing.fileId, { ...finished, fileId: sealing.fileId, version: 1, url: "", encryptedSize, frameCount, later: [] });
  await server.leaf(finished);
  return sealing.fileId;
}

const change = ({ clara }: Pick<Account, "clara">, item: SealedItem, wish: AudienceWish) => clara.keyring.changeAudience("document", item, wish);

describe("one role more", () => {
  it("gets a wrap of the same contents, beside those whom the item was signed for", async () => {
    const account = await anAccount();
    const { item, jonas, member, owner, admin } = account;
    await expect(jonas.keyring.openRecord("document", item)).rejects.toMatchObject({ name: "Sealed" });
    const made = await change(account, item, { role: member, reads: true });
    expect(made && statementOf(made)).toMatchObject({ type: "content.share", audience: [owner, admin, member].sort() });
    expect(made && "wraps" in made && made.wraps.map(({ roleId }) => roleId)).toEqual([member]);
    const shared = await after(account, item, made);
    await jonas.hear();
    expect(await jonas.keyring.openRecord("document", shared)).toEqual({ v: 1, title: "Passport" });
    await account.clara.hear();
    expect(await change(account, shared, { role: member, reads: true })).toBeNull();
  });

  it("comes with the files that the item names, and they first", async () => {
    const account = await anAccount();
    const { server, clara, owner, admin, member } = account;
    const fileId = await aFile(server, clara, [owner, admin]);
    const id = crypto.randomUUID();
    const sealed = await clara.keyring.sealRecord({ kind: "document", id, payload: { v: 1, title: "Will" }, attrs: { versions: [fileId] }, audience: meant([owner, admin]) });
    await server.leaf(sealed);
    await clara.hear();
    const item = { id, version: 1, sealed, later: [] };
    expect(await change(account, item, { role: member, reads: false })).toBeNull();
    expect(server.paid).toEqual([]);
    await change(account, item, { role: member, reads: true });
    expect(server.paid.map(({ file, add }) => [file, add.map(({ roleId }) => roleId)])).toEqual([[fileId, [member]]]);
    expect(server.paid.map((one) => statementOf({ ...one, wraps: [] }).audience)).toEqual([[owner, admin, member].sort()]);
  });

  it("is refused for a key that was restarted and that nobody here trusts yet", async () => {
    const account = await anAccount();
    const { server, clara, owner, admin, member, inside } = account;
    const item = await aDocument(clara, server, [owner, member]);
    await clara.hear();
    const body = await inside().createRole({ role: admin, name: "Admin", capabilities: 3 });
    await server.http(account.ownerId)({ method: "POST", path: "/roles/roll-wrap", body });
    await clara.hear();
    await expect(change(account, item, { role: admin, reads: true })).rejects.toThrow("restarted");
    await clara.keyring.trustRestart(admin, 2);
    expect(await change(account, item, { role: admin, reads: true })).not.toBeNull();
  });

  it("is refused for a role that is about to get a new key", async () => {
    const { server, clara, jonas } = await anOwingAccount();
    const { owner, admin, member } = server.roles;
    const item = await aDocument(clara, server, [owner, member]);
    await jonas.hear();
    await expect(jonas.keyring.changeAudience("document", item, { role: admin, reads: true })).rejects.toThrow("new key first");
  });

  it("is refused for a private item, and for a role without a key", async () => {
    const account = await anAccount();
    const { clara, server, member } = account;
    const mine = await clara.keyring.personalRole();
    const item = await aDocument(clara, server, [mine]);
    await clara.hear();
    await expect(change(account, item, { role: member, reads: true })).rejects.toThrow("private");
    await expect(change(account, account.item, { role: mine, reads: true })).rejects.toThrow("private");
    expect(await change(account, account.item, { role: crypto.randomUUID(), reads: true })).toBeNull();
  });
});

describe("one role less", () => {
  it("opens nothing of what is sealed from then on, and the rest stays as it was signed", async () => {
    const account = await anAccount();
    const { clara, server, owner, member, jonas } = account;
    const item = await aDocument(clara, server, [owner, member]);
    await clara.hear();
    await jonas.hear();
    expect(await jonas.keyring.openRecord("document", item)).toEqual({ v: 1, title: "Passport" });
    const made = await change(account, item, { role: member, reads: false });
    expect(made && statementOf(made)).toMatchObject({ type: "record.put", audience: [owner], contentRevision: 2 });
    const sealed = await after(account, item, made);
    expect(sealed.sealed.attrs).toEqual(item.sealed.attrs);
    expect(sealed.sealed.dataB64u).not.toBe(item.sealed.dataB64u);
    expect(sealed.sealed.wraps.map(({ roleId }) => roleId)).toEqual([owner]);
    await jonas.hear();
    await expect(jonas.keyring.openRecord("document", sealed)).rejects.toMatchObject({ name: "Sealed" });
    await clara.hear();
    expect(await clara.keyring.openRecord("document", sealed)).toEqual({ v: 1, title: "Passport" });
    expect(await change(account, sealed, { role: member, reads: false })).toBeNull();
  });

  it("is never that of the owners, nor the last one that opens it here", async () => {
    const account = await anAccount();
    const { jonas, server, owner, member, clara } = account;
    await expect(change(account, account.item, { role: owner, reads: false })).rejects.toThrow("Owners can read");
    const shared = await aDocument(clara, server, [owner, member]);
    await jonas.hear();
    await expect(jonas.keyring.changeAudience("document", shared, { role: member, reads: false })).rejects.toThrow("None of the roles");
  });
});

it("is sealed again for the same roles under their new keys, when its person says so", async () => {
  const account = await anAccount();
  const { item, clara, owner, admin } = account;
  await clara.keyring.roll(admin);
  await clara.hear();
  const made = await change(account, item, "same");
  expect(made && statementOf(made)).toMatchObject({ type: "record.put", audience: [owner, admin].sort() });
  const again = await after(account, item, made);
  expect(again.sealed.wraps.find(({ roleId }) => roleId === admin)?.generation).toBe(2);
  expect(again.sealed.dataB64u).not.toBe(item.sealed.dataB64u);
});

describe("a server that lies about who reads an item", () => {
  it("by leaving out the statement that took a role away: nothing is signed for that role", async () => {
    const account = await anAccount();
    const { clara, item, admin, member, inside } = account;
    const now = await after(account, item, await change(account, item, { role: admin, reads: false }));
    await clara.hear();
    await clara.keyring.prove("document", [now]);
    for (const wish of [{ role: member, reads: true }, "same"] as const) {
      await expect(change(account, item, wish)).rejects.toThrow("older version");
      await expect(inside().changeAudience({ kind: "document", item, wish })).rejects.toThrow("older version");
      await expect(inside().filesToShare({ kind: "document", item, wish: { role: member, reads: true } })).rejects.toThrow("older version");
    }
  });

  it("by naming roles beside the statements: what was signed counts", async () => {
    const account = await anAccount();
    const { item, owner, admin, member } = account;
    const told = { ...item, audience: meant([owner]), owed: [member], word: { audience: [member] } };
    const made = await change(account, told, "same");
    expect(made && statementOf(made).audience).toEqual([owner, admin].sort());
  });

  it("by an item whose chain nobody has proven: the worker signs nothing on top of it", async () => {
    const account = await anAccount();
    const { jonas, inside, member, owner, admin } = account;
    const id = crypto.randomUUID();
    const sealed = await jonas.keyring.sealRecord({ kind: "document", id, payload: { v: 1, title: "Will" }, attrs: {}, audience: meant([owner, member]) });
    for (const wish of [{ role: admin, reads: true }, { role: member, reads: false }, "same"] as const) {
      await expect(inside().changeAudience({ kind: "document", item: { id, version: 1, sealed, later: [] }, wish })).rejects.toMatchObject({ name: "BeingChecked" });
    }
  });
});
