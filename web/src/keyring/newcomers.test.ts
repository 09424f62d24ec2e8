/** Who is let in, and to what, follows from what was signed; and who has confirmed nothing is shown nothing. */
import { afterEach, describe, expect, it } from "vitest";

import { cardPrint, safetyCode } from "../crypto/safetyCode.ts";
import { encodeCard } from "../crypto/statements.ts";
import type { KeyServer, Request } from "./testing/keyServer.ts";
import { aColleague, aDocument, anOpenAccount, approve, browser, closeBrowsers, PASSPHRASE } from "./testing/people.ts";

afterEach(closeBrowsers);

const rolesOf = (server: KeyServer, user: string) =>
  Object.entries(server.state().roles).filter(([, { holders }]) => holders.includes(user)).map(([id]) => id);

describe("a newcomer whom the secure link proves", () => {
  it("gets the role of the signed invitation, whatever the server says that they are to have", async () => {
    let lies = false;
    const greedy = (request: Request, answer: unknown) => {
      if (!lies || request.path !== "/users") return answer;
      const { owner } = account.server.roles;
      const { data } = answer as { data: object[] };
      return { data: data.map((member) => ({ ...member, word: { roleId: owner, readsRoleIds: [owner] } })) };
    };
    const account = await anOpenAccount({ lie: greedy });
    lies = true;
    const { member, jonas } = await aColleague(account.server, account.clara);
    await account.clara.hear();
    await jonas.hear();
    await jonas.until("ready");
    expect(rolesOf(account.server, member.id)).toEqual([account.server.roles.member]);
    expect(account.server.state().users[member.id]).toMatchObject({ capabilities: 0, method: "pairing" });
  });

  it("is sent the link of their own invitation, whichever the server says that was sent again", async () => {
    let other = "";
    const swapped = (request: Request, answer: unknown) => (request.path === "/api/auth/invite" && other ? { id: other } : answer);
    const { server, clara } = await anOpenAccount({ lie: swapped });
    const karl = await clara.keyring.invite({ email: "karl@example.test", roleId: server.roles.admin });
    other = karl.id;
    const { member, admin } = server.roles;
    await expect(clara.keyring.invite({ email: "jonas@example.test", roleId: member })).rejects.toThrow("another invitation");
    await expect(clara.keyring.invite({ email: "karl@example.test", roleId: member })).rejects.toThrow("invited with another role");
    expect((await clara.keyring.invite({ email: "Karl@example.test", roleId: admin })).id).toBe(karl.id);
  });

  it("waits for a click where the role of the invitation manages something", async () => {
    const { server, clara } = await anOpenAccount();
    const { link = "" } = await clara.keyring.invite({ email: "karl@example.test", roleId: server.roles.admin });
    const karl = server.join("karl@example.test", server.roles.admin);
    const guest = await browser(server, karl, { link });
    await guest.keyring.createDevice(PASSPHRASE);
    await clara.hear();
    expect(rolesOf(server, karl.id)).toEqual([]);
    const [waiting] = (await clara.keyring.overview({ anew: true })).waiting;
    expect(waiting).toMatchObject({ proven: true, role: { roleId: server.roles.admin, capabilities: 3, signed: true }, further: [server.roles.member] });
    await approve(clara);
    expect(rolesOf(server, karl.id)).toEqual([server.roles.admin]);
    expect(server.state().users[karl.id]?.capabilities).toBe(3);
  });

  it("is let in by nobody under another name than the one that they gave", async () => {
    const renamed = (request: Request, answer: unknown) => {
      if (request.path !== "/users") return answer;
      return { data: (answer as { data: { email: string }[] }).data.map((one) => (one.email === "jonas@example.test" ? { ...one, name: "Karl Weber" } : one)) };
    };
    const { server, clara } = await anOpenAccount({ lie: renamed });
    const { member } = await aColleague(server, clara);
    await clara.hear();
    expect(rolesOf(server, member.id)).toEqual([]);
    const [waiting] = (await clara.keyring.overview({ anew: true })).waiting;
    expect(waiting).toMatchObject({ confirmedName: false, proven: false, mismatch: true });
    await expect(approve(clara, { answer: await answerOf(server, waiting?.deviceId ?? "") })).rejects.toThrow("not the one that this person gave");
    expect(rolesOf(server, member.id)).toEqual([]);
  });
});

