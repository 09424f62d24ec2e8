/** Calls say who is calling, and repeat themselves without doing anything twice. */
import { i18n } from "@lingui/core";
import { configureStore } from "@reduxjs/toolkit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { CallFailed, failureOf, OFFLINE, type ApiFailure } from "./failure";
import { baseApi } from "./baseApi";
import { askWhetherThere, call, nameAccount, readFrom, sawPosition, TAB_ID } from "./http";

interface Seen {
  url: string;
  headers: Record<string, string>;
}

let seen: Seen[];

function answers(...responses: (() => Response)[]): void {
  const left = [...responses];
  vi.stubGlobal("fetch", (url: string, request: RequestInit) => {
    seen.push({ url, headers: { ...(request.headers as Record<string, string>) } });
    const next = left.shift();
    if (!next) throw new Error("One call too many");
    return Promise.resolve(next());
  });
}

const json = (body: unknown, init?: ResponseInit) => () => new Response(JSON.stringify(body), init);
const noConnection = () => {
  throw new TypeError("Failed to fetch");
};

beforeEach(() => {
  seen = [];
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});

afterEach(() => {
  nameAccount(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function settle<Data>(made: Promise<Data>): Promise<Data> {
  const result = made.then(
    (data) => ({ data }),
    (reason: unknown) => ({ reason }),
  );
  await vi.runAllTimersAsync();
  const settled = await result;
  if ("reason" in settled) throw settled.reason;
  return settled.data;
}

test("a call says which language the page speaks", async () => {
  i18n.loadAndActivate({ locale: "de", messages: {} });
  answers(json({ data: 1 }));
  await settle(call({ path: "/x" }));
  expect(seen[0]?.headers["Accept-Language"]).toBe("de");
});

test("a write keeps its key over all tries", async () => {
  answers(noConnection, json({}, { status: 503 }), json({ code: "unavailable", message: "wait" }, { status: 503 }), json({ data: 1 }));
  // The second answer is no JSON of ours, so it is not repeated blindly.
  await expect(settle(call({ path: "/x", method: "POST", body: {} }))).rejects.toBeInstanceOf(CallFailed);
  expect(seen).toHaveLength(2);
  expect(seen[0]?.headers["Idempotency-Key"]).toBe(seen[1]?.headers["Idempotency-Key"]);
  expect(seen[0]?.headers["X-Tab-Id"]).toBe(TAB_ID);
});

test("the account is named as soon as it is known", async () => {
  answers(json({ data: 1 }), json({ data: 2 }));
  await settle(call({ path: "/x" }));
  nameAccount("a1");
  await settle(call({ path: "/x" }));
  expect(seen.map(({ headers }) => headers["X-Account-Id"])).toEqual([undefined, "a1"]);
});

test("a read asks for what was written before, and again while the answer is old", async () => {
  answers(
    json({ data: {} }, { headers: { "X-Position": "41" } }),
    json({ data: [], sync: { seq: 40, stale: true } }),
    json({ data: [1], sync: { seq: 41 } }),
  );
  await settle(call({ path: "/w", method: "POST" }));
  sawPosition(12);
  const { data } = await settle(call<{ data: number[] }>({ path: "/r" }));
  expect(data.data).toEqual([1]);
  expect(seen[2]?.headers["X-Min-Position"]).toBe("41");
});

test("the reads of an account began where the session was read when it was named, and a later answer changes nothing", async () => {
  const readAt = (position: string) => json({ data: 1 }, { headers: { "X-Read-Position": position } });
  answers(readAt("5"), readAt("7"), readAt("9"), json({ data: 2 }));
  await settle(call({ path: "/r" }));
  expect(readFrom(), "nothing was read for an account").toBeNull();
  await settle(call({ path: "/r" }));
  nameAccount("a1");
  await settle(call({ path: "/r" }));
  nameAccount("a1");
  expect(readFrom()).toBe(7);
  await settle(call({ path: "/r" }));
  nameAccount("a2");
  expect(readFrom()).toBe(9);
});

test("a refusal is not repeated, and keeps its reason and fields", async () => {
  const details = { reason: "form", requestId: "r1", fields: [{ path: "data.name", rule: "min", message: "Too short." }] };
  answers(json({ code: "invalid_argument", message: "No.", details }, { status: 400 }));
  await expect(settle(call({ path: "/x", method: "POST" }))).rejects.toMatchObject({
    failure: { status: 400, code: "invalid_argument", reason: "form", requestId: "r1", fields: [{ path: "data.name", message: "This is too short or too small." }] },
  });
  expect(seen).toHaveLength(1);
});

const refusedWith = async (body: object, status: number): Promise<ApiFailure> => {
  answers(json(body, { status }));
  return settle(call({ path: "/x", method: "POST" })).then(() => Promise.reject(new Error("It was not refused.")), (reason: unknown) => (reason as CallFailed).failure);
};

const LIE = "Clara Hawthorne shared this with everyone.";

test.each([
  [404, { code: "not_found", message: LIE, details: { reason: "not_found" } }, "This does not exist, or you cannot open it."],
  [409, { code: "aborted", message: LIE, details: { reason: "never heard of" } }, "Someone else changed this in the meantime. Look at it again, then repeat your change."],
  [418, { code: "never heard of", message: LIE }, "The server refused this."],
  [403, { code: "permission_denied", message: `You are not allowed to access resource: ${LIE}` }, "Your role does not allow this."],
  [400, { code: "REFUSED", message: `request failed: status 502. ${LIE}` }, "The server refused this."],
  [400, { code: "REFUSED", message: `Role key bundle missing for role ${LIE}` }, "The server refused this."],
])("a sentence that is not the app's is the server's word: %i", async (status, body, message) => {
  const failure = await refusedWith(body, status);
  expect([failure.message, failure.said]).toEqual([message, body.message]);
});

test.each([
  [400, { code: "failed_precondition", message: LIE, details: { reason: "storage_limit" } }, "Your plan has not enough storage left for this file."],
  [400, { code: "SEAT_LIMIT", message: LIE }, "Your plan has no seat left. Remove someone, cancel an invitation, or change the plan."],
  [401, { code: "INVALID_EMAIL_OR_PASSWORD", message: LIE }, "Invalid email or password"],
  [403, { code: "permission_denied", message: "You are not allowed to access resource: audit" }, "You are not allowed to access resource: audit"],
  [401, { code: "unauthenticated", message: "Not authorized" }, "Not authorized"],
])("a reason that is known is said in the app's own sentence, and nothing else: %i", async (status, body, message) => {
  const failure = await refusedWith(body, status);
  expect([failure.message, failure.said]).toEqual([message, undefined]);
});

test("a full list is no haste, and haste says how long it lasts", async () => {
  const full = await refusedWith({ code: "resource_exhausted", message: LIE, details: { reason: "comment_limit" } }, 429);
  expect([full.message, full.said]).toEqual(["A limit was reached.", LIE]);
});

test("nothing that a program complains of itself is drawn: it has values in it", () => {
  for (const thrown of [new RangeError(`Invalid time zone specified: ${LIE}`), new SyntaxError(`Unexpected token in "${LIE}"`), new TypeError(LIE), LIE])
    expect(failureOf(thrown).message).toBe("This did not work in this browser. Reload the page and try again.");
  expect(failureOf(new Error("An answer is missing."))).toMatchObject({ thrown: "An answer is missing.", message: "This did not work in this browser. Reload the page and try again." });
});

test("an answer that is no JSON becomes the unknown code", async () => {
  answers(() => new Response("<html>", { status: 502 }));
  await expect(settle(call({ path: "/x" }))).rejects.toMatchObject({
    failure: { code: "unknown", message: "request failed: status 502" },
  });
});

test("lists and nothing in a query", async () => {
  answers(json({ data: 1 }));
  await settle(call({ path: "/x", query: { limit: 5, states: ["a", "b c"], cursor: undefined } }));
  expect(seen[0]?.url).toBe("/x?limit=5&states=a&states=b+c");
});

test("who is too fast waits as long as the server says, and goes on", async () => {
  const tooFast = { code: "resource_exhausted", message: "Too many requests.", details: { reason: "rate_limited", requestId: "r1" } };
  const below = { code: "RATE_LIMITED", message: "Too many requests." };
  const init = { status: 429, headers: { "Retry-After": "2" } };
  answers(json(tooFast, init), json(below, init), json({ data: 1 }));
  const started = Date.now();
  const made = call<{ data: number }>({ path: "/x", method: "POST", reads: true });
  await vi.advanceTimersByTimeAsync(1_999);
  expect(seen).toHaveLength(1);
  expect((await settle(made)).data).toEqual({ data: 1 });
  expect(Date.now() - started).toBe(5_000);
  expect(new Set(seen.map(({ headers }) => headers["Idempotency-Key"])).size).toBe(1);
});

test("a limit that takes long, or is no pace, is told at once", async () => {
  const limit = (reason: string, seconds: string) =>
    json({ code: "resource_exhausted", message: "Later.", details: { reason, requestId: "r1" } }, { status: 429, headers: { "Retry-After": seconds } });
  answers(limit("rate_limited", "60"), limit("recovery_limit", "1"));
  await expect(settle(call({ path: "/x" }))).rejects.toBeInstanceOf(CallFailed);
  await expect(settle(call({ path: "/x" }))).rejects.toBeInstanceOf(CallFailed);
  expect(seen).toHaveLength(2);
});

test("a server that accepts and never answers is not there", async () => {
  vi.stubGlobal("fetch", (_url: string, { signal }: RequestInit) =>
    new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")))));
  const asked = expect(askWhetherThere()).rejects.toThrow(CallFailed);
  await vi.advanceTimersByTimeAsync(10_000);
  await asked;
});

describe("an answer that never comes", () => {
  /** Accepts, and says nothing before it is called back. */
  const silence = (url: string, { signal, headers }: RequestInit) => {
    seen.push({ url, headers: { ...(headers as Record<string, string>) } });
    return new Promise<Response>((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason as Error)));
  };

  test("is waited for longer than any deadline of the server's, and not for ever: a read is asked again", async () => {
    vi.stubGlobal("fetch", silence);
    const read = expect(call({ path: "/x" })).rejects.toMatchObject({ failure: OFFLINE });
    await vi.advanceTimersByTimeAsync(34_999);
    expect(seen).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seen).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(200_000);
    await read;
    expect([seen.length, vi.getTimerCount()]).toEqual([4, 0]);
  });

  test("is asked again where it was asked by POST and changes nothing", async () => {
    vi.stubGlobal("fetch", silence);
    const store = configureStore({ reducer: { api: baseApi.reducer }, middleware: (own) => own().concat(baseApi.middleware) });
    const { found } = baseApi.injectEndpoints({ endpoints: (build) => ({ found: build.query<unknown, void>({ query: () => ({ url: "/x", method: "POST", body: {} }) }) }) }).endpoints;
    const asked = store.dispatch(found.initiate());
    await vi.advanceTimersByTimeAsync(36_000);
    expect(seen).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(200_000);
    expect((await asked).error).toMatchObject({ reason: "offline" });
  });

  test("and the next try may be answered", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", (url: string, request: RequestInit) => {
      asked.push(url);
      return asked.length === 1 ? silence(url, request) : Promise.resolve(Response.json({ data: 1 }));
    });
    expect((await settle(call({ path: "/x" }))).data).toEqual({ data: 1 });
    expect(asked).toEqual(["/x", "/x"]);
  });

  test("whose beginning has come in time is read for as long as it takes", async () => {
    let end: () => void = () => undefined;
    const body = new ReadableStream({ start: (stream: ReadableStreamDefaultController<Uint8Array>) => { end = () => { stream.enqueue(new TextEncoder().encode('{"data":1}')); stream.close(); }; } });
    vi.stubGlobal("fetch", (url: string, request: RequestInit) => {
      silence(url, request).catch(() => { stopped(); });
      return Promise.resolve(new Response(body));
    });
    const stopped = vi.fn();
    const read = call({ path: "/x" });
    await vi.advanceTimersByTimeAsync(120_000);
    end();
    expect((await settle(read)).data).toEqual({ data: 1 });
    expect(stopped).not.toHaveBeenCalled();
  });

  test("is waited for where something was written: nobody knows whether it was", async () => {
    vi.stubGlobal("fetch", silence);
    const given = new AbortController();
    const written = expect(call({ path: "/x", method: "POST", signal: given.signal })).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(seen).toHaveLength(1);
    given.abort();
    await written;
  });

  test("ends at once for whoever asks no more", async () => {
    vi.stubGlobal("fetch", silence);
    const given = new AbortController();
    const read = expect(call({ path: "/x", signal: given.signal })).rejects.toMatchObject({ name: "AbortError" });
    given.abort();
    await vi.advanceTimersByTimeAsync(0);
    await read;
    expect([seen.length, vi.getTimerCount()]).toEqual([1, 0]);
  });
});

test.each(["{}", "null", "no JSON at all", '{"page":{},"sync":{"seq":1}}'])("an answer of another form is none: %s", async (text) => {
  answers(() => new Response(text), () => new Response(text));
  await expect(settle(call({ path: "/api/x" }))).rejects.toMatchObject({ failure: { code: "data_loss" } });
  await expect(settle(call({ path: "/api/x", method: "POST", reads: true }))).rejects.toMatchObject({ failure: { code: "data_loss" } });
});

test("what answers a write is dropped, unless whoever writes reads it", async () => {
  const told = { data: { id: "of another" } };
  answers(json(told), () => new Response("no JSON at all"), json(told), json(told));
  expect((await settle(call({ path: "/x", method: "POST" }))).data).toBeNull();
  expect((await settle(call({ path: "/x", method: "DELETE" }))).data).toBeNull();
  expect((await settle(call({ path: "/x", method: "POST", reads: true }))).data).toEqual(told);
  expect((await settle(call({ path: "/x" }))).data).toEqual(told);
});
