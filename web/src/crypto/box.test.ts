/** Every vector of a sealed box opens, and no change of anything around it does. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import vectors from "../../../tests/contracts/crypto-vectors.json" with { type: "json" };
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { boxHash, open, seal, type Box, type BoxContext, type BoxLabel } from "./box.ts";
import { sameBytes, type Bytes } from "./bytes.ts";
import { decodeFields } from "./canonical.ts";
import { BOXES, type Fields } from "./labels.ts";

interface BoxVector extends Box {
  readonly label: string;
  readonly ikm: string;
  readonly context: readonly string[];
  readonly plaintext: string;
  readonly prefixLength: number;
  readonly dataLength: number;
  readonly boxHash: string;
}

const boxes = Object.entries(vectors.boxes as Record<string, BoxVector>);

function contextOf(label: BoxLabel, fields: readonly Bytes[]): Fields<readonly string[]> {
  return decodeFields(BOXES[label] as readonly string[], fields);
}

function openVector(vector: BoxVector, box: Box = vector, fields = vector.context.map(fromBase64Url)): Promise<Bytes> {
  const label = vector.label as BoxLabel;
  return open(fromBase64Url(vector.ikm), label, contextOf(label, fields) as BoxContext<BoxLabel>, box);
}

function flipped(bytes: Bytes, bit: number): Bytes {
  const changed = bytes.slice();
  changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return changed;
}

function flippedText(text: string, byte: number): string {
  return toBase64Url(flipped(fromBase64Url(text), byte * 8));
}

describe.each(boxes)("the box %s", (_name, vector) => {
  const label = vector.label as BoxLabel;
  const dataBytes = fromBase64Url(vector.dataB64u);

  it("opens, and has the hash that statements name", async () => {
    expect(toBase64Url(await openVector(vector))).toBe(vector.plaintext);
    expect(await boxHash(vector)).toBe(vector.boxHash);
    expect(dataBytes.length).toBe(vector.dataLength);
  });

  it("is refused when any field of its context differs", async () => {
    for (let i = 0; i < vector.context.length; i++) {
      const fields = vector.context.map(fromBase64Url);
      const field = fields[i] ?? new Uint8Array();
      fields[i] = flipped(field, (field.length - 1) * 8);
      await expect(openVector(vector, vector, fields), `field ${i}`).rejects.toThrow();
    }
  });

  it("is refused when salt, nonce, version, prefix, commitment, body or tag differs", async () => {
    const commitmentAt = 1 + vector.prefixLength;
    const places = { version: 0, commitment: commitmentAt, body: commitmentAt + 32, tag: dataBytes.length - 1 };
    for (const [what, byte] of Object.entries(places)) {
      await expect(openVector(vector, { ...vector, dataB64u: flippedText(vector.dataB64u, byte) }), what).rejects.toThrow();
    }
    for (let byte = 1; byte < commitmentAt; byte++) {
      const fields = vector.context.map(fromBase64Url);
      const ephemeral = BOXES[label].findIndex((field) => field === "ephemeral:point");
      const data = flipped(dataBytes, byte * 8);
      fields[ephemeral] = data.slice(1, commitmentAt);
      const attempt = async () => openVector(vector, { ...vector, dataB64u: toBase64Url(data) }, fields);
      await expect(attempt(), `prefix byte ${byte}`).rejects.toThrow();
    }
    await expect(openVector(vector, { ...vector, saltB64u: flippedText(vector.saltB64u, 0) })).rejects.toThrow();
    await expect(openVector(vector, { ...vector, ivB64u: flippedText(vector.ivB64u, 0) })).rejects.toThrow();
  });

  it("is refused at another length of salt, nonce or data", async () => {
    const shorter = (text: string) => toBase64Url(fromBase64Url(text).slice(0, -1));
    const longer = (text: string) => toBase64Url(new Uint8Array([...fromBase64Url(text), 0]));
    for (const change of [shorter, longer]) {
      await expect(openVector(vector, { ...vector, saltB64u: change(vector.saltB64u) })).rejects.toThrow();
      await expect(openVector(vector, { ...vector, ivB64u: change(vector.ivB64u) })).rejects.toThrow();
      await expect(openVector(vector, { ...vector, dataB64u: change(vector.dataB64u) })).rejects.toThrow();
    }
    await expect(openVector(vector, { ...vector, dataB64u: "" })).rejects.toThrow();
  });

  it("does not open under any other label", async () => {
    const others = (Object.keys(BOXES) as BoxLabel[]).filter((other) => other !== label);
    for (const other of others) {
      const attempt = async () => {
        const fields = BOXES[other].map((field, i) => {
          const name = field.split(":")[0] ?? "";
          const same = BOXES[label].findIndex((one) => one.startsWith(`${name}:`));
          return fromBase64Url(vector.context[same < 0 ? i : same] ?? "");
        });
        return open(fromBase64Url(vector.ikm), other, contextOf(other, fields) as BoxContext<BoxLabel>, vector);
      };
      await expect(attempt(), other).rejects.toThrow();
    }
  });
});

describe("a sealed box", () => {
  const account = "636b27c0-251b-30aa-ce35-9fd780f60828";
  const bytes = (length: { minLength: number; maxLength: number }) => fc.uint8Array(length).map((array) => new Uint8Array(array));
  const place = { account, user: account, device: account, store: "contacts" };

  it("opens to what was sealed", async () => {
    await fc.assert(
      fc.asyncProperty(bytes({ minLength: 0, maxLength: 300 }), bytes({ minLength: 32, maxLength: 64 }), fc.nat(), async (plaintext, ikm, counter) => {
        const box = await seal(ikm, "local-index", { ...place, counter }, plaintext);
        expect(sameBytes(await open(ikm, "local-index", { ...place, counter }, box), plaintext)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it("is refused after any flip of a single bit", async () => {
    const ikm = new Uint8Array(32).fill(7);
    const box = await seal(ikm, "local-index", { ...place, counter: 1 }, new Uint8Array(40));
    for (const part of ["saltB64u", "ivB64u", "dataB64u"] as const) {
      const original = fromBase64Url(box[part]);
      for (let bit = 0; bit < original.length * 8; bit++) {
        const changed = { ...box, [part]: toBase64Url(flipped(original, bit)) };
        await expect(open(ikm, "local-index", { ...place, counter: 1 }, changed)).rejects.toThrow();
      }
    }
    for (let bit = 0; bit < 256; bit++) {
      await expect(open(flipped(ikm, bit), "local-index", { ...place, counter: 1 }, box)).rejects.toThrow();
    }
  });

  it("never opens as a box of another place", async () => {
    const places = fc.record({
      account: fc.constantFrom(account, "30081e2b-5c04-4882-2182-4a997e9d1194"),
      store: fc.constantFrom("contacts", "contact", "s"),
      counter: fc.constantFrom(0, 1, 256),
    });
    const ikm = new Uint8Array(32).fill(9);
    await fc.assert(
      fc.asyncProperty(places, places, async (left, right) => {
        fc.pre(JSON.stringify(left) !== JSON.stringify(right));
        const box = await seal(ikm, "local-index", { ...place, ...left }, new Uint8Array(3));
        await expect(open(ikm, "local-index", { ...place, ...right }, box)).rejects.toThrow();
      }),
      { numRuns: 40 },
    );
  });

  it("tells a newer version apart from damage", async () => {
    const ikm = new Uint8Array(32);
    const box = await seal(ikm, "local-index", { ...place, counter: 1 }, new Uint8Array(3));
    const newer = fromBase64Url(box.dataB64u);
    newer[0] = 2;
    await expect(open(ikm, "local-index", { ...place, counter: 1 }, { ...box, dataB64u: toBase64Url(newer) }))
      .rejects.toMatchObject({ code: "unimplemented", message: "update the application" });
  });
});
