/** Refusals whose sentence the specification fixes, where they come from. */
import { afterEach, expect, it } from "vitest";

import { createKeyring } from "./keyring.ts";
import type { KeyringOptions } from "./options.ts";
import { aKeyServer } from "./testing/keyServer.ts";
import { aColleague, anOpenAccount, browser, closeBrowsers, PASSPHRASE } from "./testing/people.ts";

afterEach(closeBrowsers);

/** Nothing of it is asked for before it is known whose keys these are. */
const options = (known: { account: string; user: string }) =>
  ({ account: { id: known.account, roleId: "" }, userId: known.user }) as KeyringOptions;

it("there are no keys of nobody, and none of no account", () => {
  expect(() => createKeyring(options({ account: "an account", user: "" }))).toThrow("User ID not found");
  expect(() => createKeyring(options({ account: "", user: "a person" }))).toThrow("Account not found");
});

it("a server that keeps nothing of a new device does not pass it off as added", async () => {
  const server = await aKeyServer();
  const owner = server.join("clara@example.test", server.roles.owner);
  let empty: unknown;
  const clara = await browser(server, owner, {
    openedHere: true,
    lie: ({ path, method = "GET" }, answer) => {
      if (method !== "GET") return answer;
      if (path.endsWith("keys/head")) return (empty ??= answer);
      return path.endsWith("keys/log") ? { data: [] } : answer;
    },
  });
  await expect(clara.keyring.createDevice(PASSPHRASE)).rejects.toThrow("Failed to attach device key");
});

it("nobody makes a new key of a role whose key they do not have", async () => {
  const { server, clara } = await anOpenAccount();
  const { jonas } = await aColleague(server, clara);
  await clara.hear();
  await jonas.hear();
  await jonas.until("ready");
  await expect(jonas.keyring.roll(server.roles.owner)).rejects.toThrow(`Role key bundle missing for role ${server.roles.owner}`);
});
