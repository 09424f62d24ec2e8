/** Somebody is removed, leaves, or hands the account over: what is signed, and which keys are renewed. */
import { IDBFactory } from "fake-indexeddb";
import { afterEach, describe, expect, it } from "vitest";

import type { Request } from "./testing/keyServer.ts";
import { aColleague, aDocument, anOpenAccount, browser, closeBrowsers, PASSPHRASE } from "./testing/people.ts";

afterEach(closeBrowsers);

/** Clara owns the account, and Jonas reads in it. */
async function twoWhoRead(options: Parameters<typeof aColleague>[2] = {}, hers: Parameters<typeof anOpenAccount>[0] = {}) {
  const { server, owner, clara } = await anOpenAccount(hers);
  const { member, jonas } = await aColleague(server, clara, options);
  await clara.hear();
  await expect.poll(() => server.state().roles[server.roles.member]?.holders.includes(member.id)).toBe(true);
  await jonas.hear();
  await jonas.until("ready");
  const ownersInLog = () => Object.entries(server.state().users).filter(([, { capabilities }]) => capabilities === 7).map(([id]) => id);
  const owners = () => server.members.filter(({ roleId }) => roleId === server.roles.owner).map(({ id }) => id);
  return { server, owner, clara, member, jonas, owners, ownersInLog };
}

describe("somebody who is removed", () => {
  it("reads nothing new, and the role gets a new key", async () => {
    const { server, clara, member, jonas } = await twoWhoRead();
    const before = await aDocument(clara, server);
    expect(await clara.keyring.removeMember(member.id)).toEqual([]);
    expect(server.member(member.id)).toBeUndefined();
    expect(Object.values(server.state().devices).filter(({ user }) => user === member.id).map(({ state }) => state)).toEqual(["revoked"]);
    expect(server.state().roles[server.roles.member]).toMatchObject({ rollDue: false, keys: { length: 2 } });
    const after = await aDocument(clara, server);
    expect(await jonas.keyring.openRecord("document", before)).toEqual({ v: 1, title: "Passport" });
    await expect(jonas.keyring.openRecord("document", after)).rejects.toThrow();
    expect(await clara.keyring.openRecord("document", before)).toEqual({ v: 1, title: "Passport" });
    expect(await clara.keyring.openRecord("document", after)).toEqual({ v: 1, title: "Passport" });
  });

  it("takes the invitations along that they sent, and those of others stay", async () => {
    const { server, clara, member, jonas } = await twoWhoRead();
    await clara.keyring.setRole(member.id, server.roles.admin);
    await jonas.hear();
    const theirs = await jonas.keyring.invite({ email: "mara@example.test", roleId: server.roles.member });
    await clara.hear();
    const mine = await clara.keyring.invite({ email: "amara@example.test", roleId: server.roles.member });
    await clara.keyring.removeMember(member.id);
    const stateOf = (id: string) => server.invitations.find(({ inviteId }) => inviteId === id)?.state;
    expect([stateOf(theirs.id), stateOf(mine.id)]).toEqual(["cancelled", "pending"]);
    expect(server.state().invites[theirs.id]?.state).toBe("cancelled");
    expect(server.state().invites[mine.id]?.state).toBe("created");
  });

  it("invites to a role without a key by mail alone: nothing is signed, and there is no secret", async () => {
    const { server, clara } = await twoWhoRead();
    const before = server.state().nextSeq;
    const analyst = crypto.randomUUID();
    const sent = await clara.keyring.invite({ email: "joel@example.test", roleId: analyst });
    expect(sent).toEqual({ id: server.invitations.at(-1)?.inviteId });
    expect(server.invitations.at(-1)).toMatchObject({ email: "joel@example.test", roleId: analyst, state: "pending" });
    expect(server.invitations.at(-1)).not.toHaveProperty("pairing");
    expect(server.state().nextSeq).toBe(before);
  });

  it("takes those along that they have signed, whatever the server says about them", async () => {
    const withheld = (request: Request, answer: unknown) => {
      if (!lies) return answer;
      if (request.path === "/api/roles") return { data: (answer as { data: object[] }).data.map((role) => ({ ...role, word: { permissions: {} } })) };
      if (request.path !== "/api/invitations") return answer;
      return { data: [] };
    };
    let lies = false;
    for (const permitted of [true, false]) {
      const { server, clara, member, jonas } = await twoWhoRead({}, { lie: (request, answer) => (permitted && request.path === "/api/roles" ? answer : withheld(request, answer)) });
      await clara.keyring.setRole(member.id, server.roles.admin);
      await jonas.hear();
      const theirs = await jonas.keyring.invite({ email: "mara@example.test", roleId: server.roles.member });
      await clara.hear();
      const mine = await clara.keyring.invite({ email: "amara@example.test", roleId: server.roles.member });
      lies = true;
      await clara.keyring.removeMember(member.id);
      lies = false;
      expect([server.state().invites[theirs.id]?.state, server.state().invites[mine.id]?.state]).toEqual(["cancelled", "created"]);
    }
  });

  it("stays removed when the new keys cannot be made, and they can be made later", async () => {
    const { server, clara, member } = await twoWhoRead();
    const refuse = server.refuse("POST /roles/roll-wrap");
    expect(await clara.keyring.removeMember(member.id)).toEqual([server.roles.member]);
    expect(server.member(member.id)).toBeUndefined();
    expect(server.state().roles[server.roles.member]?.rollDue).toBe(true);
    refuse.end();
    expect(await clara.keyring.rollDue()).toEqual([]);
    expect(server.state().roles[server.roles.member]).toMatchObject({ rollDue: false, keys: { length: 2 } });
  });

  it("needs no statement when no browser of theirs was ever let in", async () => {
    const { server, clara } = await anOpenAccount();
    const guest = server.join("mara@example.test", server.roles.member);
    const before = server.state().nextSeq;
    expect(await clara.keyring.removeMember(guest.id)).toEqual([]);
    expect(server.member(guest.id)).toBeUndefined();
    expect(server.state().nextSeq).toBe(before);
  });

  it("loses their invitations by what they have signed, and nobody else's by what the server says", async () => {
    const blamed = (request: Request, answer: unknown) => {
      if (request.path !== "/api/invitations") return answer;
      const { data } = answer as { data: { word: object }[] };
      return { data: data.map((one) => ({ ...one, word: { ...one.word, invitedBy: blame.id } })) };
    };
    const blame = { id: "" };
    const { server, clara, member } = await twoWhoRead({}, { lie: blamed });
    blame.id = member.id;
    const { id } = await clara.keyring.invite({ email: "mara@example.test", roleId: server.roles.member });
    await clara.keyring.removeMember(member.id);
    expect(server.state().invites[id]?.state).toBe("created");
  });

  it("is not an owner when a mere administrator asks, and no invitation is cancelled for it", async () => {
    const { server, owner, clara, member, jonas } = await twoWhoRead();
    await clara.keyring.setRole(member.id, server.roles.admin);
    const { id } = await clara.keyring.invite({ email: "mara@example.test", roleId: server.roles.member });
    await jonas.hear();
    await expect(jonas.keyring.removeMember(owner.id)).rejects.toThrow("may not remove");
    expect(server.member(owner.id)).toBeDefined();
    expect(server.invitations.find(({ inviteId }) => inviteId === id)?.state).toBe("pending");
  });
});

