/** A server that answers nothing, or something else, does not switch off what rests on its answers: no head, no state. */
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ENDED } from "../api/sessionEnd.ts";
import { parsePairingFragment, pairingFragment } from "../crypto/pairing.ts";
import { ZERO_HASH } from "../crypto/statements.ts";
import { newId } from "../crypto/testing/account.ts";
import { aKeyServer, type KeyServer, type Request } from "./testing/keyServer.ts";
import { aDocument, anOpenAccount, browser, closeBrowsers, compare, PASSPHRASE } from "./testing/people.ts";

afterEach(closeBrowsers);

type Lie = (request: Request, answer: unknown) => unknown;

const refuse = (status: number, reason?: string): never => { throw Object.assign(new Error(`status ${status}`), { failure: { status, code: "x", reason } }); };
const path = (name: string, change: (answer: unknown) => unknown): Lie => (request, answer) => (request.path.endsWith(name) && request.method === undefined ? change(answer) : answer);
const noHead = path("keys/head", () => refuse(404));

/** A lie that begins when a test says so. */
function later(lie: Lie): { readonly lie: Lie; readonly begin: () => void; readonly end: () => void } {
  let begun = false;
  return { lie: (request, answer) => (begun ? lie(request, answer) : answer), begin: () => { begun = true; }, end: () => { begun = false; } };
}

/** An account of the server's own making, under the id of a true one, with whoever it pleases in it. */
async function aFalseAccount(account: string): Promise<KeyServer> {
  const server = await aKeyServer(account);
  const owner = server.join("clara@example.test", server.roles.owner);
  const clara = await browser(server, owner, { openedHere: true });
  await clara.keyring.createDevice(PASSPHRASE);
  await clara.until("ready");
  return server;
}

async function invited() {
  const { server, clara } = await anOpenAccount();
  const { link = "" } = await clara.keyring.invite({ email: "jonas@example.test", roleId: server.roles.member });
  return { server, clara, link };
}

