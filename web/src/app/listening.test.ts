/** What the app does with each word of the server: refetches what is stale, tells the keyring, acknowledges, comes back after a cut. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { baseApi, TAGS } from "../api/baseApi";
import * as http from "../api/http";
import * as itemSync from "../api/itemSync";
import { askBy } from "../browser/reach";
import type { Keyring } from "../keyring/contract";
import * as served from "./served";
import { listen, type Frame, type Realtime } from "./realtime";
import type { store as appStore } from "./store";

class Socket {
  static all: Socket[] = [];
  readonly sent: unknown[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly address: URL;

  constructor(address: URL) {
    this.address = new URL(address);
    Socket.all.push(this);
  }

  send(text: string) {
    this.sent.push(JSON.parse(text));
  }

  /** On a half-open connection the closing handshake is never answered, so no event follows. */
  close() {
    this.closed = true;
  }

  hear(frame: Frame) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}

const sight = vi.spyOn(itemSync, "sightChanged");
const position = vi.spyOn(http, "sawPosition");
const stale = vi.spyOn(baseApi.util, "invalidateTags");
const looked = vi.spyOn(served, "lookWhatIsServed").mockResolvedValue();
const heard = vi.fn<Keyring["heard"]>();
const onSession = vi.fn<(reason: string) => Promise<void>>();
const asked = vi.fn<() => Promise<void>>();
let state: string;
let live: Realtime;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", { href: "https://coffer.test/documents" });
  vi.stubGlobal("WebSocket", Socket);
  Socket.all = [];
  for (const spy of [sight, position, stale, looked, heard, onSession]) spy.mockClear();
  asked.mockReset().mockResolvedValue();
  onSession.mockReset().mockResolvedValue();
  askBy(asked);
  state = "ready";
});
afterEach(() => {
  live.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start(missed = false, from: number | null = null): Socket {
  const keyring = { state: () => ({ name: state }), heard } as unknown as Keyring;
  const store = { dispatch: () => undefined } as unknown as typeof appStore;
  live = listen({ store, keyring, onSession, missed, from });
  return latest();
}

function latest(): Socket {
  const socket = Socket.all.at(-1);
  if (!socket) throw new Error("Nobody listens.");
  return socket;
}

const hello = (seq: number): Frame => ({ type: "hello", accountId: "a", seq, heartbeatSec: 20 });
const changed = (seq: number, ...resources: string[]): Frame => ({
  type: "changed", accountId: "a", seq,
  changes: resources.map((resource) => ({ resource, id: `${resource} 1`, version: 1, op: "upsert", by: "u", origin: null })),
});
const refetched = () => stale.mock.calls.flatMap(([tags]) => tags).map((tag) => (typeof tag === "object" && tag ? tag.type : tag));

test("a change is refetched, its position kept and acknowledged", () => {
  const socket = start();
  socket.hear(hello(3));
  socket.hear(changed(4, "contact"));
  expect(refetched()).toEqual(["Contact", "Audit"]);
  expect(position).toHaveBeenCalledExactlyOnceWith(4);
  expect(socket.sent).toEqual([{ v: 1, type: "ack", seq: 4 }]);
  expect([sight.mock.calls.length, heard.mock.calls.length]).toEqual([0, 0]);
});

test.each(["member", "role", "account"])("a change of a %s tells the keyring, and asks for every list as a whole", (resource) => {
  start().hear(changed(4, resource));
  expect(sight).toHaveBeenCalledOnce();
  expect(heard).toHaveBeenCalledExactlyOnceWith(resource, `${resource} 1`);
});

test("a change of keys tells the keyring alone", () => {
  start().hear(changed(4, "key"));
  expect(sight).not.toHaveBeenCalled();
  expect(heard).toHaveBeenCalledExactlyOnceWith("key", "key 1");
});

test("a session that ends, moves or changes its role asks for every list as a whole, and says so", () => {
  start().hear({ type: "session", reason: "role" });
  expect(sight).toHaveBeenCalledOnce();
  expect(onSession).toHaveBeenCalledExactlyOnceWith("role");
});

test("news that come with the end of a membership ask for nothing before it is known what has become of the session", async () => {
  let known: () => void = () => undefined;
  onSession.mockReturnValue(new Promise((resolve) => (known = resolve)));
  const socket = start();
  socket.hear({ type: "session", reason: "role" });
  socket.hear(changed(4, "key", "member"));
  expect([refetched(), heard.mock.calls.length]).toEqual([[], 0]);
  known();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toHaveBeenCalledTimes(2);
  expect(refetched()).toContain("Member");

  stale.mockClear();
  socket.hear({ type: "session", reason: "role" });
  socket.hear(changed(5, "member"));
  live.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(refetched(), "the page of an account that is not this person's any more").toEqual([]);
});

test("after a cut it goes on where it was, and refetches only when something was missed", () => {
  const socket = start();
  socket.hear(hello(3));
  socket.hear(changed(7, "contact"));
  stale.mockClear();
  socket.onclose?.({ code: 1006 });
  vi.runOnlyPendingTimers();
  expect(latest()).not.toBe(socket);
  expect(latest().address.searchParams.get("since")).toBe("7");
  latest().hear(hello(7));
  expect(refetched()).toEqual([]);

  latest().onclose?.({ code: 1006 });
  vi.runOnlyPendingTimers();
  latest().hear(hello(9));
  expect(refetched().toSorted(), "every kind of question").toEqual(TAGS.toSorted());
  expect(heard).toHaveBeenCalledWith("key", "");
});

test("the first connection of a page begins where its reads began, and asks for nothing when nothing changed", () => {
  const socket = start(false, 4);
  expect(socket.address.searchParams.get("since")).toBe("4");
  socket.hear(hello(4));
  expect(refetched()).toEqual([]);
  socket.hear(changed(6, "account"));
  expect(refetched()).toEqual(["Account", "Session", "Audit"]);
});

test("a page that was here before the connection refetches once", () => {
  const socket = start(true, 2);
  expect(socket.address.searchParams.get("since")).toBeNull();
  socket.hear(hello(3));
  expect(refetched()).toContain("Document");
  stale.mockClear();
  socket.hear(hello(3));
  expect(refetched()).toEqual([]);
});

test("a device that waits looks again as soon as it can be told", () => {
  state = "waiting";
  start().hear(hello(3));
  expect(heard).toHaveBeenCalledExactlyOnceWith("key", "");
});

test.each([[4401, "revoked"], [4403, "revoked"], [4409, "switched"]])("closed by %i it does not ask again", (code, reason) => {
  const socket = start();
  socket.onclose?.({ code });
  vi.runOnlyPendingTimers();
  expect(Socket.all).toHaveLength(1);
  expect(onSession).toHaveBeenCalledExactlyOnceWith(reason);
});

test("closed by the page it does not come back", () => {
  start();
  live.close();
  vi.runOnlyPendingTimers();
  expect(Socket.all).toHaveLength(1);
});

test("waits longer after each cut, up to half a minute and what chance adds", () => {
  start();
  for (let cut = 0; cut < 12; cut += 1) {
    latest().onclose?.({ code: 1006 });
    expect(vi.getTimerCount()).toBe(1);
    const before = Date.now();
    vi.advanceTimersToNextTimer();
    expect(Socket.all).toHaveLength(cut + 2);
    const most = Math.min(500 * 2 ** cut, 30_000);
    expect((Date.now() - before) / most).toBeGreaterThanOrEqual(0.5);
    expect((Date.now() - before) / most).toBeLessThanOrEqual(1.5);
  }
});

test("a half-open socket is closed after two and a half silent heartbeats; the server is asked for, and a new one opens", () => {
  const socket = start();
  socket.onopen?.();
  socket.hear(hello(3));
  vi.advanceTimersByTime(20_000 * 2.5 - 1);
  expect([Socket.all.length, asked.mock.calls.length]).toEqual([1, 0]);
  vi.advanceTimersByTime(1);
  expect([socket.closed, asked.mock.calls.length]).toEqual([true, 1]);
  vi.advanceTimersByTime(1000);
  expect(latest()).not.toBe(socket);
  expect(latest().address.searchParams.get("since")).toBe("3");
  // What the old socket still says, and that it has closed at last, is ignored.
  const { length } = Socket.all;
  socket.onclose?.({ code: 1006 });
  socket.onmessage?.({ data: JSON.stringify(changed(9, "contact")) });
  vi.advanceTimersByTime(1000);
  expect([Socket.all.length, position.mock.calls.length]).toEqual([length, 0]);
});

test("every frame counts as a sign of life, and pings are answered", () => {
  const socket = start();
  socket.hear(hello(3));
  for (let beat = 0; beat < 10; beat += 1) {
    vi.advanceTimersByTime(45_000);
    socket.hear({ type: "ping", t: beat });
  }
  expect([Socket.all.length, socket.closed, socket.sent.length]).toEqual([1, false, 10]);
});

test("a socket that does not open in time is given up as well", () => {
  const socket = start();
  vi.advanceTimersByTime(20_000);
  expect(socket.closed).toBe(true);
  expect(Socket.all.length).toBeGreaterThan(1);
});

test("a refused connection asks for the server; one that was open reconnects first", () => {
  const socket = start();
  socket.onopen?.();
  socket.hear(hello(3));
  socket.onclose?.({ code: 1006 });
  expect(asked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  latest().onclose?.({ code: 1006 });
  expect(asked).toHaveBeenCalledOnce();
});

test("closed by the page it leaves no timer behind", () => {
  start().hear(hello(3));
  live.close();
  expect(vi.getTimerCount()).toBe(0);
});

test("a socket that opens again may lead to a server with a newer app, and the first one does not", async () => {
  start().onopen?.();
  expect(looked).not.toHaveBeenCalled();
  latest().onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(Socket.all).toHaveLength(2);
  latest().onopen?.();
  expect(looked).toHaveBeenCalledOnce();
});
