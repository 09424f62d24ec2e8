/** People share sealed records through a server that learns nothing, and notice when it lies. */
import { IDBFactory } from "fake-indexeddb";
import { afterEach, describe, expect, it } from "vitest";

import type { SealedItem } from "./contract.ts";
import { signStatement, ZERO_HASH } from "../crypto/statements.ts";
import { aDevice, newId } from "../crypto/testing/account.ts";
import { aBrowser, type BrowserOptions, type TestBrowser } from "./testing/browser.ts";
import { aKeyServer, type KeyServer } from "./testing/keyServer.ts";

globalThis.location = { origin: "https://coffer.test", hostname: "coffer.test" } as Location;

const PASSPHRASE = { by: "passphrase", passphrase: "a long enough sentence" } as const;
const open: TestBrowser[] = [];

async function browser(...args: Parameters<typeof aBrowser>): Promise<TestBrowser> {
  const made = await aBrowser(...args);
  open.push(made);
  return made;
}

afterEach(() => {
  for (const { keyring } of open.splice(0)) keyring.end();
});

/** An account whose owner has a device and the first role keys. */
async function anOpenAccount(options: BrowserOptions = {}) {
  const server = await aKeyServer();
  const owner = server.join("clara@example.test", server.roles.owner);
  const clara = await browser(server, owner, { openedHere: true, ...options });
  const file = await clara.keyring.createDevice(PASSPHRASE);
  await clara.until("ready");
  await expect.poll(() => Object.keys(server.state().roles).length, { timeout: 8000 }).toBe(3);
  await clara.hear();
  return { server, owner, clara, file };
}

async function aColleague(server: KeyServer, clara: TestBrowser, options: BrowserOptions = {}) {
  const { link } = await clara.keyring.invite({ email: "jonas@example.test", roleId: server.roles.member });
  const member = server.join("jonas@example.test", server.roles.member);
  const jonas = await browser(server, member, { link, ...options });
  await jonas.keyring.createDevice(PASSPHRASE);
  return { member, jonas, link };
}

async function aDocument(clara: TestBrowser, server: KeyServer, audience?: string[]): Promise<SealedItem> {
  const id = newId();
  const roles = audience ?? (await clara.keyring.defaultAudience("document"));
  const sealed = await clara.keyring.sealRecord({ kind: "document", id, payload: { v: 1, title: "Passport" }, attrs: { state: "active" }, audience: roles });
  await server.leaf({ statementB64u: sealed.statementB64u, signatureB64u: sealed.signatureB64u });
  return { id, version: 1, sealed, later: [], audience: roles };
}

describe("the first device of an account", () => {
  it("opens the key log, makes the first role keys and gives out a recovery key", async () => {
    const { server, owner, clara, file } = await anOpenAccount();
    const { users, policy, roles } = server.state();
    expect(users[owner.id]?.capabilities).toBe(7);
    expect(policy.version).toBe(1);
    expect(Object.keys(roles).sort()).toEqual(Object.values(server.roles).sort());
    expect(file.text).toContain(`# account: ${server.account}`);
    expect(file.name).toMatch(/^recovery-key-.*\.txt$/);
    await clara.keyring.testRecoveryKey(file.text);
    const overview = await clara.keyring.overview();
    expect(overview.recovery.testedAt).not.toBeNull();
    expect(overview.roles.every(({ held, name }) => held && name !== null)).toBe(true);
    expect(overview.devices).toMatchObject([{ mine: true, current: true, vouched: "genesis", by: "passphrase" }]);
    expect(overview.history.map(({ type }) => type)).toContain("account.policy");
    await expect(clara.keyring.testRecoveryKey("nonsense")).rejects.toThrow("Invalid recovery key format.");
  });

  it("stays open over a reload by the split cache, and locks when asked", async () => {
    const storage = new IDBFactory();
    const { server, owner, clara } = await anOpenAccount({ storage });
    clara.keyring.end();
    const again = await browser(server, owner, { storage });
    expect((await again.until("ready")).name).toBe("ready");
    await again.keyring.lock();
    expect(again.keyring.state()).toEqual({ name: "locked", by: "passphrase" });
    await expect(again.keyring.unlock("some other sentence")).rejects.toThrow("That pass-phrase does not open this key.");
    await expect(again.keyring.unlock("")).rejects.toThrow("Pass-phrase required to unlock key.");
    await again.keyring.unlock(PASSPHRASE.passphrase);
    expect(again.keyring.state().name).toBe("ready");
  });

  it("asks in another browser before it starts a second history, and refuses weak pass-phrases", async () => {
    const server = await aKeyServer();
    const owner = server.join("clara@example.test", server.roles.owner);
    const { keyring } = await browser(server, owner);
    expect(keyring.state()).toEqual({ name: "unset", mine: true, openedHere: false });
    await expect(keyring.createDevice({ by: "passphrase", passphrase: "too short" })).rejects.toThrow("15 characters");
    await expect(keyring.createDevice({ by: "passphrase", passphrase: "correct horse battery staple" })).rejects.toThrow("common");
    expect(server.state().nextSeq).toBe(0);
  });
});

