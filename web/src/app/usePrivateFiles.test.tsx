// @vitest-environment jsdom
/** Which moments delete the decrypted downloads: the start, and every end of the unlocked time. */
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { KeyState } from "../keyring/contract";
import { usePrivateFiles } from "./usePrivateFiles";

const dropped: string[] = [];
vi.mock("../browser/privateFiles", () => ({
  dropAbandonedFiles: () => Promise.resolve(dropped.push("abandoned")),
  dropPrivateFiles: () => Promise.resolve(dropped.push("all")),
}));

beforeEach(() => void (dropped.length = 0));
afterEach(cleanup);

const state = (name: string) => ({ name }) as KeyState;

test("a start deletes what was left behind, and unlocking deletes nothing", async () => {
  const { rerender } = renderHook(usePrivateFiles, { initialProps: state("starting") });
  rerender(state("locked"));
  rerender(state("ready"));
  await vi.waitFor(() => expect(dropped).toEqual(["abandoned"]));
});

test.each(["locked", "stopped", "new", "alarm", "waiting"])("a device that was unlocked and is %s now has no download left", async (name) => {
  const { rerender } = renderHook(usePrivateFiles, { initialProps: state("ready") });
  await vi.waitFor(() => expect(dropped).toEqual(["abandoned"]));
  rerender(state(name));
  await vi.waitFor(() => expect(dropped).toEqual(["abandoned", "all"]));
});
