/** Keys find their command. */
import { expect, test } from "vitest";

import type { Command } from "./commands";
import { hear, written, type Press } from "./shortcuts";

const command = (keys: string): Command => ({ id: keys, label: keys, keys, group: "go", run: () => undefined });
const COMMANDS = ["Ctrl+K", "G H", "G D", "N D", "U", "?", "Ctrl+Shift+L"].map(command);
const press = (key: string, more: Partial<Press> = {}): Press => ({ key, ctrl: false, shift: false, alt: false, ...more });

test("a press is written the way commands are", () => {
  expect(written(press("k", { ctrl: true }))).toBe("Ctrl+K");
  expect(written(press("?", { shift: true }))).toBe("?");
  expect(written(press("L", { ctrl: true, shift: true }))).toBe("Ctrl+Shift+L");
  expect(written(press("Shift", { shift: true }))).toBeNull();
});

test("two keys one after the other", () => {
  expect(hear(COMMANDS, press("g"), null, true)).toEqual({ wait: "G" });
  expect(hear(COMMANDS, press("d"), "G", true)).toMatchObject({ run: { id: "G D" } });
  expect(hear(COMMANDS, press("d"), "N", true)).toMatchObject({ run: { id: "N D" } });
  expect(hear(COMMANDS, press("d"), null, true)).toBeNull();
});

test("a first key that leads nowhere does not swallow the second", () => {
  expect(hear(COMMANDS, press("u"), "G", true)).toMatchObject({ run: { id: "U" } });
});

test("single letters can be switched off, Ctrl K cannot", () => {
  expect(hear(COMMANDS, press("u"), null, false)).toBeNull();
  expect(hear(COMMANDS, press("g"), null, false)).toBeNull();
  expect(hear(COMMANDS, press("k", { ctrl: true }), null, false)).toMatchObject({ run: { id: "Ctrl+K" } });
});