describe("a colleague", () => {
  it("who comes by the secure link is let in by itself and reads what was sealed before", async () => {
    const { server, clara } = await anOpenAccount();
    const item = await aDocument(clara, server);
    const { member, jonas } = await aColleague(server, clara);
    await jonas.until("waiting");
    expect(jonas.keyring.state()).toMatchObject({ name: "waiting", safetyCode: null });
    await clara.hear();
    await expect.poll(() => server.state().users[member.id]?.method, { timeout: 8000 }).toBe("pairing");
    await expect.poll(() => server.state().roles[server.roles.member]?.holders.includes(member.id)).toBe(true);
    await jonas.hear();
    await jonas.until("ready");
    await expect.poll(() => server.hasShare(member.id)).toBe(true);
    expect(await jonas.keyring.openRecord("document", item)).toEqual({ v: 1, title: "Passport" });
    const theirs = await aDocument(jonas, server);
    await clara.hear();
    expect(await clara.keyring.openRecord("document", theirs)).toEqual({ v: 1, title: "Passport" });
    expect(theirs.sealed.wraps.map(({ mode }) => mode).sort()).toEqual(["seal", "seal", "wrap"]);
  });

  it("who came without the link waits until the code was compared", async () => {
    const { server, clara } = await anOpenAccount();
    const member = server.join("mara@example.test", server.roles.member);
    const mara = await browser(server, member);
    await mara.keyring.createDevice(PASSPHRASE);
    const shown = (await mara.until("waiting")) as { safetyCode: string | null };
    await clara.hear();
    const { waiting } = await clara.keyring.overview();
    expect(waiting).toMatchObject([{ userId: member.id, proven: false, safetyCode: shown.safetyCode }]);
    expect(server.state().users[member.id]?.method ?? null).toBeNull();
    await clara.keyring.letIn(waiting[0]?.deviceId ?? "");
    expect(server.state().users[member.id]).toMatchObject({ method: "code" });
    await mara.hear();
    await mara.until("ready");
  });

  it("whose code differs is refused", async () => {
    const { server, clara } = await anOpenAccount();
    const mara = await browser(server, server.join("mara@example.test", server.roles.member));
    await mara.keyring.createDevice(PASSPHRASE);
    const { waiting } = await clara.keyring.overview();
    await clara.keyring.refuse(waiting[0]?.deviceId ?? "");
    expect(server.state().devices[waiting[0]?.deviceId ?? ""]?.state).toBe("revoked");
    await mara.hear();
    await mara.until("new");
  });

  it("does not join another account than the one that the link names", async () => {
    const { server, clara } = await anOpenAccount();
    const { link } = await clara.keyring.invite({ email: "jonas@example.test", roleId: server.roles.member });
    const other = await anOpenAccount();
    const swapped = { ...other.server, account: server.account };
    const jonas = await browser(swapped, other.server.join("jonas@example.test", server.roles.member), { link });
    expect(jonas.keyring.state()).toMatchObject({ name: "alarm", kind: "invitation" });
    await clara.keyring.cancelInvitation(readId(link));
    const late = await browser(server, server.join("jonas@example.test", server.roles.member), { link });
    expect(late.keyring.state()).toMatchObject({ name: "alarm", kind: "invitation" });
  });

  it("who was removed reads nothing new, and the role gets a new key", async () => {
    const { server, clara } = await anOpenAccount();
    const { member, jonas } = await aColleague(server, clara);
    await clara.hear();
    await expect.poll(() => server.state().roles[server.roles.member]?.holders.includes(member.id), { timeout: 8000 }).toBe(true);
    await jonas.hear();
    await jonas.until("ready");
    const before = await aDocument(clara, server);
    await clara.keyring.removeMember(member.id);
    expect(server.state().roles[server.roles.member]).toMatchObject({ rollDue: false, keys: { length: 2 } });
    const after = await aDocument(clara, server);
    expect(await jonas.keyring.openRecord("document", before)).toEqual({ v: 1, title: "Passport" });
    await expect(jonas.keyring.openRecord("document", after)).rejects.toThrow();
    expect(await clara.keyring.openRecord("document", before)).toEqual({ v: 1, title: "Passport" });
    expect(await clara.keyring.openRecord("document", after)).toEqual({ v: 1, title: "Passport" });
  });
});

