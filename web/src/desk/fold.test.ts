/** Text as it is searched. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { beginsWord, fold, termsOf, wordsOf } from "./fold.ts";

test.each([
  ["  Zoë \t ÅSTRÖM\n", "zoe astrom"],
  ["مُحَمَّد", "محمد"],
  ["Йод ёлка", "иод елка"],
  ["ΟΔΟΣ οδός", "οδοσ οδοσ"],
  ["İSTANBUL", "istanbul"],
  ["e\u0301tude", "etude"],
  ["\u00a0wide\u3000space\u2003", "wide space"],
  ["𝒜 x", "𝒜 x"],
])("%j is searched as %j", (text, folded) => expect(fold(text)).toBe(folded));

test("what was folded stays as it is, and has nothing that separates texts", () => {
  let other = 0;
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
    const folded = fold(text);
    expect(fold(folded)).toBe(folded);
    expect(folded).not.toMatch(/[\t\n]|^ | $| {2}/);
    other += Number(/[^ -~]/.test(folded));
  }), { numRuns: 3000 });
  expect(other).toBeGreaterThan(100);
});

test("accents and capitals make no difference", () => {
  const word = fc.array(fc.constantFrom("é", "Ä", "ñ", "Ж", "й", "ا", "b", "Q", "7"), { maxLength: 8 }).map((letters) => letters.join(""));
  fc.assert(fc.property(word, (text) => {
    expect(fold(text.normalize("NFD"))).toBe(fold(text.normalize("NFC")));
    expect(fold(text.toUpperCase())).toBe(fold(text.toLowerCase()));
  }));
});

test("parts are what stands between spaces, and words what stands between other signs", () => {
  expect(termsOf(" Anna-Lena  O’Brien ")).toEqual(["anna-lena", "o’brien"]);
  expect(wordsOf("anna-lena o’brien 2")).toEqual(["anna", "lena", "o", "brien", "2"]);
});

test.each([
  ["ann-lee", 4, true],
  ["ann-lee", 5, false],
  ["𝒜b", 2, false],
  ["😀b", 2, true],
])("in %j a word begins at %i: %s", (text, at, begins) => expect(beginsWord(text, at)).toBe(begins));
