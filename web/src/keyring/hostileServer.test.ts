/** A server that lies is found out, by the right alarm, and nothing it says makes a client forget. */
import { IDBFactory } from "fake-indexeddb";
import { afterEach, describe, expect, it } from "vitest";

import type { AlarmWord } from "../crypto/errors.ts";
import { signStatement, ZERO_HASH } from "../crypto/statements.ts";
import { aDevice, newId } from "../crypto/testing/account.ts";
import type { SealedItem } from "./contract.ts";
import type { Request } from "./testing/keyServer.ts";
import { aColleague, aDocument, anOpenAccount, anOwingAccount, browser, closeBrowsers, compare, meant, PASSPHRASE } from "./testing/people.ts";

afterEach(closeBrowsers);

describe("a record", () => {
  it("is refused when the server changes anything about it", async () => {
    const { server, clara } = await anOpenAccount();
    const item = await aDocument(clara, server);
    const other = await aDocument(clara, server);
    const refuse = async (word: AlarmWord, changed: SealedItem, kind: "document" | "contact" = "document") => {
      await expect(clara.keyring.openRecord(kind, changed)).rejects.toMatchObject({ name: "ContentAlarm", kind: word });
      await expect(clara.keyring.showRecord(kind, changed)).rejects.toMatchObject({ name: "ContentAlarm", kind: word });
      await expect(clara.keyring.verify(kind, [item, changed])).rejects.toMatchObject({ name: "ContentAlarm", kind: word });
    };
    const { sealed } = item;
    await refuse("altered", { ...item, sealed: { ...sealed, attrs: { ...sealed.attrs, expiresOn: "MjAzMS0wMi0yOA" } } });
    await refuse("altered", { ...item, sealed: { ...sealed, attrs: {} } });
    await refuse("altered", { ...item, sealed: { ...sealed, attrsSaltB64u: "not base64url" } });
    await refuse("altered", { ...item, sealed: { ...sealed, dataB64u: other.sealed.dataB64u } });
    await refuse("altered", { ...item, sealed: { ...sealed, ivB64u: "*" } });
    await refuse("altered", { ...item, sealed: { ...sealed, wraps: other.sealed.wraps } });
    await refuse("altered", { ...item, sealed: { ...sealed, wraps: sealed.wraps.slice(1) } });
    await refuse("altered", { ...item, sealed: { ...sealed, wraps: [...sealed.wraps, ...sealed.wraps] } });
    await refuse("altered", { ...item, sealed: { ...sealed, wraps: sealed.wraps.map((wrap) => ({ ...wrap, dataB64u: "*" })) } });
    await refuse("foreign", { ...item, sealed: other.sealed });
    await refuse("foreign", { ...other, id: item.id });
    await refuse("altered", { ...item, sealed: { ...sealed, signatureB64u: other.sealed.signatureB64u } });
    await refuse("altered", { ...item, sealed: { ...sealed, statementB64u: "AAAA" } });
    await refuse("foreign", item, "contact");
    expect(await clara.keyring.openRecord("document", item)).toEqual({ v: 1, title: "Passport" });
  });

  it("is written on top of itself alone, whatever it was served as", async () => {
    const { server, clara } = await anOpenAccount();
    const [item, other] = [await aDocument(clara, server), await aDocument(clara, server)];
    await clara.hear();
    const seal = (previous: SealedItem) => clara.keyring.sealRecord({ kind: "document", id: item.id, payload: { v: 1, title: "Mine" }, attrs: {}, previous });
    const foreign = { name: "ContentAlarm", kind: "foreign" };
    await expect(seal(other)).rejects.toMatchObject(foreign);
    await expect(seal({ ...other, id: item.id })).rejects.toMatchObject(foreign);
    await expect(seal({ ...item, id: other.id })).rejects.toMatchObject(foreign);
  });

  it("is never shown older than the log or this device has seen it", async () => {
    const { server, clara } = await anOpenAccount();
    const item = await aDocument(clara, server);
    const sealed = await clara.keyring.sealRecord({ kind: "document", id: item.id, payload: { v: 1, title: "New passport" }, attrs: {}, previous: item });
    await server.leaf(sealed);
    const newer = { ...item, sealed, later: [] };
    await clara.hear();
    await expect(clara.keyring.openRecord("document", item)).rejects.toMatchObject({ name: "ContentAlarm", kind: "rolled back" });
    await expect(clara.keyring.showRecord("document", item)).rejects.toMatchObject({ name: "ContentAlarm", kind: "rolled back" });
    expect(await clara.keyring.openRecord("document", newer)).toEqual({ v: 1, title: "New passport" });
  });

  it("keeps later statements in their chain: attributes, sharing, deletion", async () => {
    const { server, jonas, rolled } = await anOwingAccount();
    const item = await aDocument(jonas, server, [server.roles.admin, server.roles.member]);
    const attrs = await jonas.keyring.signAttrs("document", item, { state: "archived" });
    const changed = {
      ...item, later: [attrs],
      sealed: { ...item.sealed, attrs: (attrs as unknown as { attrs: Record<string, string> }).attrs, attrsSaltB64u: attrs.attrsSaltB64u },
    };
    expect(await jonas.keyring.openRecord("document", changed)).toEqual({ v: 1, title: "Passport" });
    await server.leaf(attrs);
    await rolled();
    const share = await jonas.keyring.payOwed("document", changed, [server.roles.admin]);
    if (!share) throw new Error("Nothing was owed.");
    const shared = { ...changed, later: [attrs, share] };
    expect(await jonas.keyring.openRecord("document", shared)).toEqual({ v: 1, title: "Passport" });
    await expect(jonas.keyring.openRecord("document", { ...shared, later: [share] })).rejects.toThrow();
    await expect(jonas.keyring.openRecord("document", { ...shared, later: [share, attrs] })).rejects.toThrow();
    const deleted = { ...shared, later: [...shared.later, await jonas.keyring.signDelete("document", shared)] };
    expect(await jonas.keyring.openRecord("document", deleted)).toEqual({ v: 1, title: "Passport" });
  });

  it("for others shows as sealed", async () => {
    const { server, clara } = await anOpenAccount();
    const { member, jonas } = await aColleague(server, clara);
    await clara.hear();
    await expect.poll(() => server.state().roles[server.roles.member]?.holders.includes(member.id)).toBe(true);
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

  it("by showing two histories is found out at the first write that crosses", async () => {
    const { server, owner, clara } = await anOpenAccount();
    let forkedAt = Infinity;
    const forked = () => server.leaves.map((leaf, i) => (i === forkedAt ? { ...leaf, hashB64u: ZERO_HASH } : leaf));
    const lie = ({ path, query = {} }: Request, answer: unknown) => {
      if (path.endsWith("keys/head") && server.leaves.length > 0) return server.headOver(forked(), query["from"] === undefined ? null : Number(query["from"]));
      return path.endsWith("keys/leaves") ? { data: forked().slice(Number(query["from"]), Number(query["to"])) } : answer;
    };
    const phone = await browser(server, owner, { lie });
    await phone.keyring.createDevice(PASSPHRASE);
    await compare(clara, phone);
    await phone.hear();
    await phone.until("ready");

    // From here on the phone is shown another leaf than everybody else.
    forkedAt = server.leaves.length;
    await aDocument(clara, server);
    await phone.hear();
    const crossing = await aDocument(phone, server);
    await clara.hear();
    await expect(clara.keyring.openRecord("document", crossing)).rejects.toThrow("The key record was changed.");
    expect(clara.keyring.state()).toMatchObject({ name: "alarm", kind: "fork" });
    await expect(aDocument(clara, server)).rejects.toThrow("The key record was changed.");
  });

  it("by letting an entry without authority in is shown, and writing stops until somebody has read it", async () => {
    const { server, clara } = await anOpenAccount();
    const eve = await aDevice({ account: server.account }, newId());
    const { nextSeq: seq, head: prevHash } = server.state();
    const header = {
      account: server.account, seq, prevHash, authorUser: eve.key.user, authorDevice: eve.key.device, createdAt: 1, viewSize: 0, viewRoot: ZERO_HASH,
    };
    const fields = { role: server.roles.owner, nameCommitment: ZERO_HASH, capabilities: 7 };
    await server.force(await signStatement(eve.key.signing, "role.set", header, fields));
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
    await compare(clara, phone);
    await phone.hear();
    await phone.until("ready");
    const tablet = await browser(server, owner);
    await tablet.keyring.createDevice(PASSPHRASE);
    await compare(phone, tablet);
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
    await expect.poll(() => server.state().roles[server.roles.member]?.holders.includes(member.id)).toBe(true);
    await jonas.hear();
    await jonas.until("ready");
    const third = server.join("tom@example.test", server.roles.member);
    const tom = await browser(server, third, { link: (await clara.keyring.invite({ email: third.email, roleId: third.roleId })).link });
    await tom.keyring.createDevice(PASSPHRASE);
    await clara.hear();
    await expect.poll(() => server.state().roles[server.roles.member]?.holders.includes(third.id)).toBe(true);
    await jonas.hear();
    await clara.keyring.removeMember(third.id);
    // Jonas has not heard of it, and the server takes what an honest one would refuse.
    const id = newId();
    const audience = meant([server.roles.owner, server.roles.member]);
    const sealed = await jonas.keyring.sealRecord({ kind: "document", id, payload: { v: 1, title: "Will" }, attrs: {}, audience });
    await server.leaf(sealed);
    await clara.hear();
    expect(await clara.keyring.openRecord("document", { id, version: 1, sealed, later: [] })).toEqual({ v: 1, title: "Will" });
    expect(clara.keyring.state()).toMatchObject({ name: "alarm", kind: "authority", message: expect.stringContaining("kept a removal") as unknown });
  });
});
