/** What an item owes is what its statement says: an answer leads to it, and widens nothing. */
import { afterEach, describe, expect, it } from "vitest";

import type { Id } from "../crypto/ids.ts";
import { emptyKeyState, type RoleState } from "../crypto/keyLog/state.ts";
import { signedHash } from "../crypto/leaves.ts";
import { parseStatement, type StatementOf } from "../crypto/statements.ts";
import { fromBase64Url } from "../crypto/base64url.ts";
import type { SealedItem, Signed, Wrap } from "./contract.ts";
import { aDocument, anOpenAccount, anOwingAccount, closeBrowsers, meant } from "./testing/people.ts";
import { owedTo } from "./worker/debts.ts";
import { openVault } from "./worker/operations.ts";

afterEach(closeBrowsers);

type Owing = Awaited<ReturnType<typeof anOwingAccount>>;

const shareIn = ({ statementB64u }: Signed) => parseStatement(fromBase64Url(statementB64u)) as StatementOf<"content.share">;

async function aFile({ server, jonas }: Owing, roles: readonly string[]): Promise<Id> {
  const sealing = await jonas.keyring.sealFile(new File(["page"], "page.txt"), null, meant(roles));
  for await (const part of sealing.parts(new AbortController().signal)) part.release();
  const finished = await sealing.finish();
  const { encryptedSize, frameCount } = sealing.content;
  server.bundles.set(sealing.fileId, { ...finished, fileId: sealing.fileId, version: 1, url: "", encryptedSize, frameCount, later: [] });
  await server.leaf(finished);
  return sealing.fileId;
}

async function aDocumentOf({ server, jonas }: Owing, versions: Id[], roles: readonly string[]): Promise<SealedItem> {
  const id = crypto.randomUUID();
  const sealed = await jonas.keyring.sealRecord({ kind: "document", id, payload: { v: 1, title: "Will" }, attrs: { state: "active", versions }, audience: meant(roles) });
  await server.leaf(sealed);
  return { id, version: 1, sealed, later: [] };
}

describe("what is owed", () => {
  it("is paid to the roles of the signed audience after their roll, and to nobody else who is asked about", async () => {
    const { server, jonas, clara, rolled } = await anOwingAccount();
    const { owner, admin, member } = server.roles;
    const item = await aDocument(jonas, server, [admin, member]);
    expect(item.sealed.wraps.map(({ roleId }) => roleId)).toEqual([member]);
    await jonas.hear();
    expect(await jonas.keyring.payOwed("document", item, [admin])).toBeNull();
    await rolled();
    const paid = await jonas.keyring.payOwed("document", item, [owner, admin, member]);
    expect(paid?.wraps.map(({ roleId }) => roleId)).toEqual([admin]);
    expect(paid && shareIn(paid).audience).toEqual([admin, member].sort());
    const whole = { ...item, later: [paid as Signed & { wraps: Wrap[] }] };
    await server.leaf(whole.later[0] as Signed);
    await clara.hear();
    expect(await clara.keyring.openRecord("document", whole)).toEqual({ v: 1, title: "Passport" });
    await jonas.hear();
    expect(await jonas.keyring.payOwed("document", whole, [owner, admin])).toBeNull();
  });

  it("is nothing where the item was meant for its owner alone, whatever the server says it owes", async () => {
    const { server, clara } = await anOpenAccount();
    const item = await aDocument(clara, server, [server.roles.owner]);
    await clara.hear();
    expect(await clara.keyring.payOwed("document", item, [server.roles.member, server.roles.admin])).toBeNull();
  });

  it("waits until the log shows the item", async () => {
    const { server, clara } = await anOpenAccount();
    const item = await aDocument(clara, server, [server.roles.owner]);
    await expect(clara.keyring.payOwed("document", item, [server.roles.member])).rejects.toMatchObject({ name: "BeingChecked" });
  });

  it("goes to the files that the signed attributes name, by the audience of each file", async () => {
    const account = await anOwingAccount();
    const { server, jonas, rolled } = account;
    const { admin, member } = server.roles;
    const both = await aFile(account, [admin, member]);
    const mine = await aFile(account, [member]);
    const item = await aDocumentOf(account, [both, mine], [admin, member]);
    await rolled();
    await jonas.keyring.payOwed("document", item, [admin]);
    expect(server.paid.map(({ file, add }) => [file, add.map(({ roleId }) => roleId)])).toEqual([[both, [admin]]]);
    expect(server.paid.map((one) => shareIn(one).audience)).toEqual([[admin, member].sort()]);
  });

  it("is refused where another file is answered than was asked for", async () => {
    const account = await anOwingAccount();
    const { server, jonas, rolled } = account;
    const { admin, member } = server.roles;
    const [asked, other] = [await aFile(account, [admin, member]), await aFile(account, [admin, member])];
    const item = await aDocumentOf(account, [asked], [admin, member]);
    await rolled();
    server.bundles.set(asked, server.bundles.get(other) as object);
    await expect(jonas.keyring.payOwed("document", item, [admin])).rejects.toThrow();
    expect(server.paid).toEqual([]);
  });

  it("is nothing for a role that was started anew since", async () => {
    const account = crypto.randomUUID();
    const role = crypto.randomUUID();
    const vault = await openVault({ account, pin: null, anchors: [], acknowledged: [] });
    const first = { statementB64u: "AA", signatureB64u: "AA" };
    const owing = { first, proven: true, audience: [role], wraps: [] };
    const withRole = (restartedAt: number | null) => ({
      ...emptyKeyState(account, []), roles: { [role]: { rollDue: false, restartedAt } as unknown as RoleState },
    });
    vault.book.places.set(await signedHash(first), 1);
    vault.book.keysBefore.push(1);
    vault.book.entries.push({ after: withRole(null) } as unknown as (typeof vault.book.entries)[number]);
    expect(await owedTo(vault, owing, [role])).toEqual([role]);
    vault.book.entries.push({ after: withRole(2) } as unknown as (typeof vault.book.entries)[number]);
    expect(await owedTo(vault, owing, [role])).toEqual([]);
  });
});
