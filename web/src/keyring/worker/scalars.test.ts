/** The scalars of a device are in memory only until the unlock cache is sealed or refused. */
import { expect, it } from "vitest";

import { toBase64Url } from "../../crypto/base64url.ts";
import { randomBytes } from "../../crypto/bytes.ts";
import { deviceOperations } from "./deviceOperations.ts";
import { openVault } from "./operations.ts";

const PROOF = { by: "passphrase", passphrase: "a long enough sentence" } as const;
const halves = () => ({ localSecretB64u: toBase64Url(randomBytes(32)), shareB64u: toBase64Url(randomBytes(32)) });

async function anUnlockedVault() {
  const vault = await openVault({ account: crypto.randomUUID(), pin: null, anchors: [], acknowledged: [] });
  const operations = deviceOperations(vault);
  const { identity, encryptedPrivateKey: kept } = await operations.createDevice({ user: crypto.randomUUID(), proof: PROOF });
  const held = () => vault.device?.secret ?? null;
  return { operations, identity, kept, held };
}

const isWiped = (bytes: Uint8Array | null) => bytes?.every((byte) => byte === 0);

it("are wiped when the cache is sealed, and the device stays open", async () => {
  const { operations, held } = await anUnlockedVault();
  const scalars = held();
  expect(isWiped(scalars)).toBe(false);
  expect(await operations.sealCache(halves())).not.toBeNull();
  expect([held(), isWiped(scalars)]).toEqual([null, true]);
  expect(await operations.sealCache(halves())).toBeNull();
});

it("are wiped when no cache is wanted", async () => {
  const { operations, held } = await anUnlockedVault();
  const scalars = held();
  await operations.forgetSecret();
  expect([held(), isWiped(scalars)]).toEqual([null, true]);
});

it("come back with an unlock and with the cache, and go again", async () => {
  const { operations, identity, kept, held } = await anUnlockedVault();
  const secrets = halves();
  const sealed = await operations.sealCache(secrets);
  await operations.unlock({ identity, kept, proof: PROOF });
  const unlocked = held();
  expect(isWiped(unlocked)).toBe(false);
  await operations.forgetSecret();
  if (!sealed) throw new Error("There were scalars to seal.");
  await operations.openCache({ identity, ...sealed, ...secrets });
  const cached = held();
  expect(isWiped(cached)).toBe(false);
  await operations.sealCache(halves());
  expect([held(), isWiped(unlocked), isWiped(cached)]).toEqual([null, true, true]);
});