describe("a further device", () => {
  it("of the same person is added by the old one and gets every key", async () => {
    const { server, owner, clara } = await anOpenAccount();
    const item = await aDocument(clara, server);
    const phone = await browser(server, owner);
    expect(phone.keyring.state().name).toBe("elsewhere");
    await phone.keyring.createDevice(PASSPHRASE);
    const shown = (await phone.until("pending")) as { safetyCode: string };
    const { waiting } = await clara.keyring.overview();
    expect(waiting).toMatchObject([{ userId: owner.id, safetyCode: shown.safetyCode }]);
    await clara.keyring.letIn(waiting[0]?.deviceId ?? "");
    await phone.hear();
    await phone.until("ready");
    expect(await phone.keyring.openRecord("document", item)).toEqual({ v: 1, title: "Passport" });
    await phone.keyring.personalRole();
    await clara.hear();
    expect((await clara.keyring.overview()).roles.every(({ held }) => held)).toBe(true);
  });

  it("that comes by the link of the old one proves itself", async () => {
    const { server, owner, clara } = await anOpenAccount();
    const link = await clara.keyring.pairDevice();
    const phone = await browser(server, owner, { link });
    await phone.keyring.createDevice(PASSPHRASE);
    const { waiting } = await clara.keyring.overview();
    expect(waiting).toMatchObject([{ userId: owner.id, proven: true }]);
  });

  it("that comes with the recovery key takes over, and the old one ends", async () => {
    const { server, owner, clara, file } = await anOpenAccount();
    const item = await aDocument(clara, server);
    clara.keyring.end();
    const fresh = await browser(server, owner);
    await expect(fresh.keyring.checkRecoveryKey("x")).rejects.toThrow("Invalid recovery key format.");
    const next = await fresh.keyring.recover(file.text, PASSPHRASE);
    expect(next.key).not.toBe(file.key);
    await fresh.until("ready");
    expect(Object.values(server.state().devices).map(({ state }) => state).sort()).toEqual(["active", "revoked"]);
    expect(Object.values(server.state().roles).every(({ rollDue }) => !rollDue)).toBe(true);
    expect(await fresh.keyring.openRecord("document", item)).toEqual({ v: 1, title: "Passport" });
    await expect(fresh.keyring.recover(file.text, PASSPHRASE)).rejects.toThrow();
  });
});

