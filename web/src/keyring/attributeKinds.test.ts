/** A screen's values become signed attributes of the right type, or nothing. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { encodeAttributes, type AttributeValue } from "../crypto/attributes.ts";
import { toBase64Url } from "../crypto/base64url.ts";
import { utf8 } from "../crypto/bytes.ts";
import { changedAttributes, decodedAttributes, typedAttributes } from "./attributeKinds.ts";
import source from "./attributeKinds.ts?raw";
import { isCommonPassphrase } from "./commonPassphrases.ts";

describe("attributes", () => {
  it("get the type that their kind gives them, and absent ones are left out", () => {
    expect(typedAttributes("document", { state: "active", remindDays: [30, 7], noteOnly: false, expiresOn: null, topicIds: undefined })).toEqual({
      state: { is: "text", value: "active" }, remindDays: { is: "integers", value: [30, 7] }, noteOnly: { is: "flag", value: false },
    });
  });

  it("that do not exist, or have another type, are refused", () => {
    expect(() => typedAttributes("document", { title: "Passport" })).toThrow("no attribute title");
    expect(() => typedAttributes("document", { remindDays: ["7"] })).toThrow("another type");
    expect(() => typedAttributes("secret", {})).toThrow();
  });
});

type Is = AttributeValue["is"];

/** What may be given, and as what it comes back: what has no value is not there, and what has no order is sorted. */
const VALUES: Record<Is, [fc.Arbitrary<unknown>, (given: never) => unknown]> = {
  id: [fc.uuid(), (id) => id],
  text: [fc.string({ unit: "binary" }), (text: string) => text.normalize("NFC") || undefined],
  integer: [fc.maxSafeNat(), (number) => number],
  flag: [fc.boolean(), (flag) => flag || undefined],
  ids: [fc.array(fc.uuid()), (ids: string[]) => (ids.length > 0 ? [...ids].sort() : undefined)],
  "ids in order": [fc.array(fc.uuid()), (ids: string[]) => (ids.length > 0 ? ids : undefined)],
  integers: [fc.array(fc.maxSafeNat()), (numbers: number[]) => (numbers.length > 0 ? [...numbers].sort((a, b) => a - b) : undefined)],
};

/** Every kind with its attributes and their types, as the source says. */
const KINDS = [...source.matchAll(/^ {2}"?([\w-]+)"?: \{([^}]*)\},$/gm)].map(([, kind = "", body = ""]) => ({
  kind,
  attributes: [...body.matchAll(/(\w+): "([\w ]+)"/g)].map(([, name = "", is = ""]) => ({ name, is: is as Is })),
}));

describe("decoding is the reverse of encoding", () => {
  it("knows all kinds and every type that they use", () => {
    expect(KINDS.map(({ kind }) => kind).sort()).toEqual([
      "comment", "contact", "document", "file", "profile", "profile-group", "profile-sub-group", "saved-filter", "status", "task", "topic", "vendor",
    ]);
    const used = new Set(KINDS.flatMap(({ attributes }) => attributes.map(({ is }) => is)));
    expect([...used].sort()).toEqual(["flag", "id", "ids", "ids in order", "integers", "text"]);
  });

  it.each(KINDS)("for a $kind, whatever its attributes are", ({ kind, attributes }) => {
    const values = fc.record(Object.fromEntries(attributes.map(({ name, is }) => [name, fc.option(VALUES[is][0])])), { requiredKeys: [] });
    fc.assert(
      fc.property(values, (given: Record<string, unknown>) => {
        const back = attributes.flatMap(({ name, is }) => {
          const value = given[name] ?? undefined;
          const read = value === undefined ? undefined : VALUES[is][1](value as never);
          return read === undefined ? [] : [[name, read]];
        });
        expect(decodedAttributes(kind, encodeAttributes(typedAttributes(kind, given)))).toStrictEqual(Object.fromEntries(back));
      }),
    );
  });

  const bytes = (length: number) => toBase64Url(new Uint8Array(length).fill(1));
  it.each([
    ["task", "statusId", "an id", [bytes(15), bytes(17), bytes(32), ""]],
    ["task", "profileIds", "a set of ids", [bytes(15), bytes(24), bytes(33)]],
    ["document", "versions", "ids in order", [bytes(1), bytes(31)]],
    ["document", "remindDays", "numbers", [bytes(7), bytes(12), toBase64Url(new Uint8Array(8).fill(255))]],
    ["document", "noteOnly", "a flag", [toBase64Url(new Uint8Array([0])), toBase64Url(new Uint8Array([2])), bytes(2), ""]],
    ["document", "state", "a text", [toBase64Url(new Uint8Array([0xc3, 0x28])), "*"]],
  ])("of a %s, %s takes nothing that is not %s", (kind, name, _what, wrong) => {
    for (const encoded of wrong) expect(() => decodedAttributes(kind, { [name]: encoded })).toThrow();
  });

  it("passes over what only a later version knows, and knows no other kinds", () => {
    expect(decodedAttributes("document", { future: toBase64Url(utf8("x")), state: toBase64Url(utf8("active")) })).toEqual({ state: "active" });
    expect(() => decodedAttributes("secret", {})).toThrow();
  });
});

describe("a change", () => {
  it("names what is set and what is taken away, and leaves out what nobody has touched", () => {
    expect(changedAttributes("document", { state: "archived", expiresOn: null, topicIds: undefined })).toEqual({ state: { is: "text", value: "archived" }, expiresOn: null });
    expect(() => changedAttributes("document", { title: "Passport" })).toThrow("no attribute title");
    expect(() => changedAttributes("document", { remindDays: ["7"] })).toThrow("another type");
  });
});

describe("a pass-phrase", () => {
  it("that everybody tries first is common, whatever stands between its letters", () => {
    expect(isCommonPassphrase("Correct horse battery staple!")).toBe(true);
    expect(isCommonPassphrase("aaaaaaaaaaaaaaaa")).toBe(true);
    expect(isCommonPassphrase("abc abc abc abc abc")).toBe(true);
    expect(isCommonPassphrase("seven grey herons on the quay")).toBe(false);
  });
});
