/** A recovery key without the lines that name the account: nothing is read before somebody has vouched for it, and nobody is stuck. */
import { IDBFactory } from "fake-indexeddb";
import { afterEach, describe, expect, it, vi } from "vitest";

import { fromBase64Url } from "../crypto/base64url.ts";
import { parseStatement } from "../crypto/statements.ts";
import { RECOVERY_TAKES_MS } from "./strangers.ts";
import { aColleague, aDocument, anOpenAccount, approve, browser, closeBrowsers, compare, PASSPHRASE } from "./testing/people.ts";

afterEach(closeBrowsers);

type Account = Awaited<ReturnType<typeof anOpenAccount>>;
type Browser = Account["clara"];

/** A new browser of a person with nothing but the line of the key. */
async function recoverBare({ server }: Pick<Account, "server">, person: Account["owner"], key: string, storage = new IDBFactory()) {
  const fresh = await browser(server, person, { storage });
  const { deviceId } = await fresh.keyring.openRecoveryKey(key);
  const file = await fresh.keyring.recover(deviceId, PASSPHRASE);
  await fresh.until("unconfirmed");
  return { fresh, old: deviceId, file, storage };
}

const unconfirmed = ({ keyring }: Browser) => keyring.state() as { name: string; ask?: string; recovered?: { ownWordAt: string | null } };
const ownDevices = ({ server, owner }: Pick<Account, "server" | "owner">) =>
  Object.entries(server.state().devices).filter(([, { user }]) => user === owner.id).map(([id, { state }]) => ({ id, state }));

describe("somebody who is alone in an account", () => {
  it("takes what their own device has signed for proof, and reads again", async () => {
    const account = await anOpenAccount();
    const item = await aDocument(account.clara, account.server);
    account.clara.keyring.end();
    const { fresh, old, file } = await recoverBare(account, account.owner, account.file.key);
    expect(unconfirmed(fresh)).toMatchObject({ ask: "nobody", recovered: { ownWordAt: expect.any(String) as string } });
    expect(file.text).not.toContain("account-fingerprint");
    await expect(fresh.keyring.openRecord("document", item)).rejects.toThrow();
    await fresh.keyring.takeOwnWord();
    await fresh.until("ready");
    expect(await fresh.keyring.openRecord("document", item)).toEqual({ v: 1, title: "Passport" });
    await expect.poll(() => account.server.state().devices[old]?.state).toBe("revoked");
    await expect.poll(() => Object.values(account.server.state().roles).every(({ rollDue }) => !rollDue)).toBe(true);
  });

  it("is asked for it: nothing is taken for proof without them", async () => {
    const account = await anOpenAccount();
    account.clara.keyring.end();
    const { fresh, old } = await recoverBare(account, account.owner, account.file.key);
    await fresh.hear();
    expect(unconfirmed(fresh).name).toBe("unconfirmed");
    expect(account.server.state().devices[old]?.state).toBe("active");
  });

  it("enters the recovery key once more where the page was loaded anew in between, and no device is left over", async () => {
    const account = await anOpenAccount();
    const item = await aDocument(account.clara, account.server);
    account.clara.keyring.end();
    const { fresh, storage } = await recoverBare(account, account.owner, account.file.key);
    fresh.keyring.end();
    const again = await browser(account.server, account.owner, { storage });
    await again.until("unconfirmed");
    await again.keyring.unlock(PASSPHRASE.passphrase);
    await again.keyring.takeOwnWord();
    expect(await again.until("waiting")).toMatchObject({ approved: true, takesOver: true });
    const { deviceId } = await again.keyring.openRecoveryKey(account.file.key);
    await again.keyring.recover(deviceId, PASSPHRASE);
    await again.until("ready");
    expect(await again.keyring.openRecord("document", item)).toEqual({ v: 1, title: "Passport" });
    expect(ownDevices(account).filter(({ state }) => state === "active")).toHaveLength(1);
  });

  it("is asked for another way where the recovered device has never signed for a log that it had verified", async () => {
    const { server, owner, clara } = await anOpenAccount();
    const phone = await browser(server, owner);
    const second = await phone.keyring.createDevice(PASSPHRASE);
    await compare(clara, phone);
    await phone.hear();
    await phone.until("ready");
    const [{ id: first = "" } = {}] = ownDevices({ server, owner });
    clara.keyring.end();
    phone.keyring.end();
    const { fresh } = await recoverBare({ server }, owner, second.key);
    expect(first).not.toBe("");
    expect(unconfirmed(fresh).recovered).toEqual({ ownWordAt: null });
    await expect(fresh.keyring.takeOwnWord()).rejects.toThrow();
    expect(unconfirmed(fresh).name).toBe("unconfirmed");
  });

  it("withdraws, and uses the whole file then", async () => {
    const account = await anOpenAccount();
    account.clara.keyring.end();
    const { fresh } = await recoverBare(account, account.owner, account.file.key);
    await fresh.keyring.withdraw();
    await fresh.until("elsewhere");
    const { deviceId } = await fresh.keyring.openRecoveryKey(account.file.text);
    await fresh.keyring.recover(deviceId, PASSPHRASE);
    await fresh.until("ready");
    expect(ownDevices(account).filter(({ state }) => state === "active")).toHaveLength(1);
  });
});