describe("a newcomer with the secure link", () => {
  it.each<[string, Lie]>([
    ["under its own heads", (_request, answer) => answer],
    ["without heads", noHead],
    ["with an empty log", (request, answer) => path("keys/log", () => ({ data: [] }))(request, noHead(request, answer))],
    ["with heads that are none", path("keys/head", () => ({}))],
    ["with a log that is none", path("keys/log", () => ({ data: null }))],
  ])("is put into no false account, %s", async (_name, lie) => {
    const { server, link } = await invited();
    const forged = await aFalseAccount(server.account);
    const jonas = forged.join("jonas@example.test", forged.roles.member);
    const guest = await browser(forged, jonas, { link, lie });
    expect(guest.keyring.state()).toMatchObject({ name: "alarm" });
    await expect(guest.keyring.createDevice(PASSPHRASE)).rejects.toThrow();
    expect(Object.values(forged.state().devices).filter(({ user }) => user === jonas.id)).toEqual([]);
  });

  it("is not brought into the true account without heads either", async () => {
    const { server, link } = await invited();
    const guest = await browser(server, server.join("jonas@example.test", server.roles.member), { link, lie: noHead });
    expect(guest.keyring.state()).toMatchObject({ name: "alarm" });
  });

  it.each<[string, (made: Awaited<ReturnType<typeof invited>>) => Promise<string> | string]>([
    ["is in no statement of the log", ({ link }) => {
      const { secret, ...said } = parsePairingFragment(link.split("#")[1] ?? "");
      return `/welcome#${pairingFragment({ ...said, secret, pairingId: newId() })}`;
    }],
    ["was cancelled", async ({ server, clara, link }) => {
      await clara.keyring.cancelInvitation(Object.keys(server.state().invites)[0] ?? "");
      return link;
    }],
  ])("is not brought in by an invitation that %s", async (_why, carried) => {
    const made = await invited();
    const jonas = made.server.join("jonas@example.test", made.server.roles.member);
    const guest = await browser(made.server, jonas, { link: await carried(made) });
    expect(guest.keyring.state()).toMatchObject({ name: "alarm", kind: "invitation" });
    await expect(guest.keyring.createDevice(PASSPHRASE)).rejects.toThrow("does not match your invitation");
    expect(Object.values(made.server.state().devices).filter(({ user }) => user === jonas.id)).toEqual([]);
  });

  it("is asked what to do when the link belongs to another account than the server opened", async () => {
    const { link } = await invited();
    const { server } = await anOpenAccount();
    const forgotten = vi.fn();
    const guest = await browser(server, server.join("jonas@example.test", server.roles.member), { link, forgetLink: forgotten });
    expect(guest.keyring.state()).toMatchObject({ name: "alarm", kind: "link" });
    await expect(guest.keyring.createDevice(PASSPHRASE)).rejects.toThrow("another account");
    expect(forgotten).not.toHaveBeenCalled();
    await guest.keyring.dropLink();
    expect(forgotten).toHaveBeenCalledOnce();
    await guest.until("new");
    await guest.keyring.createDevice(PASSPHRASE);
    expect(guest.keyring.state()).toMatchObject({ name: "unconfirmed" });
  });

  it("keeps the link until a head was pinned that holds the vouch for this device", async () => {
    const { server, clara, link } = await invited();
    const forgotten = vi.fn();
    const guest = await browser(server, server.join("jonas@example.test", server.roles.member), { link, forgetLink: forgotten });
    await guest.keyring.createDevice(PASSPHRASE);
    await guest.hear();
    expect(forgotten).not.toHaveBeenCalled();
    await clara.hear();
    await guest.hear();
    await guest.until("ready");
    expect(forgotten).toHaveBeenCalled();
  });

  it("keeps the link while the log names the vouch and no head does", async () => {
    const { server, clara, link } = await invited();
    const forgotten = vi.fn();
    let frozen: unknown = null;
    // Statements are served beyond the head: nobody has promised that they stay.
    const lie: Lie = (request, answer) => (frozen && request.path.endsWith("keys/head") ? frozen : answer);
    const guest = await browser(server, server.join("jonas@example.test", server.roles.member), { link, forgetLink: forgotten, lie });
    await guest.keyring.createDevice(PASSPHRASE);
    frozen = await server.headOver(server.leaves.slice(), null);
    await clara.hear();
    await guest.hear();
    expect(Object.values(server.state().devices).map(({ state }) => state)).toEqual(["active", "active"]);
    expect(guest.keyring.state()).toMatchObject({ name: "waiting" });
    expect(forgotten).not.toHaveBeenCalled();
    frozen = null;
    await guest.hear();
    await guest.until("ready");
    expect(forgotten).toHaveBeenCalledOnce();
  });
});

