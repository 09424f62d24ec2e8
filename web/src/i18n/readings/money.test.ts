/** What is typed as an amount is kept to the last cent, however it is written. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { readAmount, writeAmount } from "./money";

test("points, commas and spaces, as people write them", () => {
  const read = (text: string) => readAmount(text, "EUR");
  expect(["1200", "1,200.50", "1.200,50", "1 200,5", "0.05", "1.200", "12.34"].map(read)).toEqual([
    120_000, 120_050, 120_050, 120_050, 5, 120_000, 1234,
  ]);
  expect(["", "12.345,6789", "-1", "1,2,3", "about 5"].map(read)).toEqual([null, null, null, null, null]);
});

test("as many digits as the currency has", () => {
  expect([readAmount("1200", "JPY"), readAmount("1.5", "JPY"), readAmount("1.234", "EUR")]).toEqual([1200, null, 123_400]);
});

test("what is written is read again", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), fc.constantFrom("EUR", "USD", "JPY"), (minor, currency) => {
      expect(readAmount(writeAmount(minor, currency), currency)).toBe(minor);
    }),
  );
});
