// @vitest-environment jsdom
/** Letters that come before the field of the palette go into it, and nowhere else. */
import { afterEach, expect, test, vi } from "vitest";

import { hearAhead, takeAhead } from "./typedAhead";

afterEach(() => void takeAhead());

function press(key: string, more: KeyboardEventInit = {}, on: Element = document.body): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  on.dispatchEvent(event);
  return event;
}

test("what is typed while the field is on its way is kept, and corrected", () => {
  hearAhead();
  for (const key of ["p", "o", "ü", "x", "Backspace", "Shift", "l"]) press(key);
  expect(takeAhead()).toBe("poül");
});

test("the page behind neither gets the letters nor takes them for shortcuts", () => {
  const behind = vi.fn();
  document.body.addEventListener("keydown", behind);
  hearAhead();
  expect(press("g").defaultPrevented).toBe(true);
  expect(press("Enter").defaultPrevented).toBe(true);
  expect(behind).not.toHaveBeenCalled();
  document.body.removeEventListener("keydown", behind);
});

test("Escape and chords are left alone", () => {
  hearAhead();
  for (const event of [press("Escape"), press("k", { ctrlKey: true }), press("k", { metaKey: true })]) expect(event.defaultPrevented).toBe(false);
  expect(takeAhead()).toBe("");
});

test("a dialog that came instead has its keys", () => {
  const dialog = document.createElement("div");
  dialog.setAttribute("role", "alertdialog");
  const again = dialog.appendChild(document.createElement("button"));
  document.body.append(dialog);
  hearAhead();
  expect(press("Enter", {}, again).defaultPrevented).toBe(false);
});

test("once the field is there, it hears for itself", () => {
  hearAhead();
  press("a");
  expect(takeAhead()).toBe("a");
  expect(press("b").defaultPrevented).toBe(false);
  expect(takeAhead()).toBe("");
});
