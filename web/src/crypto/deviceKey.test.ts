/** Device keys open by every way that protects them and by no other, and recovery files say what they must. */
import { describe, expect, it } from "vitest";

import vectors from "../../../tests/contracts/crypto-vectors.json" with { type: "json" };
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { u64 } from "./bytes.ts";
import { pbkdf2 } from "./derive.ts";
import {
  deviceKey, deviceSecret, localKey, openByPassphrase, openByPrf, openRecovery, passphraseBytes, protectByPassphrase, protectByPrf,
  sealRecovery, type DeviceIdentity, type ProtectedKey,
} from "./deviceKey.ts";
import { idText } from "./ids.ts";
import { openLocal } from "./localIndex.ts";
import { readRecoveryFile, recoveryLine, writeRecoveryFile } from "./recoveryFile.ts";
import { openUnlockCache, sealUnlockCache } from "./unlockCache.ts";

const id = (hex: string) => idText(Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
const account = id(vectors.ids.account);
const user1 = id(vectors.ids.user1);
const user2 = id(vectors.ids.user2);
const device1: DeviceIdentity = {
  account, user: user1, device: id(vectors.ids.device1),
  ecdhPublic: vectors.keys.dev1Ecdh.public, ecdsaPublic: vectors.keys.dev1Ecdsa.public,
};
const device2: DeviceIdentity = {
  account, user: user2, device: id(vectors.ids.device2),
  ecdhPublic: vectors.keys.dev2Ecdh.public, ecdsaPublic: vectors.keys.dev2Ecdsa.public,
};
const boxes = vectors.boxes;

describe("device keys", () => {
  const secret = deviceSecret(fromBase64Url(boxes.recovery.plaintext));
  const now = new Date("2026-11-20T09:00:00.000Z");
  const kept = (name: "devicePassphrase" | "devicePrf", kdf: ProtectedKey["kdf"], aadB64u: string): ProtectedKey =>
    ({ kdf, ivB64u: boxes[name].ivB64u, dataB64u: boxes[name].dataB64u, aadB64u, createdAt: now.toISOString() });
  const { passphrase, iterations, saltB64u, aadB64u } = boxes.devicePassphrase;
  const byPassphrase = kept("devicePassphrase", { name: "PBKDF2", hash: "SHA-256", iterations, saltB64u }, aadB64u);
  const authenticator = { credentialIdB64u: boxes.devicePrf.credentialIdB64u, prfInputB64u: boxes.devicePrf.prfInputB64u };

  it("open by pass-phrase, whatever form its characters have", async () => {
    expect(toBase64Url(await pbkdf2(passphraseBytes(passphrase), fromBase64Url(saltB64u), iterations))).toBe(boxes.devicePassphrase.ikm);
    expect(await openByPassphrase(device1, byPassphrase, passphrase)).toEqual(secret);
    expect(await openByPassphrase(device1, byPassphrase, passphrase.normalize("NFD"))).toEqual(secret);
    await expect(openByPassphrase(device1, byPassphrase, `${passphrase}.`)).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(openByPassphrase(device1, byPassphrase, "")).rejects.toThrow("Pass-phrase required to unlock key.");
    await expect(openByPassphrase({ ...device1, user: user2 }, byPassphrase, passphrase)).rejects.toThrow();
  });

  it("refuse derivation numbers that come from a tampered disk", async () => {
    const weaker = (change: object) => ({ ...byPassphrase, kdf: { ...byPassphrase.kdf, ...change } }) as ProtectedKey;
    for (const change of [{ iterations: 209_999 }, { iterations: 5_000_001 }, { iterations: 210_000.5 }, { hash: "SHA-1" }, { name: "HKDF-PRF" }]) {
      await expect(openByPassphrase(device1, weaker(change), passphrase)).rejects.toThrow();
    }
    await expect(openByPassphrase(device1, { ...byPassphrase, aadB64u: "AA" }, passphrase)).rejects.toThrow();
  });

  it("open by the authenticator's secret only", async () => {
    const result = fromBase64Url(boxes.devicePrf.ikm);
    const protectedKey = await protectByPrf(device1, secret, authenticator, result, now);
    const vector = kept("devicePrf", { name: "HKDF-PRF", saltB64u: boxes.devicePrf.saltB64u }, protectedKey.aadB64u);
    expect(await openByPrf(device1, vector, authenticator, result)).toEqual(secret);
    expect(await openByPrf(device1, protectedKey, authenticator, result)).toEqual(secret);
    for (const wrong of [undefined, new Uint8Array(32), new Uint8Array(31).fill(1)]) {
      await expect((async () => openByPrf(device1, vector, authenticator, wrong as never))()).rejects.toThrow("PRF result missing from authenticator.");
    }
    await expect(openByPrf(device1, vector, authenticator, new Uint8Array(32).fill(1))).rejects.toMatchObject({ code: "data_loss" });
    await expect(openByPrf(device1, vector, { ...authenticator, credentialIdB64u: "AAAA" }, result)).rejects.toThrow();
  });

  it("are protected by a pass-phrase of 15 characters or more", async () => {
    await expect(protectByPassphrase(device1, secret, "only 14 chars!", now)).rejects.toThrow();
    const made = await protectByPassphrase(device1, secret, "fifteen chars !", now);
    expect(await openByPassphrase(device1, made, "fifteen chars !")).toEqual(secret);
  });

  it("open from the recovery envelope and from the cache within its day", async () => {
    const recoverySecret = fromBase64Url(boxes.recovery.ikm);
    expect(await openRecovery(device1, recoverySecret, boxes.recovery)).toEqual(secret);
    await expect(openRecovery(device2, recoverySecret, boxes.recovery)).rejects.toThrow("Invalid recovery key.");
    expect(await openRecovery(device1, recoverySecret, await sealRecovery(device1, secret, recoverySecret))).toEqual(secret);

    const { localSecret, serverShare, createdAt } = boxes.unlockCache;
    const halves = { localSecret: fromBase64Url(localSecret), serverShare: fromBase64Url(serverShare) };
    const day = 24 * 60 * 60 * 1000;
    expect(await openUnlockCache(device1, halves, createdAt, createdAt + day, boxes.unlockCache)).toEqual(secret);
    await expect(openUnlockCache(device1, halves, createdAt, createdAt + day + 1, boxes.unlockCache)).rejects.toThrow();
    await expect(openUnlockCache(device1, halves, createdAt, createdAt - 1, boxes.unlockCache)).rejects.toThrow();
    const swapped = { localSecret: halves.serverShare, serverShare: halves.localSecret };
    await expect(openUnlockCache(device1, swapped, createdAt, createdAt, boxes.unlockCache)).rejects.toThrow();
    const again = await sealUnlockCache(device1, secret, halves, createdAt);
    expect(await openUnlockCache(device1, halves, createdAt, createdAt, again)).toEqual(secret);
  });

  it("become usable keys and a local key", async () => {
    const key = await deviceKey(device1, secret);
    expect(key.agreement.extractable || key.signing.extractable).toBe(false);
    await expect(deviceKey({ ...device1, user: user2 }, secret)).rejects.toThrow();
    const { store, counter, plaintext, ikm } = boxes.localIndex;
    expect(toBase64Url(await localKey(device1, secret))).toBe(ikm);
    expect(toBase64Url(await openLocal(await localKey(device1, secret), device1, { store, counter }, boxes.localIndex))).toBe(plaintext);
  });
});

describe("the recovery file", () => {
  const secret = fromBase64Url(boxes.recovery.ikm);
  const line = boxes.recovery.recoveryKey;
  const notes = {
    account, accountFingerprint: vectors.fingerprint, device: toBase64Url(u64(1)), log: { size: 11, root: vectors.accountHead.root },
    logKey: vectors.accountHead.logPublicKey, created: "2026-11-20",
  };

  it("has the line of the vector and gives back what was noted", async () => {
    expect(await recoveryLine(secret)).toBe(line);
    const read = await readRecoveryFile(`\uFEFF\r\n${(await writeRecoveryFile(secret, notes)).replaceAll("\n", "\r\n")}`);
    expect(read).toEqual({ secret, notes });
    expect((await readRecoveryFile(`  ${line}  `)).notes).toEqual({});
    expect((await readRecoveryFile(`# shoe-size: 43\n# log: 01 x\n\n${line}`)).notes).toEqual({});
  });

  it.each(["", "# only a comment", "no-dot", `${line}.x`, `${line}=`, `a${line}`, line.slice(1), `.${line.slice(44)}`])(
    "is refused by its format: %j", async (text) => {
      await expect(readRecoveryFile(text)).rejects.toMatchObject({ code: "invalid_argument", message: "Invalid recovery key format." });
    });

  it("is refused by its checksum", async () => {
    const wrong = `${line.startsWith("A") ? "B" : "A"}${line.slice(1)}`;
    await expect(readRecoveryFile(wrong)).rejects.toMatchObject({ message: "Invalid recovery key (checksum)." });
  });
});
