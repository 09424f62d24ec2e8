/** Each device has a code and an answer of its own, both sides have to hear theirs, and nobody gets a fourth try. */
import { IDBFactory } from "fake-indexeddb";
import { afterEach, expect, it } from "vitest";

import { anOpenAccount, approve, browser, closeBrowsers, PASSPHRASE } from "./testing/people.ts";

afterEach(closeBrowsers);

type Account = Awaited<ReturnType<typeof anOpenAccount>>;

const OTHER = "00000 11111 22222 33333";

async function comesByMail({ server, clara }: Account, email: string, storage = new IDBFactory()) {
  const person = server.join(email, server.roles.member);
  const guest = await browser(server, person, { storage });
  await guest.keyring.createDevice(PASSPHRASE);
  await guest.until("unconfirmed");
  const { waiting } = await clara.keyring.overview({ anew: true });
  return { person, guest, deviceId: waiting.find(({ userId }) => userId === person.id)?.deviceId ?? "", storage };
}

const state = ({ keyring }: { keyring: { state: () => { name: string } } }) => keyring.state() as { name: string; answer?: string | null; wrong?: number };

it("two who wait have different codes, and the answer of one lets nobody else in", async () => {
  const account = await anOpenAccount();
  const { clara, server } = account;
  const mara = await comesByMail(account, "mara@example.test");
  const nina = await comesByMail(account, "nina@example.test");
  const codes = [await clara.keyring.codeToRead(mara.deviceId), await clara.keyring.codeToRead(nina.deviceId)];
  expect(codes[0]?.code).not.toBe(codes[1]?.code);
  expect(await nina.guest.keyring.enterCode(codes[0]?.code ?? "")).toBe("differs");
  expect(await nina.guest.keyring.enterCode(codes[0]?.qr ?? "")).toBe("differs");
  expect(await mara.guest.keyring.enterCode(codes[0]?.code ?? "")).toBe("fits");
  const answer = state(mara.guest).answer ?? "";
  expect(await approve(clara, { answer }, nina.deviceId)).toBe(1);
  expect(server.state().devices[nina.deviceId]?.state).toBe("waiting");
  expect(await approve(clara, { answer }, mara.deviceId)).toBe(0);
  expect(server.state().devices[mara.deviceId]?.state).toBe("active");
});

it("one side alone lets nobody in: the code was right, and nothing was read back", async () => {
  const account = await anOpenAccount();
  const { clara, server } = account;
  const mara = await comesByMail(account, "mara@example.test");
  await mara.guest.keyring.enterCode((await clara.keyring.codeToRead(mara.deviceId))?.code ?? "");
  await mara.guest.hear();
  expect(state(mara.guest).name).toBe("unconfirmed");
  expect(await approve(clara, {}, mara.deviceId)).toBe(1);
  expect(await approve(clara, { answer: "" }, mara.deviceId)).toBe(2);
  expect(server.state().devices[mara.deviceId]?.state).toBe("waiting");
});

it("the third other code ends the device in this browser, also when it was started anew in between", async () => {
  const account = await anOpenAccount();
  const { server, clara } = account;
  const mara = await comesByMail(account, "mara@example.test");
  const code = (await clara.keyring.codeToRead(mara.deviceId))?.code ?? "";
  expect(await mara.guest.keyring.enterCode(OTHER)).toBe("differs");
  expect(await mara.guest.keyring.enterCode(OTHER)).toBe("differs");
  mara.guest.keyring.end();
  const again = await browser(server, mara.person, { storage: mara.storage });
  expect(await again.until("unconfirmed")).toMatchObject({ wrong: 2, answer: null });
  expect(await again.keyring.enterCode(OTHER)).toBe("given up");
  expect(await again.until("new")).toMatchObject({ ended: { how: "code" } });
  // The right one comes too late: there is no device any more that it could confirm.
  await again.keyring.enterCode(code).catch(() => undefined);
  expect(state(again).name).toBe("new");
  expect(server.state().devices[mara.deviceId]?.state).toBe("waiting");
});

it("an owner's further device whose keys are still on their way waits for them, and opens when they are there", async () => {
  const { server, owner, clara } = await anOpenAccount();
  const phone = await browser(server, owner);
  await phone.keyring.createDevice(PASSPHRASE);
  const { waiting } = await clara.keyring.overview({ anew: true });
  const deviceId = waiting[0]?.deviceId ?? "";
  await phone.keyring.enterCode((await clara.keyring.codeToRead(deviceId))?.code ?? "");
  await approve(clara, { answer: state(phone).answer ?? "" }, deviceId);
  expect(server.loseWraps(owner.id)).toBeGreaterThan(0);
  await phone.hear();
  expect(state(phone)).toMatchObject({ name: "waiting", approved: true });
  await clara.hear();
  await phone.hear();
  await phone.until("ready");
});

it("the third other answer is the last that is listened to, also when this browser was started anew in between", async () => {
  const storage = new IDBFactory();
  const account = await anOpenAccount({ storage });
  const { server, owner, clara } = account;
  const mara = await comesByMail(account, "mara@example.test");
  await mara.guest.keyring.enterCode((await clara.keyring.codeToRead(mara.deviceId))?.code ?? "");
  const answer = state(mara.guest).answer ?? "";
  expect(await approve(clara, { answer: "000000" }, mara.deviceId)).toBe(1);
  expect(await approve(clara, { answer: "111111" }, mara.deviceId)).toBe(2);
  clara.keyring.end();
  const again = await browser(server, owner, { storage });
  await again.until("ready");
  expect(await approve(again, { answer: "222222" }, mara.deviceId)).toBe(3);
  expect(await approve(again, { answer }, mara.deviceId)).toBe(3);
  expect(server.state().devices[mara.deviceId]?.state).toBe("waiting");
});