describe("a recovered device in an account of several people", () => {
  async function two() {
    const account = await anOpenAccount();
    const { clara, server } = account;
    const { member, jonas } = await aColleague(server, clara);
    await clara.hear();
    await jonas.hear();
    await jonas.until("ready");
    return { ...account, member, jonas };
  }

  it("is listed with those who approve people, who read the code, and opens when it was typed", async () => {
    const account = await two();
    const { server, clara, member, jonas } = account;
    const item = await aDocument(clara, server);
    const guest = await browser(server, member);
    const made = await guest.keyring.createDevice(PASSPHRASE);
    await compare(jonas, guest);
    await guest.hear();
    await guest.until("ready");
    jonas.keyring.end();
    guest.keyring.end();
    const { fresh } = await recoverBare(account, member, made.key);
    expect(unconfirmed(fresh)).toMatchObject({ ask: "colleague", recovered: { ownWordAt: null } });
    const { recovered } = await clara.keyring.overview({ anew: true });
    expect(recovered).toMatchObject([{ userId: member.id, own: false }]);
    const code = await clara.keyring.codeToRead(recovered[0]?.deviceId ?? "");
    expect(await fresh.keyring.enterCode("00000 11111 22222 33333")).toBe("differs");
    expect(await fresh.keyring.enterCode(code?.code ?? "")).toBe("fits");
    await fresh.until("ready");
    expect(await fresh.keyring.openRecord("document", item)).toEqual({ v: 1, title: "Passport" });
    await expect.poll(async () => (await clara.keyring.overview({ anew: true })).recovered).toEqual([]);
  });

  it("is refused by them, and reads nothing then", async () => {
    const account = await two();
    const { clara, member, jonas } = account;
    const file = await laptopKey(account);
    jonas.keyring.end();
    const { fresh } = await recoverBare(account, member, file);
    const { recovered } = await clara.keyring.overview({ anew: true });
    await clara.keyring.refuse(recovered[0]?.deviceId ?? "");
    await fresh.hear();
    expect(await fresh.until("elsewhere")).toMatchObject({ ended: { how: "refused", mine: false } });
    expect((await clara.keyring.overview({ anew: true })).recovered).toEqual([]);
  });

  async function laptopKey({ server, member, jonas }: Awaited<ReturnType<typeof two>>): Promise<string> {
    const laptop = await browser(server, member);
    const { key } = await laptop.keyring.createDevice(PASSPHRASE);
    await compare(jonas, laptop);
    laptop.keyring.end();
    return key;
  }

  it("is told to nobody who approves nobody", async () => {
    const account = await two();
    const { server, owner, clara, jonas, file } = account;
    clara.keyring.end();
    await recoverBare({ server }, owner, file.key);
    expect((await jonas.keyring.overview({ anew: true })).recovered).toEqual([]);
  });

  it("has no way round the comparison while somebody else approves people", async () => {
    const { server, owner, clara, file } = await anOpenAccount();
    const { link = "" } = await clara.keyring.invite({ email: "mara@example.test", roleId: server.roles.admin });
    const admin = server.join("mara@example.test", server.roles.admin);
    const mara = await browser(server, admin, { link });
    await mara.keyring.createDevice(PASSPHRASE);
    await approve(clara);
    clara.keyring.end();
    const { fresh } = await recoverBare({ server }, owner, file.key);
    expect(unconfirmed(fresh)).toMatchObject({ ask: "colleague", recovered: { ownWordAt: null } });
    await expect(fresh.keyring.takeOwnWord()).rejects.toThrow("read a code to you");
  });

  it("that its person confirmed with the whole file asks nobody for a code", async () => {
    const { server, owner, clara, file } = await anOpenAccount();
    clara.keyring.end();
    const fresh = await browser(server, owner);
    const { deviceId } = await fresh.keyring.openRecoveryKey(file.text);
    await fresh.keyring.recover(deviceId, PASSPHRASE);
    await fresh.until("ready");
    expect((await fresh.keyring.overview({ anew: true })).recovered).toEqual([]);
    expect(server.state().devices[deviceId]?.state).toBe("revoked");
  });
});

