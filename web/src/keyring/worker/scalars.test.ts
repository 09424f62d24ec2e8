/** The scalars of a device are in memory only until the unlock cache is sealed or refused. */
import "fake-indexeddb/auto";
import { expect, it } from "vitest";

import { deviceOperations } from "./deviceOperations.ts";
import { openVault } from "./operations.ts";

const PROOF = { by: "passphrase", passphrase: "a long enough sentence" } as const;

async function anUnlockedVault() {
  const vault = await openVault({ account: crypto.randomUUID(), pin: null, anchors: [], acknowledged: [] });
  const operations = deviceOperations(vault);
  const { identity, encryptedPrivateKey: kept } = await operations.createDevice({ user: crypto.randomUUID(), proof: PROOF });
  const held = () => vault.device?.secret ?? null;
  return { operations, identity, kept, held };
}

const isWiped = (bytes: Uint8Array | null) => bytes?.every((byte) => byte === 0);

it("are wiped when the cache is kept, and the device stays open", async () => {
  const { operations, held } = await anUnlockedVault();
  const scalars = held();
  const sealed = await operations.sealCache();
  expect(isWiped(scalars), "they are sealed once more where the server took no share").toBe(false);
  await operations.cacheIsKept(sealed ?? { createdAt: 0 });
  expect([held(), isWiped(scalars)]).toEqual([null, true]);
  expect(await operations.sealCache()).toBeNull();
});

it("are wiped when no cache is wanted", async () => {
  const { operations, held } = await anUnlockedVault();
  const scalars = held();
  await operations.forgetSecret();
  expect([held(), isWiped(scalars)]).toEqual([null, true]);
});

it("come back with an unlock and with the cache, and go again", async () => {
  const { operations, identity, kept, held } = await anUnlockedVault();
  const sealed = await operations.sealCache();
  if (!sealed) throw new Error("There were scalars to seal.");
  await operations.cacheIsKept(sealed);
  await operations.unlock({ identity, kept, proof: PROOF });
  const unlocked = held();
  expect(isWiped(unlocked)).toBe(false);
  await operations.forgetSecret();
  await operations.openCache({ identity, ...sealed });
  const cached = held();
  expect(isWiped(cached)).toBe(false);
  await operations.forgetSecret();
  expect([held(), isWiped(unlocked), isWiped(cached)]).toEqual([null, true, true]);
});
