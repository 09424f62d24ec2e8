/** People share sealed records through a server that learns nothing. */
import { IDBFactory } from "fake-indexeddb";
import { afterEach, describe, expect, it, vi } from "vitest";

import { builtInRoleId } from "../crypto/ids.ts";
import { PAYLOADS } from "../payloads/kinds.generated.ts";
import { aColleague, aDocument, anOpenAccount, approve, browser, closeBrowsers, PASSPHRASE } from "./testing/people.ts";
import { aKeyServer, type Request } from "./testing/keyServer.ts";

afterEach(closeBrowsers);

describe("the first device of an account", () => {
  it("opens the key log, makes the first role keys and gives out a recovery key", async () => {
    let forgotten = 0;
    const { server, owner, clara, file } = await anOpenAccount({ forgetOpening: () => forgotten++ });
    expect(forgotten).toBe(1);
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

  it("is opened again by a server that answers: a lock leaves no role key behind in this browser", async () => {
    let reachable = true;
    const { server, clara } = await anOpenAccount({ lost: () => !reachable });
    const document = await aDocument(clara, server);
    await clara.keyring.lock();
    reachable = false;
    await clara.keyring.unlock(PASSPHRASE.passphrase).catch(() => undefined);
    expect(clara.keyring.state().name).toBe("locked");
    await expect(clara.keyring.openRecord("document", document)).rejects.toThrow();
    reachable = true;
    await clara.keyring.unlock(PASSPHRASE.passphrase);
    expect(await clara.keyring.openRecord("document", document)).toEqual({ v: 1, title: "Passport" });
  });

  it("never mistakes its own simultaneous questions for another history", async () => {
    const server = await aKeyServer();
    const owner = server.join("clara@example.test", server.roles.owner);
    const clara = await browser(server, owner, { openedHere: true, latencyMs: 10 });
    const made = clara.keyring.createDevice(PASSPHRASE);
    await clara.until("ready");
    const asked = Array.from({ length: 6 }, () => clara.keyring.overview());
    await clara.hear();
    await Promise.all([made, ...asked]);
    await expect.poll(() => Object.keys(server.state().roles).length).toBe(3);
    await Promise.all([clara.keyring.overview(), clara.keyring.invite({ email: "jonas@example.test", roleId: server.roles.member }), clara.keyring.overview()]);
    expect(clara.keyring.state().name).toBe("ready");
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

describe("contents that do not have the form of their kind", () => {
  it("are not sealed here; from elsewhere they are opened, and come no further; the record can still be deleted and its attributes signed", async () => {
    const { server, clara } = await anOpenAccount();
    const audience = await clara.keyring.defaultAudience("document");
    const id = crypto.randomUUID();
    const unfit = { kind: "contact" as const, id, payload: { v: 1, kind: "individual" }, attrs: { state: "active" }, audience };
    await expect(clara.keyring.sealRecord(unfit)).rejects.toMatchObject({ name: "Unfit", kind: "name" });
    // Another program may check nothing.
    const lax = vi.spyOn(PAYLOADS.contact, "fault").mockReturnValue(null);
    const sealed = await clara.keyring.sealRecord(unfit);
    lax.mockRestore();
    await server.leaf({ statementB64u: sealed.statementB64u, signatureB64u: sealed.signatureB64u });
    const item = { id, version: 1, sealed, later: [], audience };
    expect(await clara.keyring.showRecord("contact", item)).toMatchObject({ item: { id, attributes: { state: "active" } }, contents: { closed: { name: "Unfit", kind: "name" } } });
    await expect(clara.keyring.openRecord("contact", item)).rejects.toMatchObject({ name: "Unfit", kind: "name" });
    await expect(clara.keyring.signDelete("contact", item)).resolves.toHaveProperty("signatureB64u");
    await expect(clara.keyring.signAttrs("contact", item, { state: "archived" })).resolves.toHaveProperty("signatureB64u");
  });
});

describe("somebody who holds no keys", () => {
  it("opens nothing, and has nothing to lock", async () => {
    const { server, owner, clara } = await anOpenAccount();
    const document = await aDocument(clara, server);
    const looking = await browser(server, owner, { holdsKeys: false });
    expect(looking.keyring.state()).toEqual({ name: "keyless" });
    await expect(looking.keyring.openRecord("document", document)).rejects.toThrow("Device key not registered");
    await looking.keyring.lock();
    expect(looking.keyring.state()).toEqual({ name: "keyless" });
  });

  it("is nobody with a device here by the server's word alone: what this browser knows is asked of every answer", async () => {
    const storage = new IDBFactory();
    const { server, owner, clara } = await anOpenAccount({ storage });
    clara.keyring.end();
    const again = await browser(server, owner, { storage, holdsKeys: false });
    expect((await again.until("ready")).name).toBe("ready");
    again.keyring.end();
    const noHead = ({ path, method }: Request, answer: unknown) => {
      if (path.endsWith("keys/head") && method === undefined) throw Object.assign(new Error("none"), { failure: { status: 404, code: "x" } });
      return answer;
    };
    const denied = await browser(server, owner, { storage, holdsKeys: false, lie: noHead });
    expect(denied.keyring.state().name).toBe("alarm");
  });

  it("is whoever the log gives no role any more, with a device too", async () => {
    const storage = new IDBFactory();
    const { server, clara } = await anOpenAccount();
    const { member, jonas } = await aColleague(server, clara, { storage });
    await clara.hear();
    await jonas.hear();
    await jonas.until("ready");
    await clara.keyring.setRole(member.id, await builtInRoleId(server.account, "auditor"));
    jonas.keyring.end();
    const again = await browser(server, member, { storage, holdsKeys: false });
    expect(again.keyring.state()).toEqual({ name: "keyless" });
    const waits = await browser(server, member, { storage });
    expect(waits.keyring.state().name).not.toBe("keyless");
  });

  it("drops no link in silence: it leads into its account, or raises an alarm in another one", async () => {
    const { server, clara } = await anOpenAccount();
    const { link = "" } = await clara.keyring.invite({ email: "jonas@example.test", roleId: server.roles.member });
    const jonas = await browser(server, server.join("jonas@example.test", server.roles.member), { link, holdsKeys: false });
    expect(jonas.keyring.state().name).toBe("new");
    const other = await anOpenAccount();
    const guest = await browser(other.server, other.server.join("jonas@example.test", other.server.roles.member), { link, holdsKeys: false });
    expect(guest.keyring.state()).toMatchObject({ name: "alarm" });
  });
});

describe("a colleague", () => {
  it("who comes by the secure link is let in by itself and reads what was sealed before", async () => {
    const { server, clara } = await anOpenAccount();
    const item = await aDocument(clara, server);
    const { member, jonas } = await aColleague(server, clara);
    await jonas.until("waiting");
    expect(jonas.keyring.state()).toMatchObject({ name: "waiting" });
    await clara.hear();
    await expect.poll(() => server.state().users[member.id]?.method).toBe("pairing");
    await expect.poll(() => server.state().roles[server.roles.member]?.holders.includes(member.id)).toBe(true);
    await jonas.hear();
    await jonas.until("ready");
    await expect.poll(() => server.hasShare(member.id)).toBe(true);
    expect(await jonas.keyring.openRecord("document", item)).toEqual({ v: 1, title: "Passport" });
    const theirs = await aDocument(jonas, server);
    await clara.hear();
    expect(await clara.keyring.openRecord("document", theirs)).toEqual({ v: 1, title: "Passport" });
    expect(theirs.sealed.wraps.map((wrap) => ("mode" in wrap ? wrap.mode : null)).sort()).toEqual(["seal", "seal", "wrap"]);
  });

  it("who came without the link waits until the code was compared", async () => {
    const { server, clara } = await anOpenAccount();
    const member = server.join("mara@example.test", server.roles.member);
    const mara = await browser(server, member);
    await mara.keyring.createDevice(PASSPHRASE);
    expect(await mara.until("unconfirmed")).toMatchObject({ ask: "colleague", wrong: 0, answer: null });
    await clara.hear();
    const { waiting } = await clara.keyring.overview({ anew: true });
    expect(waiting).toMatchObject([{ userId: member.id, proven: false, confirmedName: true }]);
    expect(server.state().users[member.id]?.method ?? null).toBeNull();
    const deviceId = waiting[0]?.deviceId ?? "";
    expect(await approve(clara, { answer: "000 000" }, deviceId)).toBe(1);
    expect(server.state().users[member.id]?.method ?? null).toBeNull();
    const heard = (await clara.keyring.codeToRead(deviceId))?.code ?? "";
    expect(heard).toMatch(/^(\d{5} ){3}\d{5}$/);
    expect(await mara.keyring.enterCode(`${heard.slice(0, -1)}${heard.endsWith("0") ? "1" : "0"}`)).toBe("differs");
    expect(await mara.keyring.enterCode(heard)).toBe("fits");
    const { answer } = mara.keyring.state() as { answer: string };
    expect(await approve(clara, { answer }, deviceId)).toBe(0);
    expect(server.state().users[member.id]).toMatchObject({ method: "code" });
    await mara.hear();
    await mara.until("ready");
  });

  it("is given each key once, however often this browser hears that it is missing", async () => {
    const { server, clara } = await anOpenAccount({ latencyMs: 2 });
    const { member, jonas } = await aColleague(server, clara);
    await clara.hear();
    await jonas.hear();
    await jonas.until("ready");
    const before = server.refusals.length;
    expect(server.loseWraps(member.id)).toBeGreaterThan(0);
    await Promise.all([clara.hear(), clara.hear(), clara.hear()]);
    expect(server.loseWraps(member.id)).toBeGreaterThan(0);
    expect(server.refusals.slice(before)).toEqual([]);
  });

  it("whose code differs is refused", async () => {
    const { server, clara } = await anOpenAccount();
    const mara = await browser(server, server.join("mara@example.test", server.roles.member));
    await mara.keyring.createDevice(PASSPHRASE);
    const { waiting } = await clara.keyring.overview({ anew: true });
    await clara.keyring.refuse(waiting[0]?.deviceId ?? "");
    expect(server.state().devices[waiting[0]?.deviceId ?? ""]?.state).toBe("revoked");
    await mara.hear();
    await mara.until("new");
  });

  it("does not join another account than the one that the link names", async () => {
    const { server, clara } = await anOpenAccount();
    const { link = "" } = await clara.keyring.invite({ email: "jonas@example.test", roleId: server.roles.member });
    const other = await anOpenAccount();
    const swapped = { ...other.server, account: server.account };
    const jonas = await browser(swapped, other.server.join("jonas@example.test", server.roles.member), { link });
    expect(jonas.keyring.state()).toMatchObject({ name: "alarm", kind: "invitation" });
    await clara.keyring.cancelInvitation(readId(link));
    const late = await browser(server, server.join("jonas@example.test", server.roles.member), { link });
    expect(late.keyring.state()).toMatchObject({ name: "alarm", kind: "invitation" });
  });
});

describe("a further role", () => {
  it("is read after it was given, and not what is written after it was taken", async () => {
    const { server, clara } = await anOpenAccount();
    const { member, jonas } = await aColleague(server, clara);
    await clara.hear();
    await jonas.hear();
    await jonas.until("ready");
    const board = await aDocument(clara, server, [server.roles.admin]);
    await expect(jonas.keyring.openRecord("document", board)).rejects.toMatchObject({ name: "Sealed" });
    await clara.keyring.giveRole(member.id, server.roles.admin);
    expect(server.member(member.id)).toMatchObject({ roleId: server.roles.member, readsRoleIds: [server.roles.member, server.roles.admin] });
    await jonas.hear();
    expect(await jonas.keyring.openRecord("document", board)).toEqual({ v: 1, title: "Passport" });
    await expect(clara.keyring.takeRole(member.id, server.roles.member)).rejects.toThrow("comes with the role");
    await clara.keyring.takeRole(member.id, server.roles.admin);
    expect(server.member(member.id)?.readsRoleIds).toEqual([server.roles.member]);
    expect(server.state().roles[server.roles.admin]).toMatchObject({ rollDue: false, keys: { length: 2 } });
    const later = await aDocument(clara, server, [server.roles.admin]);
    await jonas.hear();
    await expect(jonas.keyring.openRecord("document", later)).rejects.toMatchObject({ name: "Sealed" });
  });
});

describe("another role", () => {
  it("comes with its keys and what it may do with them, and goes with them", async () => {
    const { server, clara } = await anOpenAccount();
    const { member, jonas } = await aColleague(server, clara);
    await clara.hear();
    await jonas.hear();
    await jonas.until("ready");
    await clara.keyring.setRole(member.id, server.roles.admin);
    expect(server.member(member.id)).toMatchObject({ roleId: server.roles.admin, readsRoleIds: [server.roles.admin, server.roles.member] });
    expect(server.state().users[member.id]?.capabilities).toBe(3);
    const board = await aDocument(clara, server, [server.roles.admin]);
    await jonas.hear();
    expect(await jonas.keyring.openRecord("document", board)).toEqual({ v: 1, title: "Passport" });
    await expect(jonas.keyring.setRole(server.members[0]?.id ?? "", server.roles.member)).rejects.toThrow();

    await clara.keyring.setRole(member.id, server.roles.member);
    expect(server.member(member.id)).toMatchObject({ roleId: server.roles.member, readsRoleIds: [server.roles.member] });
    expect(server.state().users[member.id]?.capabilities).toBe(0);
    expect(server.state().roles[server.roles.admin]).toMatchObject({ rollDue: false, keys: { length: 2 } });
  });
});

describe("a further device", () => {
  it("of the same person is added by the old one and gets every key", async () => {
    const { server, owner, clara } = await anOpenAccount();
    const item = await aDocument(clara, server);
    const phone = await browser(server, owner);
    expect(phone.keyring.state().name).toBe("elsewhere");
    await phone.keyring.createDevice(PASSPHRASE);
    await phone.until("unconfirmed");
    const { waiting } = await clara.keyring.overview({ anew: true });
    expect(waiting).toMatchObject([{ userId: owner.id, own: true, proven: false }]);
    const deviceId = waiting[0]?.deviceId ?? "";
    expect(await phone.keyring.enterCode((await clara.keyring.codeToRead(deviceId))?.qr ?? "")).toBe("fits");
    const { answer } = phone.keyring.state() as { answer: string };
    expect(await approve(clara, { answer }, deviceId)).toBe(0);
    await phone.hear();
    await phone.until("ready");
    expect(await phone.keyring.openRecord("document", item)).toEqual({ v: 1, title: "Passport" });
    await phone.keyring.personalRole();
    await clara.hear();
    expect((await clara.keyring.overview({ anew: true })).roles.every(({ held }) => held)).toBe(true);
  });

  it("that comes by the link of the old one proves itself", async () => {
    const { server, owner, clara } = await anOpenAccount();
    const link = await clara.keyring.pairDevice();
    const phone = await browser(server, owner, { link });
    await phone.keyring.createDevice(PASSPHRASE);
    const { waiting } = await clara.keyring.overview({ anew: true });
    expect(waiting).toMatchObject([{ userId: owner.id, proven: true }]);
  });

  it("that comes with the recovery key takes over, and the old one ends", async () => {
    const { server, owner, clara, file } = await anOpenAccount();
    const item = await aDocument(clara, server);
    clara.keyring.end();
    const fresh = await browser(server, owner);
    await expect(fresh.keyring.checkRecoveryKey("x")).rejects.toThrow("Invalid recovery key format.");
    const { deviceId } = await fresh.keyring.openRecoveryKey(file.text);
    const next = await fresh.keyring.recover(deviceId, PASSPHRASE);
    expect(next.key).not.toBe(file.key);
    await fresh.until("ready");
    expect(Object.values(server.state().devices).map(({ state }) => state).sort()).toEqual(["active", "revoked"]);
    expect(Object.values(server.state().roles).every(({ rollDue }) => !rollDue)).toBe(true);
    expect(await fresh.keyring.openRecord("document", item)).toEqual({ v: 1, title: "Passport" });
    await expect(fresh.keyring.openRecoveryKey(file.text)).rejects.toThrow("Invalid recovery key.");
  });
});

function readId(link: string): string {
  return new URL(link).pathname.split("/").at(-1) ?? "";
}