describe("somebody who leaves", () => {
  it("signs it, is asked nothing afterwards, and their browser forgets its key", async () => {
    const storage = new IDBFactory();
    const { server, clara, member, jonas } = await twoWhoRead({ storage });
    const refused = server.refusals.length;
    await jonas.keyring.leave();
    expect(server.member(member.id)).toBeUndefined();
    expect(server.state().users[member.id]?.capabilities ?? 0).toBe(0);
    expect(server.state().roles[server.roles.member]).toMatchObject({ rollDue: true });
    expect(server.refusals.slice(refused)).toEqual([]);
    // Somebody who stays renews the key before anything is written for the role.
    await clara.hear();
    const after = await aDocument(clara, server);
    expect(server.state().roles[server.roles.member]).toMatchObject({ rollDue: false, keys: { length: 2 } });
    await expect(jonas.keyring.openRecord("document", after)).rejects.toThrow();
    globalThis.indexedDB = storage;
    const { openKeyStore } = await import("./store.ts");
    const store = await openKeyStore({ userId: member.id, accountId: server.account });
    expect(await store.readDevice()).toBeNull();
    expect(await store.readLog()).toEqual({ entries: [], leaves: [] });
  });

  it("does not when nobody else owns the account", async () => {
    const { server, owner, clara } = await twoWhoRead();
    await expect(clara.keyring.leave()).rejects.toThrow();
    expect(server.member(owner.id)).toBeDefined();
    expect(clara.keyring.state().name).toBe("ready");
  });
});

