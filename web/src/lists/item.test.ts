/** Facts come from what was verified, whatever else an answer carries. */
import { expect, test } from "vitest";

import type { Answered } from "../api/answered";
import type { VerifiedItem } from "../keyring/contract";
import { itemOf, textIn, type ItemKind } from "./item";

const KIND: ItemKind<{ expiresOn: string | null }> = { kind: "document", factsIn: (attributes) => ({ expiresOn: textIn(attributes, "expiresOn") }) };
const LIES = { expiresOn: "2099-12-31", state: "deleted", deleted: true, audience: ["eve"], owed: ["eve"], updatedAt: "2099-12-31", updatedBy: "eve", createdBy: "eve", lifecycle: "deleted", hash: "of another" };
const ANSWER = {
  id: "a", version: 1, later: [], word: { ...LIES }, ...LIES,
  sealed: { attrs: { ...LIES }, attrsSaltB64u: "", ivB64u: "", saltB64u: "", dataB64u: "", wraps: [], statementB64u: "", signatureB64u: "" },
} as unknown as Answered;
const VERIFIED = {
  attributes: { expiresOn: "2031-02-28", state: "active" }, audience: ["member"], owed: [], deleted: false,
  creator: "clara", createdAt: "2026-01-01", author: "jonas", at: "2026-02-02", hash: "of the newest",
} as unknown as VerifiedItem;

test("every fact is that of the statements, and none is that of the row, its word or its attributes", () => {
  expect(itemOf(KIND, ANSWER, VERIFIED)).toMatchObject({
    expiresOn: "2031-02-28", lifecycle: "active", deleted: false, audience: ["member"], owed: [],
    createdBy: "clara", createdAt: "2026-01-01", updatedBy: "jonas", updatedAt: "2026-02-02", hash: "of the newest",
  });
});

test("of what was not verified there is no fact", () => {
  expect(itemOf(KIND, ANSWER, null)).toMatchObject({
    expiresOn: null, lifecycle: "active", deleted: false, audience: [], owed: [], createdBy: null, createdAt: null, updatedBy: null, updatedAt: null, hash: null,
  });
});
