// @vitest-environment jsdom
/**
 * A law over the screens: what only the server says stands under its mark wherever it is drawn or read out, and what
 * somebody has signed never does.
 */
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { show } from "./testing/forms";
import { placesOf } from "./testing/serverWord";
import { OWN_SCREENS } from "./testing/ownWordScreens";
import { SCREENS } from "./testing/wordScreens";

beforeEach(() => {
  // A list draws only what it has room for.
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 1200, 400));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe.each([...SCREENS, ...OWN_SCREENS])("$name", ({ draw, words, signed, never = [], opens, answers, looks }) => {
  const open = async () => {
    show(draw, answers, looks);
    if (opens) fireEvent.click(await screen.findByRole("button", { name: opens }, { timeout: 10_000 }));
    await waitFor(() => expect([...words, ...signed].filter((text) => placesOf(text).length === 0)).toEqual([]), { timeout: 10_000 });
  };

  test("marks every word of the server's", async () => {
    await open();
    const bare = words.filter((text) => placesOf(text).some(({ marked }) => !marked));
    expect(bare).toEqual([]);
  });

  test("draws nothing in place of what was signed", async () => {
    await open();
    expect(never.filter((text) => placesOf(text).length > 0)).toEqual([]);
  });

  test("marks nothing that was signed", async () => {
    await open();
    const marked = signed.filter((text) => placesOf(text).some(({ marked: is }) => is));
    expect(marked).toEqual([]);
  });
});