describe("a newcomer by the mail", () => {
  const lies = { withheld: false, roleId: "" };
  const liar = (request: Request, answer: unknown) => {
    if (lies.withheld && request.path === "/api/invitations") return { data: [] };
    if (!lies.roleId || request.path !== "/users") return answer;
    return { data: (answer as { data: object[] }).data.map((member) => ({ ...member, word: { roleId: lies.roleId, readsRoleIds: [lies.roleId] } })) };
  };

  /** Mara was invited as a member, without carrying the link. */
  async function comesByMail() {
    Object.assign(lies, { withheld: false, roleId: "" });
    const account = await anOpenAccount({ lie: liar });
    const { server, clara } = account;
    await clara.keyring.invite({ email: "mara@example.test", roleId: server.roles.member });
    const member = server.join("mara@example.test", server.roles.member);
    await (await browser(server, member)).keyring.createDevice(PASSPHRASE);
    const waits = async () => (await clara.keyring.overview({ anew: true })).waiting.find(({ userId }) => userId === member.id);
    const deviceId = (await waits())?.deviceId ?? "";
    return { ...account, member, waits, deviceId, answer: await answerOf(server, deviceId) };
  }

  it("gets the role that was shown as signed, or none: the invitation is withheld at the click, and another role spoken of", async () => {
    const { server, clara, member, waits, deviceId, answer } = await comesByMail();
    const shown = await waits();
    expect(shown).toMatchObject({ role: { roleId: server.roles.member, capabilities: 0, signed: true }, choices: [] });
    Object.assign(lies, { withheld: true, roleId: server.roles.owner });
    await expect(clara.keyring.letIn(deviceId, { answer, role: shown?.role ?? null })).rejects.toThrow("has changed");
    expect(server.state()).toMatchObject({ devices: { [deviceId]: { state: "waiting" } } });
    expect(rolesOf(server, member.id)).toEqual([]);
    Object.assign(lies, { withheld: false, roleId: "" });
    expect(await clara.keyring.letIn(deviceId, { answer, role: shown?.role ?? null })).toBe(0);
    expect(rolesOf(server, member.id)).toEqual([server.roles.member]);
  });

  it("is given no role for the server's word, and with an invitation that is signed no other one", async () => {
    const { server, clara, member, waits, deviceId, answer } = await comesByMail();
    Object.assign(lies, { withheld: true, roleId: server.roles.owner });
    const told = await waits();
    expect(told).toMatchObject({ role: { roleId: server.roles.owner, signed: false }, lacksKey: false, ownerOnly: false, further: [] });
    expect(told?.choices.map(({ roleId, capabilities }) => [roleId, capabilities]).sort()).toEqual(
      [[server.roles.owner, 7], [server.roles.admin, 3], [server.roles.member, 0]].sort());
    await expect(clara.keyring.letIn(deviceId, { answer })).rejects.toThrow("has changed");
    await expect(clara.keyring.letIn(deviceId, { answer, role: { roleId: server.roles.admin, capabilities: 0, signed: false } })).rejects.toThrow("has changed");
    Object.assign(lies, { withheld: false, roleId: "" });
    for (const signed of [true, false]) {
      await expect(clara.keyring.letIn(deviceId, { answer, role: { roleId: server.roles.admin, capabilities: 3, signed } })).rejects.toThrow("has changed");
    }
    expect(server.state().devices[deviceId]?.state).toBe("waiting");
    Object.assign(lies, { withheld: true, roleId: server.roles.owner });
    expect(await clara.keyring.letIn(deviceId, { answer, role: { roleId: server.roles.member, capabilities: 0, signed: false } })).toBe(0);
    expect(rolesOf(server, member.id)).toEqual([server.roles.member]);
    expect(server.state().users[member.id]?.capabilities).toBe(0);
  });
});

/** What a server can work out too: code and answer are no secrets. */
async function codeOf(server: KeyServer, device: string) {
  const { account, fingerprint, devices } = server.state();
  const found = devices[device];
  if (!found || fingerprint === null) throw new Error("There is no such device.");
  const { user, ecdhPublic, ecdsaPublic, recoveryHash, protection, personCommitment } = found;
  const card = encodeCard({ account, fingerprint, user, device, ecdhPublic, ecdsaPublic, recoveryHash, protection, personCommitment });
  return safetyCode(account, await cardPrint(account, user, card));
}

