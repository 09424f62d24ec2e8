/** Amounts of a contract, as they stand in a line of either direction. */
import { expect, test } from "vitest";

import type { DateSettings } from "../../dates/settings";
import type { Say } from "../../i18n/say";
import { amountWord } from "./words";

const say: Say = (_id, text) => text;
const written = (language: string, currency: string) =>
  amountWord(say, { amount: { minor: 10_700, currency }, every: "year" }, { language } as DateSettings);

test("an amount has the signs and the order of its language", () => {
  expect(written("en", "GBP")).toBe("£107.00 a year");
  expect(written("de", "GBP")).toBe("107,00\u00a0£ a year");
});

test("from right to left the sign of a currency stays behind its letters", () => {
  expect(written("ar", "GBP")).toBe("\u200f107.00\u00a0UK£\u200e a year");
  expect(written("ar", "EUR")).toBe("\u200f107.00\u00a0€\u200e a year");
});
