/** A role key that was started anew, without the one before: nobody saves for it before they have agreed to it. */
import { IDBFactory } from "fake-indexeddb";
import { afterEach, describe, expect, it } from "vitest";

import { fromBase64Url } from "../crypto/base64url.ts";
import { parseStatement } from "../crypto/statements.ts";
import type { SealedItem } from "./contract.ts";
import { anOpenWorker } from "./testing/browser.ts";
import { aColleague, aDocument, anOpenAccount, browser, closeBrowsers } from "./testing/people.ts";
import { vaultOperations } from "./worker/operations.ts";

afterEach(closeBrowsers);

/** An owner who can sign what no screen does, a member, and a document that both and the admins read. */
async function anAccount() {
  const worker = anOpenWorker();
  const account = await anOpenAccount({ startWorker: worker.start });
  const { server, owner, clara } = account;
  const storage = new IDBFactory();
  const { member, jonas } = await aColleague(server, clara, { storage });
  await clara.hear();
  await jonas.hear();
  await jonas.until("ready");
  const item = await aDocument(clara, server);
  const { admin } = server.roles;
  const restart = async () => {
    await clara.hear();
    const body = await vaultOperations(worker.vault()).createRole({ role: admin, name: "Admin", capabilities: 3 });
    await server.http(owner.id)({ method: "POST", path: "/roles/roll-wrap", body });
    await jonas.hear();
  };
  return { ...account, member, jonas, storage, item, admin, restart };
}

type Account = Awaited<ReturnType<typeof anAccount>>;

/** What a member saves: for whom it is meant, and who has a wrap of it. */
async function saved({ server }: Account, { keyring }: Account["jonas"], previous?: SealedItem) {
  const id = previous?.id ?? crypto.randomUUID();
  const audience = await keyring.defaultAudience("document");
  const sealed = await keyring.sealRecord({
    kind: "document", id, payload: { v: 1, title: "Will" }, attrs: { state: "active" }, ...(previous ? { previous } : { audience }),
  });
  await server.leaf({ statementB64u: sealed.statementB64u, signatureB64u: sealed.signatureB64u });
  const { audience: meant } = parseStatement(fromBase64Url(sealed.statementB64u)) as unknown as { audience: readonly string[] };
  const item: SealedItem = { id, version: 1, sealed, later: [] };
  return { item, meant, wraps: sealed.wraps.map(({ roleId }) => roleId) };
}

describe("somebody who has not agreed to it", () => {
  it("saves new and old items without a wrap for it, and means it to read them", async () => {
    const account = await anAccount();
    const { jonas, item, admin, restart } = account;
    expect((await saved(account, jonas, item)).wraps).toContain(admin);
    await restart();
    for (const previous of [undefined, item]) {
      const { meant, wraps } = await saved(account, jonas, previous);
      expect(meant).toContain(admin);
      expect(wraps).not.toContain(admin);
    }
  });

  it("pays it nothing, also where the item was saved since", async () => {
    const account = await anAccount();
    const { jonas, clara, admin, restart } = account;
    await restart();
    await clara.hear();
    const { item } = await saved(account, jonas);
    await jonas.hear();
    expect(await jonas.keyring.payOwed("document", item, [admin])).toBeNull();
    await clara.hear();
    expect(await clara.keyring.payOwed("document", item, [admin])).toBeNull();
  });

  it("is told who started it anew", async () => {
    const account = await anAccount();
    const { jonas, owner, admin, restart } = account;
    expect((await jonas.keyring.overview({ anew: true })).restarts).toEqual([]);
    await restart();
    expect((await jonas.keyring.overview({ anew: true })).restarts).toMatchObject([{ roleId: admin, generation: 2, by: owner.id }]);
  });
});

describe("somebody who has agreed to it", () => {
  it("saves for it, pays what was owed, and is not asked once more, over reloads too", async () => {
    const account = await anAccount();
    const { server, jonas, member, storage, admin, restart } = account;
    await restart();
    const { item } = await saved(account, jonas);
    await jonas.hear();
    await jonas.keyring.trustRestart(admin, 2);
    expect((await jonas.keyring.overview()).restarts).toEqual([]);
    expect((await jonas.keyring.payOwed("document", item, [admin]))?.wraps.map(({ roleId }) => roleId)).toEqual([admin]);
    jonas.keyring.end();
    const again = await browser(server, member, { storage });
    await again.until("ready");
    expect((await again.keyring.overview({ anew: true })).restarts).toEqual([]);
    expect((await saved(account, again)).wraps).toContain(admin);
  });

  it("has agreed to that one only: another one is another question", async () => {
    const account = await anAccount();
    const { jonas, admin, restart } = account;
    await restart();
    await jonas.keyring.trustRestart(admin, 2);
    await restart();
    expect((await jonas.keyring.overview({ anew: true })).restarts).toMatchObject([{ roleId: admin, generation: 3 }]);
    expect((await saved(account, jonas)).wraps).not.toContain(admin);
    await expect(jonas.keyring.trustRestart(admin, 2)).rejects.toThrow("another key");
  });
});