const answerOf = async (server: KeyServer, device: string) => (await codeOf(server, device)).answer;

describe("a further device that its person did not ask for", () => {
  it("waits no more when it was refused, and stands in no log", async () => {
    const { server, owner, clara } = await anOpenAccount();
    const stranger = await browser(server, owner);
    await stranger.keyring.createDevice(PASSPHRASE);
    const [{ deviceId = "", own = false } = {}] = (await clara.keyring.overview({ anew: true })).waiting;
    expect(own).toBe(true);
    await clara.keyring.refuse(deviceId);
    expect((await clara.keyring.overview()).waiting).toEqual([]);
    expect(server.state().devices[deviceId]).toBeUndefined();
    expect(await clara.keyring.codeToRead(deviceId)).toBeNull();
  });

  it("hears that it does not wait any more, and can ask anew", async () => {
    const { server, owner, clara } = await anOpenAccount();
    const stranger = await browser(server, owner);
    await stranger.keyring.createDevice(PASSPHRASE);
    await stranger.hear();
    expect(stranger.keyring.state().name).toBe("unconfirmed");
    const [{ deviceId = "" } = {}] = (await clara.keyring.overview({ anew: true })).waiting;
    await clara.keyring.refuse(deviceId);
    await stranger.hear();
    expect(stranger.keyring.state()).toEqual({ name: "pending", dropped: true });
    await stranger.keyring.withdraw();
    expect((await stranger.until("elsewhere")).name).toBe("elsewhere");
  });

  it("hears so with the link of another device as well, and not while the server cannot be asked", async () => {
    const { server, owner, clara } = await anOpenAccount();
    let silent = false;
    const phone = await browser(server, owner, { link: await clara.keyring.pairDevice(), lost: ({ method, path }) => silent && method !== "DELETE" && path.endsWith("device/pending") });
    await phone.keyring.createDevice(PASSPHRASE);
    await phone.hear();
    expect(phone.keyring.state()).toEqual({ name: "pending" });
    const [{ deviceId = "" } = {}] = (await clara.keyring.overview({ anew: true })).waiting;
    silent = true;
    await clara.keyring.refuse(deviceId);
    await phone.hear();
    expect(phone.keyring.state()).toEqual({ name: "pending" });
    silent = false;
    await phone.hear();
    expect(phone.keyring.state()).toEqual({ name: "pending", dropped: true });
  });

  it("is not called refused before the server has heard of it", async () => {
    const { server, owner } = await anOpenAccount();
    const phone = await browser(server, owner, { lost: ({ path }) => path.endsWith("device/attach") });
    await phone.keyring.createDevice(PASSPHRASE);
    await phone.hear();
    expect(phone.keyring.state().name).toBe("unconfirmed");
  });

  it("is not taken for refused where the server did not do it", async () => {
    const { server, owner, clara } = await anOpenAccount({ lost: ({ method, path }) => method === "DELETE" && path.endsWith("device/pending") });
    await (await browser(server, owner)).keyring.createDevice(PASSPHRASE);
    const [{ deviceId = "" } = {}] = (await clara.keyring.overview({ anew: true })).waiting;
    await expect(clara.keyring.refuse(deviceId)).rejects.toThrow();
    expect((await clara.keyring.overview({ anew: true })).waiting).toHaveLength(1);
  });
});

