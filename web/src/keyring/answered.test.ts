/** An answer to something else than was asked is refused whole. */
import { expect, it } from "vitest";

import { demandAnswered } from "./answered.ts";

const rows = [{ id: "a" }, { id: "b" }];
const foreign = expect.objectContaining({ name: "ContentAlarm", kind: "foreign" }) as Error;

it("may leave out what was asked for, and is taken as it is", () => {
  expect(demandAnswered(rows)).toBe(rows);
  expect(demandAnswered(rows, ["a", "b", "c"])).toBe(rows);
});

it.each([
  ["holds an object twice", [...rows, { id: "a" }], null],
  ["holds what was not asked for", rows, ["a"]],
  ["holds anything where nothing was asked for", rows, []],
])("%s", (_what, answer, asked) => {
  expect(() => demandAnswered(answer, asked)).toThrow(foreign);
});