describe("an account that is handed over", () => {
  it("has one owner before and after, in the account and in the key record", async () => {
    const { server, owner, clara, member, jonas, owners, ownersInLog } = await twoWhoRead();
    const papers = await aDocument(clara, server, [server.roles.owner]);
    await clara.keyring.handOver(member.id, server.roles.admin);
    expect(owners()).toEqual([member.id]);
    expect(ownersInLog()).toEqual([member.id]);
    expect(server.state().users[owner.id]?.capabilities).toBe(3);
    expect(server.state().roles[server.roles.owner]?.holders).toEqual([member.id]);
    await jonas.hear();
    expect(await jonas.keyring.openRecord("document", papers)).toEqual({ v: 1, title: "Passport" });
    // Only the new owner can renew the key that was given up, and does so before the next write.
    const later = await aDocument(jonas, server, [server.roles.owner]);
    expect(server.state().roles[server.roles.owner]).toMatchObject({ rollDue: false, keys: { length: 2 } });
    await clara.hear();
    await expect(clara.keyring.openRecord("document", later)).rejects.toMatchObject({ name: "Sealed" });
    const shared = await aDocument(clara, server, [server.roles.admin]);
    expect(await clara.keyring.openRecord("document", shared)).toEqual({ v: 1, title: "Passport" });
  });

  it("has two owners when the second step fails, and one when it is done again", async () => {
    const { server, owner, clara, member, owners, ownersInLog } = await twoWhoRead();
    const refuse = server.refuse("PUT /users/role", ({ body }) => (body as { userId: string }).userId === owner.id);
    await expect(clara.keyring.handOver(member.id, server.roles.member)).rejects.toThrow();
    expect(owners()).toEqual([owner.id, member.id]);
    refuse.end();
    await clara.keyring.handOver(member.id, server.roles.member);
    expect(owners()).toEqual([member.id]);
    expect(ownersInLog()).toEqual([member.id]);
  });

  it("goes to nobody who cannot read yet, and not to oneself", async () => {
    const { server, owner, clara, owners } = await twoWhoRead();
    const guest = server.join("mara@example.test", server.roles.member);
    await expect(clara.keyring.handOver(guest.id, server.roles.admin)).rejects.toThrow("Only somebody who can read");
    await expect(clara.keyring.handOver(owner.id, server.roles.admin)).rejects.toThrow("somebody else");
    expect(owners()).toEqual([owner.id]);
  });
});

describe("a browser that is not a device any more", () => {
  it("knows who ended it, where and when, over a reload too", async () => {
    const storage = new IDBFactory();
    const { server, owner, clara, file } = await anOpenAccount({ storage });
    const fresh = await browser(server, owner);
    const opened = await fresh.keyring.openRecoveryKey(file.text);
    expect(opened.name).not.toBe("");
    expect(Date.parse(opened.lastSeenAt)).toBeGreaterThan(Date.now() - 60_000);
    expect(Object.values(server.state().devices).map(({ state }) => state)).toEqual(["active"]);
    await fresh.keyring.recover(opened.deviceId, PASSPHRASE, "Firefox on the desk");
    await clara.hear();
    const ended = { how: "recovered", mine: true, by: "clara", device: "Firefox on the desk" };
    expect(await clara.until("elsewhere")).toMatchObject({ ended, devices: [{ name: "Firefox on the desk" }] });
    clara.keyring.end();
    const again = await browser(server, owner, { storage });
    expect(again.keyring.state()).toMatchObject({ name: "elsewhere", ended });
    await again.keyring.createDevice(PASSPHRASE, "Old laptop");
    await again.until("unconfirmed");
  });

  it("is told when somebody else refused it", async () => {
    const { server, clara } = await anOpenAccount();
    const mara = await browser(server, server.join("mara@example.test", server.roles.member));
    await mara.keyring.createDevice(PASSPHRASE);
    const { waiting } = await clara.keyring.overview({ anew: true });
    await clara.keyring.refuse(waiting[0]?.deviceId ?? "");
    await mara.hear();
    expect(await mara.until("new")).toMatchObject({ ended: { how: "refused", mine: false, by: "clara" } });
  });

  it("can take another way while it still waits", async () => {
    const { server, owner, clara } = await anOpenAccount();
    // One that was let in is not given up like that.
    await clara.keyring.withdraw();
    expect(clara.keyring.state().name).toBe("ready");
    clara.keyring.end();
    const asked: Request[] = [];
    const phone = await browser(server, owner, { lie: (request, told) => { asked.push(request); return told; } });
    await phone.keyring.createDevice(PASSPHRASE, "Phone");
    await phone.until("unconfirmed");
    await phone.keyring.withdraw();
    expect(await phone.until("elsewhere")).toMatchObject({ ended: null });
    // The other devices of its person do not ask about it any more.
    await expect.poll(() => asked.filter(({ method, path }) => method === "DELETE" && path === "/api/auth/device/pending")).toHaveLength(1);
  });

  it("is a matter of the key record where that names it, and of no call", async () => {
    const { server } = await anOpenAccount();
    const asked: Request[] = [];
    // Of what leaves the browser, whatever the server says to it, nothing is lost.
    const lost = (request: Request) => asked.push(request) < 0;
    const mara = await browser(server, server.join("mara@example.test", server.roles.member), { lost });
    await mara.keyring.createDevice(PASSPHRASE);
    await mara.until("unconfirmed");
    await mara.keyring.withdraw();
    await mara.until("new");
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter(({ method }) => method === "DELETE")).toEqual([]);
  });
});
