// @vitest-environment jsdom
/** The hook asks once for each entry, once more for what was not signed yet, and says what is wrong with the log as a whole. */
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { call } from "../../api/http";
import { ofBrowser } from "../../browser/shelf";
import { keptPin } from "./pins";
import { aLog, type TestLog } from "./testing/log";
import { useEntryProofs } from "./useEntryProofs";

vi.mock("../../api/http", () => ({ call: vi.fn() }));

/** What each question asked for: positions, and the size it has to go on from. */
let asked: { positions: number[]; from: number | undefined }[] = [];

function serve(log: TestLog, size: () => number) {
  vi.mocked(call).mockImplementation(async ({ query }) => {
    const { positions, from } = query as { positions: number[]; from: number | undefined };
    asked.push({ positions, from });
    return { data: { data: await log.answer(size(), from) }, headers: new Headers(), status: 200 } as never;
  });
}

beforeEach(() => {
  asked = [];
  ofBrowser.remove("coffer.sealed-log");
});
afterEach(cleanup);

test("each entry is asked for once, and what comes later goes on from what was seen", async () => {
  const log = await aLog(6);
  let size = 4;
  serve(log, () => size);
  const first = log.entries.slice(0, 4);
  const { result, rerender } = renderHook(({ entries }) => useEntryProofs(entries, null), { initialProps: { entries: first } });
  await waitFor(() => expect(result.current.entries.size).toBe(4));
  size = 6;
  rerender({ entries: log.entries });
  await waitFor(() => expect([...result.current.entries.values()].map(({ standing }) => standing)).toEqual(Array(6).fill("proved")));
  expect(asked).toEqual([{ positions: [1, 2, 3, 4], from: undefined }, { positions: [5, 6], from: 4 }]);
  expect(keptPin()).toMatchObject({ size: 6, key: log.key });
});

test("what is not signed yet is asked for once more", async () => {
  const log = await aLog(3);
  let size = 2;
  serve(log, () => size);
  const entries = log.entries.map((entry) => ({ ...entry, recordedAt: new Date().toISOString() }));
  const { result } = renderHook(() => useEntryProofs(entries, null));
  await waitFor(() => expect(result.current.entries.get(log.entries[2]?.id ?? "")?.standing).toBe("waiting"));
  size = 3;
  await waitFor(() => expect(result.current.entries.get(log.entries[2]?.id ?? "")?.standing).toBe("proved"), { timeout: 10_000 });
  expect(asked.slice(1)).toEqual(asked.slice(1).map(() => ({ positions: [3], from: 2 })));
});

test("nothing is asked before it is known whose signature counts", async () => {
  const log = await aLog(3);
  serve(log, () => 3);
  const { result, rerender } = renderHook(({ signer }) => useEntryProofs(log.entries, signer), {
    initialProps: { signer: undefined as { name: string; key: string } | undefined },
  });
  expect(asked).toEqual([]);
  rerender({ signer: { name: log.name, key: log.key } });
  await waitFor(() => expect(result.current.entries.size).toBe(3));
});

test("a log that was taken back is told, and what was seen of it stays kept", async () => {
  const log = await aLog(6);
  let size = 6;
  serve(log, () => size);
  const { result } = renderHook(() => useEntryProofs(log.entries, null));
  await waitFor(() => expect(result.current.entries.size).toBe(6));
  size = 3;
  result.current.again();
  await waitFor(() => expect(result.current.fault).toBe("shorter"));
  expect(result.current.entries.size).toBe(0);
  expect(keptPin()?.size).toBe(6);
  size = 6;
  result.current.again();
  await waitFor(() => expect(result.current.entries.size).toBe(6));
  expect(result.current.fault).toBe(undefined);
});
