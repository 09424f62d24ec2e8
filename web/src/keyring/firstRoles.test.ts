/** The first keys of an account are made by the browser that opened it, also when it was loaded anew before they were there. */
import { IDBFactory } from "fake-indexeddb";
import { afterEach, expect, it, vi } from "vitest";

import { aKeyServer } from "./testing/keyServer.ts";
import { browser, closeBrowsers, PASSPHRASE } from "./testing/people.ts";

afterEach(closeBrowsers);

it.each([["sets none up", 0], ["sets one up", 1]])("who reloads a page that %s seals for all of them at once", async (_what, arrived) => {
  const server = await aKeyServer();
  const owner = server.join("clara@example.test", server.roles.owner);
  const storage = new IDBFactory();
  let rolls = 0;
  const first = await browser(server, owner, { openedHere: true, storage, lost: ({ path }) => path === "/roles/roll-wrap" && ++rolls > arrived });
  await first.keyring.createDevice(PASSPHRASE);
  await vi.waitFor(() => { expect(rolls).toBeGreaterThan(arrived); }, { timeout: 20_000 });
  first.keyring.end();
  const again = await browser(server, owner, { storage, latencyMs: 20 });
  await again.until("ready");
  const audience = await again.keyring.defaultAudience("document");
  expect(audience).toHaveLength(3);
  const sealing = await again.keyring.sealFile(new File(["%PDF-"], "Passport.pdf"), null, audience);
  expect(sealing.fileId).toBeTruthy();
});
