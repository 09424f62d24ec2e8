/** What older apps wrote is read as what this one writes; what newer ones wrote is neither read nor written over. */
import { expect, test } from "vitest";

import type { Document } from "../../crypto/record.ts";
import { isText } from "../../payloads/fit.ts";
import { PAYLOADS, type PayloadKind } from "../../payloads/kinds.generated.ts";
import { UPGRADES } from "../../payloads/upgrades.ts";
import { decoded, demandReadable, demandWritable, type Forms } from "./decoding.ts";

/** The third version of topics: first `title`, then `name`, then `name` with `at`. */
const FORMS: Forms = {
  of: { topic: { version: 3, fault: (value) => (isText((value as Document)["name"]) && isText((value as Document)["at"]) ? null : "name") } },
  upgrades: {
    topic: {
      1: ({ title, ...kept }) => ({ ...kept, v: 2, name: title }),
      2: (before) => ({ ...before, v: 3, at: "harbour" }),
    },
  },
};

test("contents of every version become those of the newest, and what nobody knows is kept", () => {
  const now = { v: 3, name: "Boat", at: "harbour", later: 7 };
  expect(decoded("topic", 1, { v: 1, title: "Boat", later: 7 }, FORMS)).toEqual(now);
  expect(decoded("topic", 2, { v: 2, name: "Boat", later: 7 }, FORMS)).toEqual(now);
  expect(decoded("topic", 3, now, FORMS)).toEqual(now);
});

test("what comes out of an upgrade is checked like everything else", () =>
  expect(() => decoded("topic", 1, { v: 1 }, FORMS)).toThrow(expect.objectContaining({ name: "Unfit", kind: "name" })));

test("contents of another version than the signed one are unfit", () =>
  expect(() => decoded("topic", 3, { v: 1, title: "Boat" }, FORMS)).toThrow(expect.objectContaining({ name: "Unfit", kind: "v" })));

test("a version without a way to the next is unfit", () =>
  expect(() => decoded("topic", 1, { v: 1, title: "Boat" }, { ...FORMS, upgrades: {} })).toThrow(expect.objectContaining({ name: "Unfit", kind: "v" })));

test("a newer version is neither opened nor written over", () => {
  const newer = { v: 4, name: "Boat", at: "sea" };
  for (const act of [() => decoded("topic", 4, newer, FORMS), () => demandReadable("topic", 4, FORMS), () => demandWritable("topic", { ...newer, v: 3 }, 4, FORMS)])
    expect(act).toThrow(expect.objectContaining({ code: "unimplemented" }));
});

test("what is written is of the newest version, whatever stood there before", () => {
  expect(demandWritable("topic", { v: 3, name: "Boat", at: "harbour" }, 1, FORMS)).toBe(3);
  expect(() => demandWritable("topic", { v: 3, name: "Boat" }, undefined, FORMS)).toThrow(expect.objectContaining({ name: "Unfit" }));
});

test("nothing of a kind that nobody knows is opened or written", () => {
  expect(() => decoded("boat", 1, { v: 1 })).toThrow(expect.objectContaining({ code: "invalid_argument" }));
  expect(() => demandWritable("boat", { v: 1 })).toThrow(expect.objectContaining({ code: "invalid_argument" }));
});

test("every version but the first is reached from the one before", () => {
  for (const [kind, { version }] of Object.entries(PAYLOADS))
    expect(Object.keys(UPGRADES[kind as PayloadKind] ?? {})).toEqual(Array.from({ length: version - 1 }, (_, before) => String(before + 1)));
});
