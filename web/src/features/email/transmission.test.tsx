// @vitest-environment jsdom
/** An email on its way: nothing twice, nothing after what refuses all, and what was not taken stays to be sent. */
import { configureStore } from "@reduxjs/toolkit";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { baseApi } from "../../api/baseApi";
import type * as emails from "../../api/emails";
import { CallFailed, OFFLINE } from "../../api/failure";
import type { Keyring } from "../../keyring/contract";
import { KeyringProvider } from "../../keyring/react";
import type { Message } from "./letter";
import type { Recipient } from "./recipients";
import { SHELVES, type Book } from "./useBook";
import { useTransmission } from "./useTransmission";

const sending = vi.hoisted(() => ({ own: vi.fn(), batch: vi.fn() }));

vi.mock(import("../../api/emails"), async (original) => ({
  ...(await original()),
  sendOwnWords: sending.own as unknown as typeof emails.sendOwnWords,
  sendBatch: sending.batch as unknown as typeof emails.sendBatch,
}));

beforeEach(() => {
  sending.own.mockReset().mockResolvedValue({ data: null, position: null });
  sending.batch.mockReset();
});
afterEach(cleanup);

const MESSAGE: Message = { template: "own", subject: "Hi", text: "Hello", params: {}, locale: "en" };
const BOOK = Object.fromEntries(SHELVES.map((shelf) => [shelf, null])) as Book;
const recipient = (name: string): Recipient => ({ key: name, source: "typed", id: name, to: `${name}@a.example`, address: `${name}@a.example`, addresses: [], called: name, values: {} });
const ALL = ["a", "b", "c"].map(recipient);

function transmission() {
  const left: string[][] = [];
  const store = configureStore({ reducer: { [baseApi.reducerPath]: baseApi.reducer }, middleware: (usual) => usual().concat(baseApi.middleware) });
  const keyring = { state: () => ({ name: "ready" }), subscribe: () => () => undefined } as unknown as Keyring;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>
      <KeyringProvider keyring={keyring}>{children}</KeyringProvider>
    </Provider>
  );
  const { result } = renderHook(() => useTransmission((keys) => left.push([...keys])), { wrapper });
  return { result, left };
}

const start = (mayBulk: boolean) => ({ message: MESSAGE, recipients: ALL, leftOut: [], book: BOOK, mayBulk });
const sentTo = () => sending.own.mock.calls.map(([body]) => (body as { to: string[] }).to[0]);
const keys = () => sending.own.mock.calls.map(([, key]) => key as string);

test("each is sent once, and who is left is told after each", async () => {
  const { result, left } = transmission();
  await act(() => result.current.start(start(false)));
  await vi.waitFor(() => expect(result.current.busy).toBe(false));
  expect(sentTo()).toEqual(["a@a.example", "b@a.example", "c@a.example"]);
  expect(new Set(keys()).size).toBe(3);
  expect(left).toEqual([["b", "c"], ["c"], []]);
  await act(() => result.current.again());
  expect(sending.own).toHaveBeenCalledTimes(3);
});

test("what refuses one for all ends it, and the next try goes on there under the same key", async () => {
  const { result, left } = transmission();
  sending.own.mockResolvedValueOnce({}).mockRejectedValueOnce(new CallFailed(OFFLINE));
  await act(() => result.current.start(start(false)));
  await vi.waitFor(() => expect(result.current.busy).toBe(false));
  expect(sentTo()).toEqual(["a@a.example", "b@a.example"]);
  expect(left).toEqual([["b", "c"]]);
  await act(() => result.current.again());
  expect(sentTo()).toEqual(["a@a.example", "b@a.example", "b@a.example", "c@a.example"]);
  expect(keys()[2]).toBe(keys()[1]);
});

test("one address that gets no emails keeps nobody else from theirs", async () => {
  const { result } = transmission();
  sending.own.mockRejectedValueOnce(new CallFailed({ status: 400, code: "failed_precondition", reason: "suppressed", message: "No emails." }));
  await act(() => result.current.start(start(false)));
  await vi.waitFor(() => expect(result.current.busy).toBe(false));
  expect(sentTo()).toEqual(["a@a.example", "b@a.example", "c@a.example"]);
  expect([...result.current.results].map(([key, failure]) => [key, failure?.reason ?? null])).toEqual([["a", "suppressed"], ["b", null], ["c", null]]);
});

test("many at once are one call, and its next try has the same key", async () => {
  const { result, left } = transmission();
  sending.batch.mockRejectedValueOnce(new CallFailed(OFFLINE)).mockResolvedValueOnce({ batchId: "batch", accepted: 3, suppressed: 0, invalid: [] });
  await act(() => result.current.start(start(true)));
  await vi.waitFor(() => expect(result.current.failure?.reason).toBe("offline"));
  expect(left).toEqual([]);
  await act(() => result.current.again());
  expect(sending.batch).toHaveBeenCalledTimes(2);
  expect(sending.batch.mock.calls[1]).toEqual(sending.batch.mock.calls[0]);
  expect(result.current.accepted?.batchId).toBe("batch");
  expect(left).toEqual([[]]);
});