describe("another device of whoever used a recovery key", () => {
  async function twoDevices() {
    const account = await anOpenAccount();
    const { server, owner, clara } = account;
    const phone = await browser(server, owner);
    const { key } = await phone.keyring.createDevice(PASSPHRASE);
    await compare(clara, phone);
    await phone.hear();
    await phone.until("ready");
    return { ...account, phone, phoneKey: key };
  }

  /** Once a recovery has had its time to end this device. */
  async function hearLater(living: Browser) {
    await living.hear();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + RECOVERY_TAKES_MS });
    await living.hear().finally(() => vi.useRealTimers());
  }

  const askedAbout = ({ keyring }: Browser) => {
    expect(keyring.state()).toMatchObject({ name: "alarm", kind: "recovered" });
    return [...(keyring.state() as { devices: readonly string[] }).devices];
  };

  it("asks whether it was them, and reads the code to them then", async () => {
    const { server, owner, clara, phone, phoneKey } = await twoDevices();
    phone.keyring.end();
    const { fresh } = await recoverBare({ server }, owner, phoneKey);
    await hearLater(clara);
    const devices = askedAbout(clara);
    await clara.keyring.acknowledge();
    await clara.until("ready");
    const { recovered } = await clara.keyring.overview({ anew: true });
    expect(recovered.map(({ deviceId }) => deviceId)).toEqual(devices);
    const code = await clara.keyring.codeToRead(devices[0] ?? "");
    expect(await fresh.keyring.enterCode(code?.code ?? "")).toBe("fits");
    await fresh.until("ready");
    await hearLater(clara);
    expect(clara.keyring.state().name, "a device that its person knows").toBe("ready");
  });

  it("ends the new browser where it was not them", async () => {
    const { server, owner, clara, phone, phoneKey } = await twoDevices();
    phone.keyring.end();
    const { fresh } = await recoverBare({ server }, owner, phoneKey);
    await hearLater(clara);
    const devices = askedAbout(clara);
    for (const device of devices) await clara.keyring.refuse(device);
    await clara.keyring.acknowledge();
    await clara.until("ready");
    expect(devices.map((id) => server.state().devices[id]?.state)).toEqual(["revoked"]);
    await fresh.hear();
    expect(await fresh.until("elsewhere")).toMatchObject({ ended: { how: "refused", mine: true } });
  });

  it("asks too where the whole file was used, and has no code to read then", async () => {
    const { server, owner, clara, phone, file } = await twoDevices();
    clara.keyring.end();
    const fresh = await browser(server, owner);
    const { deviceId } = await fresh.keyring.openRecoveryKey(file.text);
    await fresh.keyring.recover(deviceId, PASSPHRASE);
    await fresh.until("ready");
    await hearLater(phone);
    expect(askedAbout(phone)).toHaveLength(1);
    await phone.keyring.acknowledge();
    await phone.until("ready");
    expect((await phone.keyring.overview({ anew: true })).recovered).toEqual([]);
  });
});

