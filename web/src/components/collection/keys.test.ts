/** The keys of a list. */
import { expect, test } from "vitest";

import { gridAct, type Pressed } from "./keys";

const pressed = (key: string, more: Partial<Pressed> = {}) =>
  gridAct({ key, ctrl: false, shift: false, letters: true, rtl: false, ...more });

test.each([
  ["j", { act: "move", by: 1, extend: false }],
  ["K", { act: "move", by: -1, extend: false }],
  ["x", { act: "select" }],
  ["Enter", { act: "open" }],
  [" ", { act: "open" }],
  ["Escape", { act: "clear" }],
  ["e", { act: "edit" }],
  ["F2", { act: "edit" }],
])("%s", (key, act) => expect(pressed(key)).toEqual(act));

test("Shift with an arrow extends the selection", () => {
  expect(pressed("ArrowDown", { shift: true })).toEqual({ act: "move", by: 1, extend: true });
});

test("Ctrl A selects all and Ctrl Enter opens the page", () => {
  expect(pressed("a", { ctrl: true })).toEqual({ act: "selectAll" });
  expect(pressed("Enter", { ctrl: true })).toEqual({ act: "openPage" });
});

test("arrows follow the direction of the script", () => {
  expect(pressed("ArrowLeft", { rtl: true })).toEqual({ act: "cell", by: 1 });
});

test("letters can be switched off, arrows cannot", () => {
  expect(pressed("j", { letters: false })).toBeNull();
  expect(pressed("x", { letters: false })).toBeNull();
  expect(pressed("e", { letters: false })).toBeNull();
  expect(pressed("F2", { letters: false })).not.toBeNull();
  expect(pressed("ArrowDown", { letters: false })).not.toBeNull();
});

test("other shortcuts pass by", () => {
  expect(pressed("k", { ctrl: true })).toBeNull();
  expect(pressed("u")).toBeNull();
});
