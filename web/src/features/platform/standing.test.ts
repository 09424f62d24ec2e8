/** A ban holds for good, or until its end. */
import { expect, test } from "vitest";

import { isBanned } from "./standing";

const NOON = new Date("2031-05-06T12:00:00.000Z");

test.each([
  [{ banned: false, banExpires: null }, false],
  [{ banned: true, banExpires: null }, true],
  [{ banned: true, banExpires: "2031-05-06T12:00:00.001Z" }, true],
  [{ banned: true, banExpires: "2031-05-06T12:00:00.000Z" }, false],
])("%o", (person, banned) => expect(isBanned(person, NOON)).toBe(banned));