describe("a record", () => {
  it("is refused when the server changes anything about it", async () => {
    const { server, clara } = await anOpenAccount();
    const item = await aDocument(clara, server);
    const other = await aDocument(clara, server);
    const refuse = (changed: SealedItem) => expect(clara.keyring.openRecord("document", changed)).rejects.toThrow();
    const { sealed } = item;
    await refuse({ ...item, sealed: { ...sealed, attrs: { ...sealed.attrs, expiresOn: "MjAzMS0wMi0yOA" } } });
    await refuse({ ...item, sealed: { ...sealed, attrs: {} } });
    await refuse({ ...item, sealed: { ...sealed, dataB64u: other.sealed.dataB64u } });
    await refuse({ ...item, sealed: { ...sealed, wraps: other.sealed.wraps } });
    await refuse({ ...item, sealed: { ...sealed, wraps: sealed.wraps.slice(1) } });
    await refuse({ ...item, sealed: { ...other.sealed, id: item.id } });
    await refuse({ ...item, sealed: { ...sealed, contentRevision: 2 } });
    await refuse({ ...item, sealed: { ...sealed, revision: 2 } });
    await refuse({ ...item, sealed: { ...sealed, signatureB64u: other.sealed.signatureB64u } });
    await expect(clara.keyring.openRecord("contact", item)).rejects.toThrow();
    expect(await clara.keyring.openRecord("document", item)).toEqual({ v: 1, title: "Passport" });
  });

  it("is never shown older than the log or this device has seen it", async () => {
    const { server, clara } = await anOpenAccount();
    const item = await aDocument(clara, server);
    const audience = await clara.keyring.defaultAudience("document");
    const sealed = await clara.keyring.sealRecord({ kind: "document", id: item.id, payload: { v: 1, title: "New passport" }, attrs: {}, audience, previous: item });
    await server.leaf(sealed);
    const newer = { ...item, sealed, later: [] };
    await clara.hear();
    await expect(clara.keyring.openRecord("document", item)).rejects.toThrow("older state");
    expect(await clara.keyring.openRecord("document", newer)).toEqual({ v: 1, title: "New passport" });
  });

  it("keeps later statements in their chain: attributes, sharing, deletion", async () => {
    const { server, clara } = await anOpenAccount();
    const item = await aDocument(clara, server, [server.roles.owner]);
    const attrs = await clara.keyring.signAttrs("document", item, { state: "archived" });
    const changed = {
      ...item, later: [attrs],
      sealed: { ...item.sealed, attrs: (attrs as unknown as { attrs: Record<string, string> }).attrs, attrsSaltB64u: attrs.attrsSaltB64u },
    };
    expect(await clara.keyring.openRecord("document", changed)).toEqual({ v: 1, title: "Passport" });
    const share = await clara.keyring.shareRecord("document", changed, [server.roles.member]);
    const shared = { ...changed, later: [attrs, share], sealed: { ...changed.sealed, wraps: [...changed.sealed.wraps, ...share.wraps] } };
    expect(await clara.keyring.openRecord("document", shared)).toEqual({ v: 1, title: "Passport" });
    await expect(clara.keyring.openRecord("document", { ...shared, later: [share] })).rejects.toThrow();
    await expect(clara.keyring.openRecord("document", { ...shared, later: [share, attrs] })).rejects.toThrow();
    const deleted = { ...shared, later: [...shared.later, await clara.keyring.signDelete("document", shared)] };
    expect(await clara.keyring.openRecord("document", deleted)).toEqual({ v: 1, title: "Passport" });
  });

  it("for others shows as sealed", async () => {
    const { server, clara } = await anOpenAccount();
    const { member, jonas } = await aColleague(server, clara);
    await clara.hear();
    await expect.poll(() => server.state().roles[server.roles.member]?.holders.includes(member.id), { timeout: 8000 }).toBe(true);
    await jonas.hear();
    await jonas.until("ready");
    const item = await aDocument(clara, server, [server.roles.owner]);
    await expect(jonas.keyring.openRecord("document", item)).rejects.toMatchObject({ name: "Sealed" });
    const role = await clara.keyring.personalRole();
    expect(role).toBe(await server.personalRoleOf(server.members[0]?.id ?? ""));
    const priv = await aDocument(clara, server, [role]);
    expect(await clara.keyring.openRecord("document", priv)).toEqual({ v: 1, title: "Passport" });
  });
});

