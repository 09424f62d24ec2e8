/** The primitives agree with the published vectors of Wycheproof and RFC 5869. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

import { toBase64Url } from "./base64url.ts";
import { concat, type Bytes } from "./bytes.ts";
import { hkdf, hmac, pbkdf2, PBKDF2_ITERATIONS } from "./derive.ts";
import { agree, importAgreementKey, type AgreementKey } from "./keys.ts";
import { isLow, verifiesUnder } from "./signature.ts";

// A checkout holds no vectors of others: without a folder of them these tests are skipped, and `./test` says so.
const beside = resolve(import.meta.dirname, "../../../../shared/data/wycheproof");
const named = process.env["WYCHEPROOF_DIR"] ?? "";
const folder = named === "" ? beside : named;
const absent = named === "" && !existsSync(beside);

interface Case {
  readonly tcId: number;
  readonly comment: string;
  readonly result: "valid" | "invalid" | "acceptable";
  readonly [field: string]: unknown;
}

interface Group {
  readonly tests: readonly Case[];
  readonly [field: string]: unknown;
}

function groupsOf(file: string): readonly Group[] {
  const parsed = JSON.parse(readFileSync(resolve(folder, file), "utf8")) as { testGroups: readonly Group[] };
  return parsed.testGroups;
}

function fromHex(hex: unknown): Bytes {
  return Uint8Array.from(String(hex).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function each(file: string, run: (test: Case, group: Group) => Promise<void>, pick: (group: Group) => boolean = () => true) {
  it.skipIf(absent)(`agrees with ${file}`, async () => {
    const groups = groupsOf(file).filter(pick);
    expect(groups.length).toBeGreaterThan(0);
    for (const group of groups) for (const test of group.tests) await run(test, group);
  });
}

async function succeeds(attempt: () => Promise<unknown>): Promise<boolean> {
  try {
    await attempt();
    return true;
  } catch {
    return false;
  }
}

describe("AES-GCM of the browser, as boxes and frames call it", () => {
  const ours = ({ keySize, ivSize, tagSize }: Group) => keySize === 256 && ivSize === 96 && tagSize === 128;
  each("aes_gcm_test.json", async (test) => {
    const key = await crypto.subtle.importKey("raw", fromHex(test["key"]), "AES-GCM", false, ["encrypt", "decrypt"]);
    const cipher = { name: "AES-GCM", iv: fromHex(test["iv"]), additionalData: fromHex(test["aad"]), tagLength: 128 };
    const sealed = concat(fromHex(test["ct"]), fromHex(test["tag"]));
    const opens = await succeeds(() => crypto.subtle.decrypt(cipher, key, sealed));
    expect(opens, test.comment).toBe(test.result === "valid");
    if (!opens) return;
    expect(new Uint8Array(await crypto.subtle.encrypt(cipher, key, fromHex(test["msg"])))).toEqual(sealed);
  }, ours);
});

describe("ECDH", () => {
  const pkcs8 = async (scalar: Bytes): Promise<AgreementKey> => {
    const fixed = concat(new Uint8Array(Math.max(0, 32 - scalar.length)), scalar.slice(-32));
    const start = fromHex("3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420");
    return (await crypto.subtle.importKey("pkcs8", concat(start, fixed), { name: "ECDH", namedCurve: "P-256" }, false, ["deriveBits"])) as AgreementKey;
  };

  each("ecdh_secp256r1_ecpoint_test.json", async (test) => {
    const point = fromHex(test["public"]);
    const attempt = async () => agree(await pkcs8(fromHex(test["private"])), toBase64Url(point));
    // Compressed points are valid for others; with us a key has one encoding.
    if (test.result === "valid") expect(await attempt(), test.comment).toEqual(fromHex(test["shared"]));
    else await expect(attempt(), test.comment).rejects.toThrow();
  });

  each("ecdh_secp256r1_webcrypto_test.json", async (test) => {
    const part = (jwk: JsonWebKey, name: "x" | "y" | "d") => new Uint8Array(Buffer.from(jwk[name] ?? "", "base64url"));
    const theirs = test["public"] as JsonWebKey;
    const mine = test["private"] as JsonWebKey;
    const point = (jwk: JsonWebKey) => toBase64Url(concat(new Uint8Array([4]), part(jwk, "x"), part(jwk, "y")));
    const attempt = async () => {
      if (theirs.crv !== "P-256") throw new Error("another curve");
      return agree(await importAgreementKey(part(mine, "d"), point(mine)), point(theirs));
    };
    if (test.result === "valid") expect(await attempt(), test.comment).toEqual(fromHex(test["shared"]));
    else await expect(attempt(), test.comment).rejects.toThrow();
  });
});

describe("ECDSA", () => {
  each("ecdsa_secp256r1_sha256_p1363_test.json", async (test, group) => {
    const point = toBase64Url(fromHex((group["publicKey"] as { uncompressed: string }).uncompressed));
    const signature = fromHex(test["sig"]);
    const accepted = await verifiesUnder(point, fromHex(test["msg"]), toBase64Url(signature));
    // Signatures with the high s are valid for others and refused by us.
    expect(accepted, test.comment).toBe(test.result === "valid" && isLow(signature));
  });
});

describe("HKDF", () => {
  each("hkdf_sha256_test.json", async (test) => {
    const attempt = () => hkdf(fromHex(test["ikm"]), fromHex(test["salt"]), fromHex(test["info"]), test["size"] as number);
    if (test.result === "valid") expect(await attempt(), test.comment).toEqual(fromHex(test["okm"]));
    else await expect(attempt(), test.comment).rejects.toThrow();
  });

  it("agrees with the examples of RFC 5869, appendix A", async () => {
    const range = (from: number, to: number) => Uint8Array.from({ length: to - from + 1 }, (_, i) => from + i);
    const examples: [Bytes, Bytes, Bytes, number, string][] = [
      [new Uint8Array(22).fill(0x0b), range(0, 12), range(0xf0, 0xf9), 42,
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"],
      [range(0, 0x4f), range(0x60, 0xaf), range(0xb0, 0xff), 82,
        "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"],
      [new Uint8Array(22).fill(0x0b), concat(), concat(), 42,
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"],
    ];
    for (const [ikm, salt, info, length, okm] of examples) expect(await hkdf(ikm, salt, info, length)).toEqual(fromHex(okm));
  });
});

describe("HMAC", () => {
  each("hmac_sha256_test.json", async (test, group) => {
    const tag = (await hmac(fromHex(test["key"]), fromHex(test["msg"]))).slice(0, (group["tagSize"] as number) / 8);
    expect(toBase64Url(tag) === toBase64Url(fromHex(test["tag"])), test.comment).toBe(test.result === "valid");
  });
});

describe("PBKDF2", () => {
  each("pbkdf2_hmacsha256_test.json", async (test) => {
    const iterations = test["iterationCount"] as number;
    const [password, salt] = [fromHex(test["password"]), fromHex(test["salt"])];
    if (iterations < PBKDF2_ITERATIONS) {
      await expect(pbkdf2(password, salt, iterations)).rejects.toThrow();
      const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
      const bits = await crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt, iterations }, key, (test["dkLen"] as number) * 8);
      expect(new Uint8Array(bits), test.comment).toEqual(fromHex(test["dk"]));
    } else {
      expect((await pbkdf2(password, salt, iterations)).slice(0, test["dkLen"] as number)).toEqual(fromHex(test["dk"]).slice(0, 32));
    }
  });
});