describe("a browser that knows the account", () => {
  const cases: [string, Lie][] = [
    ["answers 404 for heads", noHead],
    ["answers 400 for heads", path("keys/head", () => refuse(400))],
    ["answers a head that is none", path("keys/head", () => ({ note: "", consistency: [], logKeyB64u: "" }))],
    ["answers nothing for a head", path("keys/head", () => null)],
    ["answers 404 for the log", path("keys/log", () => refuse(404))],
    ["answers a log that is none", path("keys/log", () => ({}))],
    ["answers statements that are none", path("keys/log", () => ({ data: [{ statementB64u: 7 }] }))],
    ["answers 404 for leaves", path("keys/leaves", () => refuse(404))],
    ["answers leaves that are none", path("keys/leaves", () => ({ data: "leaves" }))],
    ["answers leaves of another form", path("keys/leaves", () => ({ data: [{}] }))],
  ];

  it.each(cases)("hears an alarm when the server %s", async (_name, lie) => {
    const hidden = later(lie);
    const { server, clara } = await anOpenAccount({ lie: hidden.lie });
    const item = await aDocument(clara, server);
    hidden.begin();
    await clara.hear();
    expect(clara.keyring.state()).toMatchObject({ name: "alarm", kind: "missing" });
    expect(clara.keyring.standing()).toMatchObject({ is: "alarm" });
    await expect(aDocument(clara, server)).rejects.toThrow("no longer shows the record");
    await expect(clara.keyring.openRecord("document", item)).rejects.toThrow();
    // What the server sends does not end it.
    hidden.end();
    await clara.hear();
    expect(clara.keyring.state()).toMatchObject({ name: "alarm" });
    await clara.keyring.tryAgain();
    await clara.until("ready");
  });

  it.each<[string, (data: unknown[]) => unknown[]]>([
    ["repeats a statement", (data) => [...data, ...data.slice(-1)]],
    ["leaves a statement out", (data) => data.filter((_one, i) => i !== 1)],
  ])("keeps nothing of a log that %s: who tries again goes on with the true one", async (_name, change) => {
    const storage = new IDBFactory();
    const broken = later(path("keys/log", (answer) => ({ data: change((answer as { data: unknown[] }).data) })));
    const { server, owner, clara } = await anOpenAccount({ storage, lie: broken.lie });
    for (let invited = 0; invited < 3; invited++) {
      const other = await browser(server, server.join(`${String(invited)}@example.test`, server.roles.member));
      await other.keyring.createDevice(PASSPHRASE);
    }
    broken.begin();
    await clara.hear();
    expect(clara.keyring.state()).toMatchObject({ name: "alarm", kind: "fork" });
    expect(clara.keyring.standing()).toMatchObject({ is: "alarm" });
    broken.end();
    globalThis.indexedDB = storage;
    await clara.keyring.tryAgain();
    expect(clara.keyring.state()).toMatchObject({ name: "ready" });
    await aDocument(clara, server);
    clara.keyring.end();
    const again = await browser(server, owner, { storage });
    expect(again.keyring.state()).toMatchObject({ name: "ready" });
  });

  it("hears it after a reload too, and is opened by nothing", async () => {
    const storage = new IDBFactory();
    const { server, owner, clara } = await anOpenAccount({ storage });
    clara.keyring.end();
    const again = await browser(server, owner, { storage, lie: noHead });
    expect(again.keyring.state()).toMatchObject({ name: "alarm", kind: "missing" });
  });

  it("finds its alarm again after a reload, whatever the server shows by then", async () => {
    const storage = new IDBFactory();
    const hidden = later(noHead);
    const { server, owner, clara } = await anOpenAccount({ storage, lie: hidden.lie });
    hidden.begin();
    await clara.hear();
    clara.keyring.end();
    const again = await browser(server, owner, { storage });
    expect(again.keyring.state()).toMatchObject({ name: "alarm", kind: "missing" });
    await again.keyring.tryAgain();
    await again.until("ready");
  });

  it.each([0, 429, 500, 503])("goes on when its questions end in %s", async (status) => {
    const broken = later(path("keys/head", () => refuse(status)));
    const { server, clara } = await anOpenAccount({ lie: broken.lie });
    broken.begin();
    await clara.hear();
    expect(clara.keyring.state()).toMatchObject({ name: "ready" });
    expect(clara.keyring.standing()).toMatchObject({ is: "verified" });
    await aDocument(clara, server);
  });

  it("goes on when the page itself has held its questions back", async () => {
    const held = later(path("keys/head", () => { throw Object.assign(new Error(ENDED.message), { failure: ENDED }); }));
    const { server, clara } = await anOpenAccount({ lie: held.lie });
    held.begin();
    await clara.hear();
    expect(clara.keyring.state()).toMatchObject({ name: "ready" });
    held.end();
    await clara.hear();
    await aDocument(clara, server);
  });

  it.each([
    ["session", 401, undefined], ["membership", 403, undefined],
    // Another tab has gone to another account: nothing was answered about this one.
    ["session", 409, "account_changed"],
  ] as const)("closes its view when the server says that the %s is over, by %s (%s)", async (why, status, reason) => {
    const over = later(path("keys/head", () => refuse(status, reason)));
    const { server, clara } = await anOpenAccount({ lie: over.lie });
    const item = await aDocument(clara, server);
    over.begin();
    await clara.hear();
    expect(clara.keyring.state()).toEqual({ name: "closed", why });
    await expect(clara.keyring.openRecord("document", item)).rejects.toThrow();
    over.end();
    await clara.hear();
    expect(clara.keyring.state().name).toBe("ready");
  });
});

describe("an empty log", () => {
  it("is begun by the owner and by nobody else", async () => {
    const { server } = await anOpenAccount();
    const hidden = later(path("keys/log", () => ({ data: [] })));
    const member = server.join("mara@example.test", server.roles.member);
    hidden.begin();
    const mara = await browser(server, member, { lie: hidden.lie });
    expect(mara.keyring.state()).toMatchObject({ name: "unset", mine: false });
    await expect(mara.keyring.createDevice(PASSPHRASE)).rejects.toThrow("The owner has not set up the keys yet.");
    hidden.end();
    await mara.hear();
    await mara.keyring.createDevice(PASSPHRASE);
    expect(mara.keyring.state()).toMatchObject({ name: "unconfirmed" });
  });
});