describe("a server that lies", () => {
  it("about the log is found out and stays found out", async () => {
    const storage = new IDBFactory();
    const { server, owner, clara } = await anOpenAccount({ storage });
    clara.keyring.end();
    const other = await anOpenAccount();
    const fork = await browser({ ...other.server, account: server.account }, owner, { storage });
    expect(fork.keyring.state()).toMatchObject({ name: "alarm", kind: "fork" });
    await fork.keyring.acknowledge().catch(() => undefined);
    expect(fork.keyring.state()).toMatchObject({ name: "alarm", kind: "fork" });
  });

  it("by going back in time is found out", async () => {
    const storage = new IDBFactory();
    let old: unknown = null;
    const keep = (request: { path: string }, answer: unknown) => {
      if (request.path.endsWith("keys/head")) old ??= answer;
      return answer;
    };
    const { server, owner, clara } = await anOpenAccount({ storage, lie: keep });
    clara.keyring.end();
    const lie = (request: { path: string }, answer: unknown) => (request.path.endsWith("keys/head") ? old : answer);
    const again = await browser(server, owner, { storage, lie });
    expect(again.keyring.state()).toMatchObject({ name: "alarm", kind: "fork" });
  });

  it("by letting an entry without authority in is shown, and writing stops until somebody has read it", async () => {
    const { server, clara } = await anOpenAccount();
    const eve = await aDevice({ account: server.account }, newId());
    const { nextSeq: seq, head: prevHash } = server.state();
    const header = {
      account: server.account, seq, prevHash, authorUser: eve.key.user, authorDevice: eve.key.device, createdAt: 1, viewSize: 0, viewRoot: ZERO_HASH,
    };
    const fields = { role: server.roles.owner, nameCommitment: ZERO_HASH };
    await server.force(await signStatement(eve.key.signing, "role.name", header, fields));
    await clara.hear();
    expect(clara.keyring.state()).toMatchObject({ name: "alarm", kind: "authority" });
    await expect(aDocument(clara, server)).rejects.toThrow();
    await clara.keyring.acknowledge();
    expect(clara.keyring.state().name).toBe("ready");
    expect(await clara.keyring.openRecord("document", await aDocument(clara, server))).toEqual({ v: 1, title: "Passport" });
  });

  it("by adding a device in somebody's name is found out by the devices that did not see it come", async () => {
    const storage = new IDBFactory();
    const { server, owner, clara } = await anOpenAccount({ storage });
    const phone = await browser(server, owner);
    await phone.keyring.createDevice(PASSPHRASE);
    const [waiting] = (await clara.keyring.overview()).waiting;
    await clara.keyring.letIn(waiting?.deviceId ?? "");
    await phone.hear();
    await phone.until("ready");
    const tablet = await browser(server, owner);
    await tablet.keyring.createDevice(PASSPHRASE);
    const [further] = (await phone.keyring.overview()).waiting;
    await phone.keyring.letIn(further?.deviceId ?? "");
    expect(phone.keyring.state().name).toBe("ready");
    await clara.hear();
    expect(clara.keyring.state()).toMatchObject({ name: "alarm", kind: "authority", message: expect.stringContaining("in your name") as unknown });
    await clara.keyring.acknowledge();
    expect(clara.keyring.state().name).toBe("ready");
  });

  it("by keeping a removal from an author is found out as soon as the write is shown", async () => {
    const { server, clara } = await anOpenAccount();
    const { member, jonas } = await aColleague(server, clara);
    await clara.hear();
    await expect.poll(() => server.state().roles[server.roles.member]?.holders.includes(member.id), { timeout: 8000 }).toBe(true);
    await jonas.hear();
    await jonas.until("ready");
    const third = server.join("tom@example.test", server.roles.member);
    const tom = await browser(server, third, { link: (await clara.keyring.invite({ email: third.email, roleId: third.roleId })).link });
    await tom.keyring.createDevice(PASSPHRASE);
    await clara.hear();
    await expect.poll(() => server.state().roles[server.roles.member]?.holders.includes(third.id), { timeout: 8000 }).toBe(true);
    await jonas.hear();
    await clara.keyring.removeMember(third.id);
    // Jonas has not heard of it, and the server takes what an honest one would refuse.
    const id = newId();
    const audience = [server.roles.owner, server.roles.member];
    const sealed = await jonas.keyring.sealRecord({ kind: "document", id, payload: { v: 1, title: "Will" }, attrs: {}, audience });
    await server.leaf(sealed);
    await clara.hear();
    expect(await clara.keyring.openRecord("document", { id, version: 1, sealed, later: [], audience })).toEqual({ v: 1, title: "Will" });
    expect(clara.keyring.state()).toMatchObject({ name: "alarm", kind: "authority", message: expect.stringContaining("kept a removal") as unknown });
  });
});

function readId(link: string): string {
  return new URL(link).pathname.split("/").at(-1) ?? "";
}
