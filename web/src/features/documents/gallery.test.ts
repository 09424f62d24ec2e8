/** The arrow keys walk the tiles as they stand. */
// @vitest-environment jsdom
import { afterEach, expect, test } from "vitest";

import { placeAfter } from "./Gallery";

afterEach(() => document.documentElement.removeAttribute("dir"));

test.each([
  ["ArrowRight", 4, 5],
  ["ArrowLeft", 4, 3],
  ["ArrowDown", 4, 7],
  ["ArrowUp", 4, 1],
  ["Home", 4, 0],
  ["End", 4, 7],
  ["ArrowDown", 6, 6],
  ["ArrowLeft", 0, 0],
])("%s leads from %d to %d among eight, three abreast", (key, from, to) => {
  expect(placeAfter(key, from, 3, 8)).toBe(to);
});

test("other keys lead nowhere", () => expect(placeAfter("x", 4, 3, 8)).toBeNull());

test("written from right to left, the next one stands on the left", () => {
  document.documentElement.dir = "rtl";
  expect(placeAfter("ArrowLeft", 4, 3, 8)).toBe(5);
});
