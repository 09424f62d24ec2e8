/** What the palette finds. */
import { expect, test } from "vitest";

import { matches } from "./matching";

test.each([
  ["Keys & devices", "dev"],
  ["Keys & devices", "KEY dev"],
  ["Journal d’audit", "audit"],
  ["Español", "espan"],
  ["Anything", "  "],
])("%s is found by %j", (label, typed) => expect(matches(label, typed)).toBe(true));

test.each([
  ["Keys & devices", "evi"],
  ["Documents", "docs"],
])("%s is not found by %j", (label, typed) => expect(matches(label, typed)).toBe(false));