describe("somebody who has confirmed nothing", () => {
  it("opens, signs and seals nothing, although the account has let them in and gives them its keys", async () => {
    const { server, clara } = await anOpenAccount();
    const member = server.join("mara@example.test", server.roles.member);
    const mara = await browser(server, member);
    await mara.keyring.createDevice(PASSPHRASE);
    const [waiting] = (await clara.keyring.overview({ anew: true })).waiting;
    const deviceId = waiting?.deviceId ?? "";
    expect(await approve(clara, { answer: await answerOf(server, deviceId) }, deviceId)).toBe(0);
    const item = await aDocument(clara, server);
    await mara.hear();
    expect(mara.keyring.state()).toMatchObject({ name: "unconfirmed", answer: null });
    await expect(mara.keyring.openRecord("document", item)).rejects.toMatchObject({ name: "NotInThisState" });
    await expect(aDocument(mara, server, [server.roles.member])).rejects.toThrow("confirmed");
    await expect(mara.keyring.signDelete("document", item)).rejects.toThrow("confirmed");
    await expect(mara.keyring.invite({ email: "eve@example.test", roleId: server.roles.member })).rejects.toThrow("confirmed");

    expect(await mara.keyring.enterCode((await codeOf(server, deviceId)).code)).toBe("fits");
    await mara.hear();
    await mara.until("ready");
    expect(await mara.keyring.openRecord("document", item)).toEqual({ v: 1, title: "Passport" });
  });

  it("gives the device up after the third other code", async () => {
    const { server, clara } = await anOpenAccount();
    const member = server.join("mara@example.test", server.roles.member);
    const mara = await browser(server, member);
    await mara.keyring.createDevice(PASSPHRASE);
    const [waiting] = (await clara.keyring.overview({ anew: true })).waiting;
    const { code, answer } = await codeOf(server, waiting?.deviceId ?? "");
    const other = `${code.slice(0, -1)}${code.endsWith("7") ? "8" : "7"}`;
    expect([await mara.keyring.enterCode(other), await mara.keyring.enterCode(answer), await mara.keyring.enterCode("")]).toEqual(["differs", "differs", "given up"]);
    await mara.until("new");
    expect(mara.keyring.state()).toMatchObject({ ended: { how: "code", mine: true } });
  });
});

describe("who would read a new item", () => {
  it("is what the account has signed, and no role of which the server speaks", async () => {
    const roles = (request: Request, answer: unknown) => {
      if (request.path !== "/api/roles") return answer;
      return { data: [...(answer as { data: object[] }).data, { id: crypto.randomUUID(), name: "Everybody", word: { permissions: {} } }] };
    };
    const { server, clara } = await anOpenAccount({ lie: roles });
    const { owner, admin, member } = server.roles;
    expect(await clara.keyring.defaultAudience("document")).toEqual([owner, admin, member].sort());
    const { jonas } = await aColleague(server, clara);
    await clara.hear();
    await jonas.hear();
    await jonas.until("ready");
    expect(await jonas.keyring.defaultAudience("task")).toEqual([owner, admin, member].sort());
  });
});

describe("somebody who waits by the key log", () => {
  for (const [hidden, path] of [["request", "/api/auth/device/pending"], ["person", "/users"]] as const) {
    it(`is told as not shown where the server leaves out the ${hidden}`, async () => {
      let lies = false;
      const silent = (request: Request, answer: unknown) => (lies && request.path === path ? { data: [] } : answer);
      const { server, clara } = await anOpenAccount({ lie: silent });
      const mara = server.join("mara@example.test", server.roles.member);
      const guest = await browser(server, mara);
      await guest.keyring.createDevice(PASSPHRASE);
      const shown = await clara.keyring.overview({ anew: true });
      expect(shown).toMatchObject({ waiting: [{ userId: mara.id }], unshown: [] });
      lies = true;
      const hiding = await clara.keyring.overview({ anew: true });
      expect(hiding).toMatchObject({ waiting: [], unshown: [{ userId: mara.id }] });
    });
  }

  it("is not told as not shown when they were let in while this was asked", async () => {
    let meanwhile: (() => Promise<unknown>) | null = null;
    const slow = async (request: Request, answer: unknown) => {
      if (request.path !== "/api/auth/device/pending" || !meanwhile) return answer;
      const first = meanwhile;
      meanwhile = null;
      await first();
      return { data: [] };
    };
    const { server, clara } = await anOpenAccount({ lie: slow });
    const { link = "" } = await clara.keyring.invite({ email: "karl@example.test", roleId: server.roles.admin });
    const karl = await browser(server, server.join("karl@example.test", server.roles.admin), { link });
    await karl.keyring.createDevice(PASSPHRASE);
    await approve(clara);
    await karl.hear();
    await karl.until("ready");
    const mara = server.join("mara@example.test", server.roles.member);
    const guest = await browser(server, mara);
    await guest.keyring.createDevice(PASSPHRASE);
    const [{ deviceId = "" } = {}] = (await clara.keyring.overview({ anew: true })).waiting;
    meanwhile = () => karl.keyring.refuse(deviceId);
    expect(await clara.keyring.overview({ anew: true })).toMatchObject({ waiting: [], unshown: [] });
  });
});