it("signs nothing with a view of the log before it was confirmed", async () => {
  const account = await anOpenAccount();
  account.clara.keyring.end();
  const sent: string[] = [];
  const fresh = await browser(account.server, account.owner, {
    lie: ({ path, body }, answer) => {
      if (path.endsWith("attach")) sent.push((body as { statementB64u: string }).statementB64u);
      return answer;
    },
  });
  const { deviceId } = await fresh.keyring.openRecoveryKey(account.file.key);
  await fresh.keyring.recover(deviceId, PASSPHRASE);
  expect(sent.map((statement) => parseStatement(fromBase64Url(statement)))).toMatchObject([{ type: "device.add", how: "recovery", viewSize: 0 }]);
});

describe("what a recovery key opens", () => {
  const other = async () => fileOf(await anOpenAccount());
  const fileOf = ({ file }: Account) => file;
  type Rows = { data: { deviceId: string; recovery: unknown }[] };
  const refused = (status: number) => ({ path }: { path: string }, answer: unknown) => {
    if (path.endsWith("/recovery")) throw Object.assign(new Error("Refused"), { failure: { status } });
    return answer;
  };

  it.each<[string, (rows: Rows["data"]) => unknown]>([
    ["is left out", () => []],
    ["is said to be of a device that is none", (rows) => rows.map((row) => ({ ...row, deviceId: "AAAAAAAAAAAAAAAAAAAAAA" }))],
    ["is another than was signed", (rows) => rows.map(({ deviceId, recovery }) => ({ deviceId, recovery: { ...(recovery as object), ivB64u: "AAAAAAAAAAAAAAAA" } }))],
  ])("%s by the server, and nobody calls the key wrong", async (_how, lie) => {
    const { server, owner, clara, file } = await anOpenAccount();
    clara.keyring.end();
    const fresh = await browser(server, owner, {
      lie: ({ path }, answer) => (path.endsWith("/recovery") ? { data: lie((answer as Rows).data) } : answer),
    });
    await expect(fresh.keyring.openRecoveryKey(file.text)).rejects.toThrow("The server does not show what this recovery key opens.");
    await expect(fresh.keyring.openRecoveryKey(file.key)).rejects.toThrow("The server does not show what this recovery key opens.");
  });

  it.each([403, 404, 500])("is refused with %i, and nobody calls the key wrong", async (status) => {
    const { server, owner, clara, file } = await anOpenAccount();
    clara.keyring.end();
    const fresh = await browser(server, owner, { lie: refused(status) });
    await expect(fresh.keyring.openRecoveryKey(file.text)).rejects.toThrow("The server does not show what this recovery key opens.");
  });

  it.each([401, 429])("is not called withheld where that passes by itself: %i", async (status) => {
    const { server, owner, clara, file } = await anOpenAccount();
    clara.keyring.end();
    const fresh = await browser(server, owner, { lie: refused(status) });
    await expect(fresh.keyring.openRecoveryKey(file.text)).rejects.toMatchObject({ failure: { status } });
  });

  it("is nothing where the key was never of this account", async () => {
    const { server, owner, clara } = await anOpenAccount();
    clara.keyring.end();
    const fresh = await browser(server, owner);
    await expect(fresh.keyring.openRecoveryKey((await other()).key)).rejects.toThrow("Invalid recovery key.");
  });
});
