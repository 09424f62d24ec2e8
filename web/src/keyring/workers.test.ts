/** A worker that does not start, or does not answer any more, is noticed, ended, and told of. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { WorkerLost } from "./watch.ts";
import { connectCryptoWorker, type WorkerPort } from "./workers.ts";
import { serve, type Port } from "./worker/rpc.ts";

/** A worker's outside, with nobody inside until something is served. */
function aPort() {
  const listeners: Record<string, ((event: never) => void)[]> = { message: [], error: [], messageerror: [] };
  const inside: ((event: MessageEvent) => void)[] = [];
  const state = { terminated: false, frozen: false };
  const port: WorkerPort = {
    addEventListener: (type: string, listener: (event: never) => void) => { listeners[type]?.push(listener); },
    postMessage: (data) => { queueMicrotask(() => { if (!state.terminated && !state.frozen) inside.forEach((hear) => { hear({ data } as MessageEvent); }); }); },
    terminate: () => { state.terminated = true; },
  };
  const end: Port = {
    addEventListener: (_type, listener) => { inside.push(listener); },
    postMessage: (data) => { queueMicrotask(() => { if (!state.terminated && !state.frozen) listeners["message"]?.forEach((hear) => { hear({ data } as never); }); }); },
  };
  return { port, end, state, raise: (type: "error" | "messageerror") => { listeners[type]?.forEach((hear) => { hear({} as never); }); } };
}

const outcome = (call: Promise<unknown>) => call.then(() => "answered", (error: unknown) => (error instanceof WorkerLost ? `lost at ${error.when}` : String(error)));

function aWorker(operations: Record<string, () => Promise<unknown>> | null) {
  const wire = aPort();
  const lost: string[] = [];
  const handle = connectCryptoWorker(wire.port, ({ when }) => { lost.push(when); });
  if (operations) serve(wire.end, operations);
  return { ...wire, lost, handle, call: () => outcome(handle.operations.takeFresh()) };
}

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => { vi.useRealTimers(); });

describe("a worker that does not start", () => {
  it("is given ten seconds, and then ended with all that waits for it", async () => {
    const { call, lost, state } = aWorker(null);
    const asked = call();
    await vi.advanceTimersByTimeAsync(9999);
    expect([lost, state.terminated]).toEqual([[], false]);
    await vi.advanceTimersByTimeAsync(1);
    expect([lost, state.terminated]).toEqual([["start"], true]);
    expect(await asked).toBe("lost at start");
    // A message to an ended worker is never answered: later calls fail at once.
    expect(await call()).toBe("lost at start");
  });

  it.each(["error", "messageerror"] as const)("is known at once by its %s", async (type) => {
    const { call, lost, raise, state } = aWorker(null);
    const asked = call();
    raise(type);
    expect(await asked).toBe("lost at start");
    expect([lost, state.terminated]).toEqual([["start"], true]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lost).toHaveLength(1);
  });
});

describe("a worker at work", () => {
  it("may take as long as it needs, as long as it gives a sign of life", async () => {
    let done: () => void = () => undefined;
    const { call, lost } = aWorker({ takeFresh: () => new Promise<void>((resolve) => { done = resolve; }) });
    await vi.advanceTimersByTimeAsync(0);
    const asked = call();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(lost).toEqual([]);
    done();
    expect(await asked).toBe("answered");
  });

  it("that gives none for fifteen seconds fails the call and is ended", async () => {
    const { call, lost, state } = aWorker({ takeFresh: () => new Promise(() => undefined) });
    await vi.advanceTimersByTimeAsync(0);
    const asked = call();
    state.frozen = true;
    await vi.advanceTimersByTimeAsync(14_999);
    expect(lost).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await asked).toBe("lost at work");
    expect([lost, state.terminated]).toEqual([["work"], true]);
  });

  it("is asked for nothing while nobody waits", async () => {
    const { call, lost, state } = aWorker({ takeFresh: () => Promise.resolve() });
    await vi.advanceTimersByTimeAsync(0);
    expect(await call()).toBe("answered");
    state.frozen = true;
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect([lost, vi.getTimerCount()]).toEqual([[], 0]);
  });

  it("that breaks in the middle fails what waits", async () => {
    const { call, lost, raise } = aWorker({ takeFresh: () => new Promise(() => undefined) });
    await vi.advanceTimersByTimeAsync(0);
    const asked = call();
    raise("error");
    expect(await asked).toBe("lost at work");
    expect(lost).toEqual(["work"]);
  });

  it("that was ended on purpose is not told of", async () => {
    const { call, lost, handle, raise } = aWorker({ takeFresh: () => new Promise(() => undefined) });
    await vi.advanceTimersByTimeAsync(0);
    const asked = call();
    handle.end();
    raise("error");
    expect(await asked).toBe("Abandoned: The keys were locked.");
    await vi.advanceTimersByTimeAsync(60_000);
    expect([lost, vi.getTimerCount()]).toEqual([[], 0]);
  });
});