describe("the device that signed statement 0", () => {
  it("signs nothing more before the first head", async () => {
    const slow = later(noHead);
    const server = await aKeyServer();
    const clara = await browser(server, server.join("clara@example.test", server.roles.owner), { openedHere: true, lie: slow.lie });
    slow.begin();
    await clara.keyring.createDevice(PASSPHRASE);
    await clara.hear();
    expect(clara.keyring.state()).toMatchObject({ name: "starting" });
    expect(clara.keyring.standing()).toMatchObject({ is: "starting" });
    expect(server.state().nextSeq).toBe(1);
    slow.end();
    await clara.hear();
    await clara.until("ready");
    expect(server.state().nextSeq).toBeGreaterThan(4);
  });

  it("does not take a log that begins with another one", async () => {
    const storage = new IDBFactory();
    const server = await aKeyServer();
    const owner = server.join("clara@example.test", server.roles.owner);
    const clara = await browser(server, owner, { openedHere: true, storage, lie: noHead });
    await clara.keyring.createDevice(PASSPHRASE);
    clara.keyring.end();
    const forged = await aFalseAccount(server.account);
    const again = await browser(forged, owner, { storage });
    expect(again.keyring.state()).toMatchObject({ name: "alarm" });
  });
});

describe("when nothing could be checked for two hours", () => {
  const HOUR = 3_600_000;
  beforeEach(() => { vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-23T12:10:00Z") }); });
  afterEach(() => { vi.useRealTimers(); });

  it("what is here is read, and nothing is signed, shared or let in", async () => {
    const broken = later(path("keys/head", () => refuse(0)));
    const { server, clara } = await anOpenAccount({ lie: broken.lie });
    const item = await aDocument(clara, server);
    const { link = "" } = await clara.keyring.invite({ email: "jonas@example.test", roleId: server.roles.member });
    const { checkedAt } = clara.keyring.standing();
    expect(checkedAt).not.toBeNull();
    broken.begin();
    vi.setSystemTime(Date.now() + 2 * HOUR + 60_000);
    const jonas = await browser(server, server.join("jonas@example.test", server.roles.member), { link });
    await jonas.keyring.createDevice(PASSPHRASE);
    await clara.hear();
    expect(clara.keyring.standing()).toEqual({ is: "late", checkedAt });
    expect(clara.keyring.state()).toMatchObject({ name: "ready" });
    expect(await clara.keyring.openRecord("document", item)).toEqual({ v: 1, title: "Passport" });
    const before = server.leaves.length;
    for (const act of [
      () => aDocument(clara, server), () => clara.keyring.signDelete("document", item), () => clara.keyring.roll(server.roles.owner),
      () => clara.keyring.pairDevice(), () => clara.keyring.invite({ email: "tom@example.test", roleId: server.roles.member }),
      () => clara.keyring.codeToRead("d"), () => clara.keyring.invitationLink("i"), () => clara.keyring.revoke(newestDevice(server)),
    ]) await expect(act()).rejects.toThrow("Not checked");
    expect(server.leaves.length).toBe(before);
    broken.end();
    await clara.hear();
    expect(clara.keyring.standing()).toMatchObject({ is: "verified" });
    expect(server.state().devices[newestDevice(server)]?.state).toBe("active");
  });

  it("a browser that is shown old heads does nothing by itself for those who wait", async () => {
    let old: unknown = null;
    const asked: string[] = [];
    const lie: Lie = (request, answer) => {
      asked.push(request.path);
      return old && request.path.endsWith("keys/head") ? old : answer;
    };
    const { server, clara } = await anOpenAccount({ lie });
    const { link = "" } = await clara.keyring.invite({ email: "jonas@example.test", roleId: server.roles.member });
    await clara.hear();
    const newest = await server.headOver(server.leaves, server.leaves.length);
    const jonas = await browser(server, server.join("jonas@example.test", server.roles.member), { link });
    await jonas.keyring.createDevice(PASSPHRASE);
    old = newest;
    vi.setSystemTime(Date.now() + 3 * HOUR);
    asked.splice(0);
    await clara.hear();
    expect(clara.keyring.standing()).toMatchObject({ is: "late" });
    expect(asked.filter((path) => !path.startsWith("/api/auth/keys/"))).toEqual([]);
    old = null;
    await clara.hear();
    expect(asked).toContain("/api/auth/device/pending");
    expect(server.state().devices[newestDevice(server)]?.state).toBe("active");
  });

  it("a click looks once more before it is refused", async () => {
    const { server, clara } = await anOpenAccount();
    vi.setSystemTime(Date.now() + 3 * HOUR);
    await aDocument(clara, server);
    expect(clara.keyring.standing()).toMatchObject({ is: "verified" });
  });

  it("a head that is shown again and again is no new one", async () => {
    let newest: unknown = null;
    let frozen = false;
    const { clara } = await anOpenAccount({ lie: path("keys/head", (answer) => { newest = frozen ? newest : answer; return newest; }) });
    frozen = true;
    vi.setSystemTime(Date.now() + 3 * HOUR);
    await clara.hear();
    expect(clara.keyring.standing()).toMatchObject({ is: "late" });
  });
});

function newestDevice(server: KeyServer): string {
  return Object.keys(server.state().devices).at(-1) ?? "";
}

describe("somebody who came by the mail", () => {
  it("vouches for no state of the account with the one statement that is signed before the comparison", async () => {
    const { server } = await anOpenAccount();
    const mara = await browser(server, server.join("mara@example.test", server.roles.member));
    await mara.keyring.createDevice(PASSPHRASE);
    expect(server.newest()).toMatchObject({ type: "device.add", how: "first", viewSize: 0, viewRoot: ZERO_HASH });
  });

  it("hears at once when the answer that shows the new device is refused", async () => {
    const { server } = await anOpenAccount();
    let attached = false;
    const lie: Lie = (request, answer) => {
      attached ||= request.path.endsWith("device/attach");
      return attached && request.path.endsWith("keys/leaves") ? { data: (answer as { data: object[] }).data.map((leaf) => ({ ...leaf, hashB64u: ZERO_HASH })) } : answer;
    };
    const mara = await browser(server, server.join("mara@example.test", server.roles.member), { lie });
    const file = await mara.keyring.createDevice(PASSPHRASE);
    expect(file.key).not.toBe("");
    expect(mara.keyring.state()).toMatchObject({ name: "alarm", kind: "fork" });
  });

  it("who came with the link does, because what it names was held against the log", async () => {
    const { server, link } = await invited();
    const before = server.leaves.length;
    const jonas = await browser(server, server.join("jonas@example.test", server.roles.member), { link });
    await jonas.keyring.createDevice(PASSPHRASE);
    expect(server.newest()).toMatchObject({ type: "device.add", how: "first", viewSize: before });
  });

  it("is shown no state of it that is older than the compared one", async () => {
    const storage = new IDBFactory();
    const { server, clara } = await anOpenAccount();
    const member = server.join("mara@example.test", server.roles.member);
    await clara.keyring.invite({ email: member.email, roleId: member.roleId });
    // An account older than her own joining.
    const before = await server.fork();
    const mara = await browser(server, member, { storage });
    await mara.keyring.createDevice(PASSPHRASE);
    const [{ deviceId = "" } = {}] = (await clara.keyring.overview({ anew: true })).waiting;
    expect(await mara.keyring.enterCode((await clara.keyring.codeToRead(deviceId))?.code ?? "")).toBe("fits");
    mara.keyring.end();
    const again = await browser(before, member, { storage });
    expect(again.keyring.state()).toMatchObject({ name: "alarm" });
  });

  it("is shown no account that the compared one is not", async () => {
    const storage = new IDBFactory();
    const { server, clara } = await anOpenAccount();
    const member = server.join("mara@example.test", server.roles.member);
    await clara.keyring.invite({ email: member.email, roleId: member.roleId });
    const mara = await browser(server, member, { storage });
    await mara.keyring.createDevice(PASSPHRASE);
    await clara.hear();
    await compare(clara, mara);
    mara.keyring.end();
    const forged = await aFalseAccount(server.account);
    const again = await browser(forged, member, { storage, lie: noHead });
    expect(again.keyring.state()).toMatchObject({ name: "alarm" });
  });
});
