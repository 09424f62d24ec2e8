import { expect, test } from "vitest";

import { languageName, regionName } from "./displayNames";

test("a country and a language are called in the language of the reader", () => {
  expect([regionName("CH", "de"), regionName("GB", "fr"), languageName("fr", "en")]).toEqual(["Schweiz", "Royaume-Uni", "French"]);
});

test("what is no code stays as it is, and ends nothing", () => {
  for (const code of ["", "QX", "ch", "not a code", "Invented", "<b>", "a", "de_", "1"]) {
    expect(regionName(code, "en"), code).toBe(code);
    expect(() => languageName(code, "en"), code).not.toThrow();
  }
  expect(languageName("not a code", "en")).toBe("not a code");
});
