/** A return URL never leads away, and a browser knows which accounts it has opened. */
import { beforeEach, expect, test, vi } from "vitest";

import { carriedFragments, keepFragment } from "./carriedLinks";
import { forgetOpenedHere, forgetPlace, isOwnPath, keepReturnUrl, noteOpenedHere, noteSetUpHere, openedHere, putWelcomeOff } from "./place";

/** As a browser's storage: what it keeps are its own members, and nothing else is. */
const keep = (): Storage =>
  Object.create({
    getItem(this: Record<string, string>, name: string) { return this[name] ?? null; },
    setItem(this: Record<string, string>, name: string, text: string) { this[name] = text; },
    removeItem(this: Record<string, string>, name: string) { delete this[name]; },
  }) as Storage;

beforeEach(() => {
  vi.stubGlobal("localStorage", keep());
  vi.stubGlobal("sessionStorage", keep());
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

test("the secret of an invitation goes with the session, like all else that this tab kept", () => {
  keepFragment("one", "the secret of one");
  keepFragment("two", "the secret of two");
  keepReturnUrl("/join/one");
  putWelcomeOff("hawthorne");
  sessionStorage.setItem("somebody else's", "stays");
  forgetPlace();
  expect(carriedFragments()).toEqual([]);
  expect(Object.keys(sessionStorage)).toEqual(["somebody else's"]);
});
