/** Half-written text comes back to its writer on this device, and to nobody else. */
import { IDBFactory } from "fake-indexeddb";
import { afterEach, expect, it } from "vitest";

import { anOpenAccount, browser, closeBrowsers, PASSPHRASE } from "./testing/people.ts";

afterEach(closeBrowsers);

const DRAFT = { title: "Zanzibar", expiresOn: "2031-05-04", notes: "Für später: Übergabe" };

/** Everything that lies in the databases of a browser, as text. */
async function everythingIn(storage: IDBFactory): Promise<string> {
  const said: unknown[] = [];
  for (const { name = "" } of await storage.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = storage.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error("The database did not open."));
    });
    for (const store of [...database.objectStoreNames]) {
      for (const ask of ["getAllKeys", "getAll"] as const)
        said.push(await new Promise((resolve) => {
          const request = database.transaction(store).objectStore(store)[ask]();
          request.onsuccess = () => resolve(request.result);
        }));
    }
    database.close();
  }
  return JSON.stringify(said);
}

it("is there again after a lock and in a new page, and lies in the browser sealed", async () => {
  const storage = new IDBFactory();
  const { server, owner, clara } = await anOpenAccount({ storage });
  expect(await clara.keyring.readDraft("document 1")).toBeNull();
  await clara.keyring.keepDraft("document 1", { title: "Zan" });
  await clara.keyring.keepDraft("document 1", DRAFT);
  expect(await clara.keyring.readDraft("document 1")).toEqual(DRAFT);
  expect(await clara.keyring.readDraft("document 2")).toBeNull();

  const kept = await everythingIn(storage);
  expect(kept).toContain("document 1");
  for (const word of ["Zanzibar", "2031-05-04", btoa("Zanzibar").slice(0, 8)]) expect(kept).not.toContain(word);

  await clara.keyring.lock();
  await expect(clara.keyring.readDraft("document 1")).rejects.toThrow("Device key not registered");
  await clara.keyring.unlock(PASSPHRASE.passphrase);
  expect(await clara.keyring.readDraft("document 1")).toEqual(DRAFT);
  clara.keyring.end();

  const again = await browser(server, owner, { storage });
  await again.until("ready");
  expect(await again.keyring.readDraft("document 1")).toEqual(DRAFT);
});

it("goes when it is dropped, and all of it when its writer signs out", async () => {
  const storage = new IDBFactory();
  const { clara } = await anOpenAccount({ storage });
  await clara.keyring.keepDraft("document 1", DRAFT);
  await clara.keyring.keepDraft("document 2", DRAFT);
  await clara.keyring.dropDraft("document 1");
  expect(await clara.keyring.readDraft("document 1")).toBeNull();
  expect(await clara.keyring.readDraft("document 2")).toEqual(DRAFT);
  await clara.keyring.dropDrafts();
  expect(await everythingIn(storage)).not.toContain("document 2");
});

it("stays in the account it was written in", async () => {
  const storage = new IDBFactory();
  const { clara } = await anOpenAccount({ storage });
  await clara.keyring.keepDraft("document 1", DRAFT);
  const other = await anOpenAccount({ storage });
  expect(await other.clara.keyring.readDraft("document 1")).toBeNull();
});
