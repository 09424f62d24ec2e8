/** A return URL never leads away, and a browser knows which accounts it has opened. */
import { beforeEach, expect, test, vi } from "vitest";

import { forgetOpenedHere, forgetPlace, isOwnPath, noteOpenedHere, noteSetUpHere, openedHere } from "./place";

class Kept extends Map<string, string> {
  getItem = (name: string) => this.get(name) ?? null;
  setItem = (name: string, value: string) => void this.set(name, value);
  removeItem = (name: string) => void this.delete(name);
}

beforeEach(() => {
  vi.stubGlobal("localStorage", new Kept());
  vi.stubGlobal("sessionStorage", new Kept());
});

test.each(["/dashboard", "/documents?open=1", "/join/abc"])("%s is ours", (path) => expect(isOwnPath(path)).toBe(true));

test.each(["//evil.example", "/\\evil.example", "https://evil.example", "data:text/html,x", "/a\nb", "dashboard", ""])(
  "%j is not",
  (path) => expect(isOwnPath(path)).toBe(false),
);

test("the mark of an opened account is of that account, outlives signing out, and goes with its first device", () => {
  noteOpenedHere("hawthorne");
  expect([openedHere("hawthorne"), openedHere("boathouse")]).toEqual([true, false]);
  forgetPlace();
  expect(openedHere("hawthorne")).toBe(true);
  forgetOpenedHere("hawthorne");
  expect(openedHere("hawthorne")).toBe(false);
});

test("what was said in another browser holds for its tab", () => {
  noteSetUpHere("hawthorne");
  expect(openedHere("hawthorne")).toBe(true);
  forgetPlace();
  expect(openedHere("hawthorne")).toBe(false);
});
