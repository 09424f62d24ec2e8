// @vitest-environment jsdom
/** "A new version is ready" is said when files of the app are gone and the server is there, and for nothing else. */
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type * as Reach from "../browser/reach";
import type * as Preload from "../components/preload";
import type * as Outdated from "./outdated";

let outdated: typeof Outdated;
let reach: typeof Reach;
let preload: typeof Preload;

beforeEach(async () => {
  vi.resetModules();
  [outdated, reach, preload] = await Promise.all([import("./outdated"), import("../browser/reach"), import("../components/preload")]);
  outdated.watchForUpdates();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const fails = async (reason: Error) => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("")));
  await act(() => preload.preload(() => Promise.reject(reason), [], {}, () => Promise.resolve()).catch(() => undefined));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
};

test("a file that is gone, from a server that answers, is an update", async () => {
  reach.askBy(() => Promise.resolve());
  const { result } = renderHook(() => outdated.useOutdated());
  expect(result.current).toBe(false);
  await fails(new TypeError("Failed to fetch dynamically imported module"));
  expect(result.current).toBe(true);
});

test("a server that does not answer has no new version", async () => {
  reach.askBy(() => Promise.reject(new Error("No connection.")));
  const { result } = renderHook(() => outdated.useOutdated());
  await fails(new TypeError("Failed to fetch dynamically imported module"));
  expect(result.current).toBe(false);
});

test("a file that did not arrive, from a server that answers, is no update either", async () => {
  reach.askBy(() => Promise.resolve());
  const { result } = renderHook(() => outdated.useOutdated());
  await fails(new preload.FileAway());
  expect(result.current).toBe(false);
});
