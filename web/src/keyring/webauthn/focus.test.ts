// @vitest-environment jsdom
/** A prompt waits for its page to be looked at, and says so meanwhile. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { focusWait, waitForFocus } from "./focus";

let focused: boolean;

beforeEach(() => {
  focused = false;
  vi.useFakeTimers();
  vi.spyOn(document, "hasFocus").mockImplementation(() => focused);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a page with the focus goes on at once", async () => {
  focused = true;
  await waitForFocus();
  expect(focusWait.current()).toBe(false);
});

test("the page says that it waits until somebody comes back", async () => {
  const heard = vi.fn();
  const stop = focusWait.subscribe(heard);
  const waited = waitForFocus();
  expect(focusWait.current()).toBe(true);
  await vi.advanceTimersByTimeAsync(14_999);
  window.dispatchEvent(new Event("focus"));
  await waited;
  expect(focusWait.current()).toBe(false);
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
});

test("after 15 seconds it is given up, in the words of the specification", async () => {
  const given = expect(waitForFocus()).rejects.toThrow("WebAuthn prompt requires the tab to be focused.");
  await vi.advanceTimersByTimeAsync(15_000);
  await given;
  expect(focusWait.current()).toBe(false);
});
