/** The table of statements, and lists of roles in them, are those of the vectors. */
import { describe, expect, it } from "vitest";

import vectors from "../../../tests/contracts/crypto-vectors.json" with { type: "json" };
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { decodeRoles, encodeRoles } from "./canonical.ts";
import { idText } from "./ids.ts";
import { CONTENT_STATEMENTS, HEADER, KEY_STATEMENTS } from "./labels.ts";

const SIZES: Readonly<Record<string, string>> = { id: "16", u64: "8", hash: "32", point: "65", text: "text", roles: "roles", bytes: "32" };

/** A field of our table as the vectors write it: name, size, and a question mark where it may be absent. */
function asVector(field: string): string {
  const [name = "", kind = ""] = field.split(":");
  const absent = kind.endsWith("?") ? "?" : "";
  return `${name}:${SIZES[kind.replace("?", "")] ?? "?"}${absent}`;
}

describe("the table of statements", () => {
  it("is that of the vectors, type by type and field by field", () => {
    const ours = { header: HEADER, ...KEY_STATEMENTS, ...CONTENT_STATEMENTS } as Readonly<Record<string, readonly string[]>>;
    const written = Object.fromEntries(Object.entries(ours).map(([type, fields]) => [type, fields.map(asVector)]));
    expect(written).toEqual(vectors.statementFields);
  });
});

describe("a list of roles", () => {
  const id = (hex: string) => idText(Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));

  it.each(vectors.audience.accept as [string[], string][])("of %j has one encoding", (roles, bytes) => {
    expect(toBase64Url(encodeRoles(roles.map(id)))).toBe(bytes);
    expect(decodeRoles(fromBase64Url(bytes))).toEqual(roles.map(id));
  });

  it.each(Object.entries(vectors.audience.refuse))("is refused: %s", (_name, bytes) => {
    expect(() => decodeRoles(fromBase64Url(bytes))).toThrow();
  });

  it("is not written out of order, twice, or empty", () => {
    const [first = "", second = ""] = (vectors.audience.accept[1]?.[0] as string[]).map(id);
    for (const roles of [[second, first], [first, first], []]) expect(() => encodeRoles(roles)).toThrow();
  });
});
