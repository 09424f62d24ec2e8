/** A passkey in the place of a pass-phrase opens the same keys, and the pass-phrase does not any more. */
import { IDBFactory } from "fake-indexeddb";
import { afterEach, expect, it, vi } from "vitest";

import { aDocument, anOpenAccount, browser, closeBrowsers, PASSPHRASE } from "./testing/people.ts";

const authenticator = { credentialIdB64u: "AQID", prfInputB64u: "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc" };
const result = new Uint8Array(32).fill(7);
const made = vi.fn();

vi.mock("./webauthn.ts", () => ({
  makeAuthenticator: () => {
    made();
    return Promise.resolve({ authenticator, result });
  },
  askAuthenticator: () => Promise.resolve(result),
}));

afterEach(() => {
  closeBrowsers();
  made.mockReset();
});

it("seals the same keys anew", async () => {
  const storage = new IDBFactory();
  const { server, owner, clara, file } = await anOpenAccount({ storage });
  const item = await aDocument(clara, server);
  const before = server.state();
  await clara.keyring.protectByPasskey(PASSPHRASE.passphrase);
  expect(made).toHaveBeenCalledOnce();
  expect((await clara.keyring.overview()).devices).toMatchObject([{ current: true, by: "authenticator" }]);
  // Nobody is told of it, and the recovery key is the same.
  expect(server.state()).toBe(before);
  await clara.keyring.testRecoveryKey(file.text);

  clara.keyring.end();
  const again = await browser(server, owner, { storage });
  await again.keyring.lock();
  expect(again.keyring.state()).toEqual({ name: "locked", by: "authenticator" });
  await again.keyring.unlock();
  expect(await again.keyring.openRecord("document", item)).toEqual({ v: 1, title: "Passport" });
});

it("makes no passkey for keys that the pass-phrase does not open", async () => {
  const { clara } = await anOpenAccount();
  await expect(clara.keyring.protectByPasskey("some other sentence")).rejects.toThrow("That pass-phrase does not open this key.");
  await expect(clara.keyring.protectByPasskey("")).rejects.toThrow("Pass-phrase required to unlock key.");
  expect(made).not.toHaveBeenCalled();
  await clara.keyring.lock();
  expect(clara.keyring.state()).toEqual({ name: "locked", by: "passphrase" });
});
