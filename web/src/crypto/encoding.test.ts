/** Encodings have one form each: canonical fields, base64url, labels, points, signatures, paddings. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import vectors from "../../../tests/contracts/crypto-vectors.json" with { type: "json" };
import { fromBase64, fromBase64Url, toBase64, toBase64Url } from "./base64url.ts";
import { type Bytes } from "./bytes.ts";
import { decodeCanonical, decodeFields, encodeCanonical, encodeFields } from "./canonical.ts";
import { idBytes, idText } from "./ids.ts";
import { agree, generateAgreementPair, importAgreementKey, importAgreementPoint, importSigningKey, importVerifyingKey } from "./keys.ts";
import { LABELS } from "./labels.ts";
import { padDocument, padme, unpadDocument } from "./padding.ts";
import { isLow, sign, verifiesUnder } from "./signature.ts";

function fromHex(hex: string): Bytes {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

const anyBytes = fc.uint8Array({ maxLength: 40 }).map((array) => new Uint8Array(array));

describe("the canonical encoding", () => {
  const { label, fields, hex, refuse } = vectors.encoding;

  it("is that of the vector, both ways", () => {
    const bytes = fields.map(fromHex);
    expect(encodeCanonical(label, bytes)).toEqual(fromHex(hex));
    expect(decodeCanonical(fromHex(hex))).toEqual({ label, fields: bytes });
  });

  it.each(Object.entries(refuse))("refuses: %s", (_name, bad) => {
    expect(() => decodeCanonical(fromHex(bad))).toThrow();
  });

  it("is injective", () => {
    const values = fc.tuple(fc.constantFrom("e2ee.v1.a", "e2ee.v1.ab"), fc.array(anyBytes, { maxLength: 4 }));
    fc.assert(
      fc.property(values, values, ([labelA, fieldsA], [labelB, fieldsB]) => {
        const same = toBase64Url(encodeCanonical(labelA, fieldsA)) === toBase64Url(encodeCanonical(labelB, fieldsB));
        const equal = labelA === labelB && JSON.stringify(fieldsA.map(toBase64Url)) === JSON.stringify(fieldsB.map(toBase64Url));
        expect(same).toBe(equal);
      }),
    );
  });

  it("decodes whatever it encoded and refuses every cut of it", () => {
    fc.assert(
      fc.property(fc.array(anyBytes, { maxLength: 5 }), (list) => {
        const bytes = encodeCanonical("e2ee.v1.example", list);
        expect(decodeCanonical(bytes).fields).toEqual(list);
        for (let end = 0; end < bytes.length; end++) expect(() => decodeCanonical(bytes.slice(0, end))).toThrow();
      }),
      { numRuns: 40 },
    );
  });

  it("refuses labels that are not ours, and lists that are too long", () => {
    expect(() => encodeCanonical("e2ee.v2.example", [])).toThrow();
    expect(() => encodeCanonical("e2ee.v1.é", [])).toThrow();
    expect(() => encodeCanonical(`e2ee.v1.${"a".repeat(250)}`, [])).toThrow();
    expect(() => encodeCanonical("e2ee.v1.example", Array.from({ length: 256 }, () => new Uint8Array()))).toThrow();
  });

  it("keeps each kind of field to its one form", () => {
    const refuse = (spec: string, bytes: Bytes) => expect(() => decodeFields([spec], [bytes])).toThrow();
    refuse("a:id", new Uint8Array(15));
    refuse("a:u64", new Uint8Array(7));
    refuse("a:u64", new Uint8Array(8).fill(255));
    refuse("a:hash", new Uint8Array(31));
    refuse("a:hash", new Uint8Array(0));
    refuse("a:point", new Uint8Array(65));
    refuse("a:text", new Uint8Array([0xff]));
    refuse("a:text", new TextEncoder().encode("e\u0301"));
    expect(decodeFields(["a:hash?"], [new Uint8Array(0)])).toEqual({ a: null });
    expect(() => encodeFields(["a:id"], { a: "" })).toThrow();
    expect(() => encodeFields(["a:u64"], { a: -1 })).toThrow();
    expect(encodeFields(["a:text"], { a: "e\u0301" })).toEqual([new TextEncoder().encode("\u00e9")]);
  });

  it("has one field list per label, with a name for each field", () => {
    for (const [name, fields] of Object.entries(LABELS)) {
      expect(name).toMatch(/^e2ee\.v1\.[a-z.-]+$/);
      const names = fields.map((field) => field.split(":")[0]);
      expect(new Set(names).size, name).toBe(names.length);
      for (const field of fields) expect(field).toMatch(/^[a-zA-Z]+:(id|u64|text|hash|point|roles|bytes)[?*]?$/);
    }
  });
});

describe("base64url", () => {
  it.each(vectors.base64url.accept)("takes %j", (text) => expect(toBase64Url(fromBase64Url(text))).toBe(text));
  it.each(vectors.base64url.refuse)("refuses %j", (text) => expect(() => fromBase64Url(text)).toThrow());

  it("agrees with the platform on any bytes", () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString("base64url"));
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
        expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
        expect(fromBase64(toBase64(bytes))).toEqual(bytes);
      }),
    );
  });
});

describe("identifiers", () => {
  it("are sixteen bytes and one text", () => {
    fc.assert(fc.property(fc.uuid(), (id) => idText(idBytes(id)) === id));
    expect(() => idBytes("636B27C0-251B-30AA-CE35-9FD780F60828")).toThrow();
    expect(() => idBytes("636b27c0251b30aace359fd780f60828")).toThrow();
  });
});

describe("public keys", () => {
  it.each(Object.entries(vectors.publicKeyRefuse))("are refused when %s", async (_name, point) => {
    await expect(importAgreementPoint(point)).rejects.toThrow();
    await expect(importVerifyingKey(point)).rejects.toThrow();
  });

  it("belong to their scalars", async () => {
    const { dev1Ecdh, dev2Ecdh, dev1Ecdsa, dev2Ecdsa } = vectors.keys;
    await importAgreementKey(fromBase64Url(dev1Ecdh.d), dev1Ecdh.public);
    await importSigningKey(fromBase64Url(dev1Ecdsa.d), dev1Ecdsa.public);
    await expect(importAgreementKey(fromBase64Url(dev1Ecdh.d), dev2Ecdh.public)).rejects.toThrow();
    await expect(importSigningKey(fromBase64Url(dev1Ecdsa.d), dev2Ecdsa.public)).rejects.toThrow();
  });

  it("stay inside: no private key can be exported", async () => {
    const pair = await generateAgreementPair();
    const key = await importAgreementKey(pair.scalar, pair.point);
    expect(key.extractable).toBe(false);
    await expect(crypto.subtle.exportKey("jwk", key)).rejects.toThrow();
    expect(await agree(key, pair.point)).toHaveLength(32);
  });
});

describe("signatures", () => {
  const { statement, ...refuse } = vectors.signatureRefuse;
  const bytes = fromBase64Url(vectors.statements[statement as "recordPut"].bytes);
  const signer = vectors.keys.dev1Ecdsa;

  it.each(Object.entries(refuse))("are refused: %s", async (_name, signature) => {
    expect(await verifiesUnder(signer.public, bytes, signature)).toBe(false);
  });

  it("are made with the low s, and verify", async () => {
    const key = await importSigningKey(fromBase64Url(signer.d), signer.public);
    for (let i = 0; i < 30; i++) {
      const signature = await sign(key, new Uint8Array([i]));
      expect(isLow(fromBase64Url(signature))).toBe(true);
      expect(await verifiesUnder(signer.public, new Uint8Array([i]), signature)).toBe(true);
      expect(await verifiesUnder(signer.public, new Uint8Array([i + 1]), signature)).toBe(false);
    }
  });
});

describe("padding", () => {
  it.each(vectors.padme)("takes %i to %i", (size, padded) => expect(padme(size ?? 0)).toBe(padded));

  it.each(Object.entries(vectors.boxes.record.refusePlaintext))("is refused: %s", (_name, text) => {
    expect(() => unpadDocument(fromBase64Url(text))).toThrow();
  });

  it("costs at most 12 % and is found again", () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 2 ** 42 }), (size) => {
      expect(padme(size)).toBeGreaterThanOrEqual(size);
      expect(padme(size)).toBeLessThanOrEqual(size * 1.12);
      expect(padme(padme(size))).toBe(padme(size));
    }));
    fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), (document) => {
      expect(unpadDocument(padDocument(new Uint8Array(document)))).toEqual(new Uint8Array(document));
    }));
  });
});
