// @vitest-environment jsdom
/** A new version waits for somebody's click, and the click for what they wrote. */
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { InEnglish } from "../i18n/testing/InEnglish";
import { draftKeeper } from "../lists/draftKeeper";
import NewVersion from "./NewVersion";
import { foundNewer } from "./outdated";

const reload = vi.fn<() => void>();

beforeEach(() => {
  reload.mockClear();
  vi.stubGlobal("location", { ...location, reload });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("it is said when there is one, and the page reloads at a click when the last draft is stored", async () => {
  let store = () => undefined as void;
  const drafts = { keepDraft: () => new Promise<void>((resolve) => (store = resolve)), dropDraft: () => Promise.resolve() };
  render(<InEnglish><NewVersion /></InEnglish>);
  expect(screen.queryByRole("button")).toBeNull();

  act(foundNewer);
  expect(screen.getByText("A new version of Coffer is ready.")).toBeTruthy();
  draftKeeper(drafts, "comment 1").keep("Half a");
  await act(() => Promise.resolve(screen.getByRole("button", { name: "Reload to update" }).click()));
  expect(reload).not.toHaveBeenCalled();
  await act(() => Promise.resolve(store()));
  expect(reload).toHaveBeenCalledOnce();
});
