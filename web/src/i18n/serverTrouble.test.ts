/** Trouble of the server that a person can do something about has a sentence in every language. */
import { expect, it, test } from "vitest";

import { sayRefusal } from "./refusalTexts";
import type { Say } from "./say";
import { lostFile, ofTheServer } from "./serverTrouble";

const say = ((_id: string, text: string) => text) as Say;

test.each([
  ["disk_full", "no room left"],
  ["object_damaged", "lost this file"],
])("%s is told in words", (reason, words) => {
  const failure = { status: 503, code: "unavailable", message: "In English, from the server.", reason };
  expect(ofTheServer(say, reason)).toContain(words);
  expect(sayRefusal(say, failure)).toContain(words);
});

it("says the same of a lost file wherever it is met", () => expect(ofTheServer(say, "object_damaged")).toBe(lostFile(say)));

it("leaves every other reason to others", () => expect(ofTheServer(say, "store_unavailable")).toBeUndefined());
