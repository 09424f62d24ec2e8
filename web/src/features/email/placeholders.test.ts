/** What is filled into a text, and what nobody could be sent. */
import { expect, test } from "vitest";

import { readTyped, normalised } from "./addresses";
import { filled, placesIn, unknownIn } from "./placeholders";
import { sayableLine, sayableText } from "./sayable";

test("a place is filled, with spaces around its name or without", () => {
  expect(filled("Dear {{name}}, {{ firstName }}!", { name: "Anna Lind", firstName: "Anna" })).toBe("Dear Anna Lind, Anna!");
  expect(placesIn("{{name}} {{ firstName }}", "{{name}}")).toEqual(["name", "firstName"]);
});

test("what is filled in is never filled in again, and says what it says", () => {
  expect(filled("{{name}}", { name: "{{organization}} $& $1", organization: "no" })).toBe("{{organization}} $& $1");
});

test("what is not known stays as it was written", () => {
  expect(filled("{{name}} {{other}} {name} {{}}", {})).toBe("{{name}} {{other}} {name} {{}}");
  expect(unknownIn("{{name}} and {{other}}")).toBe("other");
  expect(unknownIn("{{name}} {other} {{ 7 }}")).toBeUndefined();
  // A name of every object is no place.
  expect(filled("{{constructor}}", {})).toBe("{{constructor}}");
  expect(unknownIn("{{constructor}}")).toBe("constructor");
});

test("an email says nothing that a reader cannot see", () => {
  expect(sayableText("a\u00a0b\u2009c\r\nd\u200be\u202ef\u0000\tg")).toBe("a b c\nd" + "ef\tg");
  expect(sayableText("نمی\u200cخواهم 👩\u200d🔧")).toBe("نمی\u200cخواهم 👩\u200d🔧");
  expect(sayableLine(" one\ntwo\tthree ")).toBe("one two three");
});

test("addresses are read as people paste them", () => {
  expect(readTyped('Anna Lind <Anna@Lind.example>; bo@ek.example\n"Ek, Carl" <c@ek.example>,')).toEqual({
    typed: [
      { address: "anna@lind.example", name: "Anna Lind" },
      { address: "bo@ek.example", name: "" },
      { address: "c@ek.example", name: "Ek, Carl" },
    ],
    wrong: [],
  });
  expect(readTyped("anna, bo@ek").wrong).toEqual(["anna", "bo@ek"]);
});

test.each(["a@b.example", "A.b+c@sub.b-c.example", "o'neil@b.example"])("%s is an address", (text) => expect(normalised(text)).toBe(text.toLowerCase()));
test.each(["", "a", "a@b", "a@b.c", "a b@c.example", "a@b..example", ".a@b.example", "a@-b.example", "a@b.123", "jörg@b.example", `${"x".repeat(65)}@b.example`, "a@b.example\nBcc: c@d.example"])(
  "%j is none",
  (text) => expect(normalised(text)).toBeNull(),
);
