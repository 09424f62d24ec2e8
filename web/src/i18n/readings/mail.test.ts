/** Addresses within the limits of the specification. */
import { expect, test } from "vitest";

import { isMail } from "./mail";

test.each(["ann@example.com", "a.b+c@sub.example.co", `${"a".repeat(64)}@example.com`])("%s", (text) =>
  expect(isMail(text)).toBe(true),
);

test.each(["ann", "ann@", "@example.com", "ann@example", "a b@example.com", "ann@example..com", `${"a".repeat(65)}@example.com`, `ann@${"a".repeat(250)}.com`])(
  "%s is refused",
  (text) => expect(isMail(text)).toBe(false),
);
