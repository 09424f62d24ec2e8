/** The desk worker and its page, over real message ports. */
import { afterEach, expect, test, vi } from "vitest";

import type { WorkerLost } from "../keyring/watch.ts";
import { connectDesk, type DeskHandle, type Outside } from "./connect.ts";
import type { View } from "./messages.ts";
import { ALIVE, ASK, type FromWorker, type ToWorker } from "./port.ts";
import type { Opened } from "./row.ts";
import { serveDesk } from "./serve.ts";
import { DeskClosed } from "./shown.ts";
import { idOf, itemOf, THING } from "./testing/rows.ts";

const ALL: View = { kind: "contact", where: null, text: "", sort: [{ field: "title", dir: "asc" }], group: null };

const row = (number: number, name: string): Opened => ({
  id: idOf(number), version: 1, word: {}, state: "open", item: itemOf({ id: idOf(number), revision: 1, at: 0 }), payload: { name, notes: "" },
});

const open: { end: () => void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.end();
});

/** Everything crosses as it would between threads; the worker's side may stay silent. */
function aWorker(isSilent = false) {
  const { port1, port2 } = new MessageChannel();
  const ended = vi.fn();
  if (!isSilent) {
    serveDesk({ postMessage: (message) => port2.postMessage(message), addEventListener: (_type, listener) => void (port2.onmessage = listener as (event: MessageEvent) => void) }, [THING]);
  }
  const listeners = new Map<string, (event: MessageEvent<FromWorker>) => void>();
  const worker: Outside = {
    postMessage: (message: ToWorker) => port1.postMessage(message),
    addEventListener: (type: string, listener: (event: MessageEvent<FromWorker>) => void) => {
      if (type === "message") port1.onmessage = listener;
      listeners.set(type, listener);
    },
    terminate: () => {
      ended();
      port1.close();
    },
  };
  return { worker, ended, fail: () => listeners.get("error")?.({} as MessageEvent<FromWorker>) };
}

function aDesk(isSilent = false) {
  const { worker, ended, fail } = aWorker(isSilent);
  const lost = vi.fn<(reason: WorkerLost) => void>();
  const desk: DeskHandle = connectDesk(worker, { language: "en", nextFrame: (callback) => void setTimeout(callback), onLost: lost });
  open.push(desk);
  return { desk, ended, fail, lost };
}

test("rows that the keys opened come to the page as a window, and a find is answered", async () => {
  const { desk } = aDesk();
  const live = desk.shown.view();
  live.show(ALL, 0, 1);
  desk.keys({ put: "contact", rows: [row(2, "Ben"), row(1, "Anna")] });
  desk.keys({ stage: "contact", is: "newest" });
  await expect.poll(() => live.now()).toMatchObject({ stage: "newest", count: 2, ids: [idOf(1)] });
  expect([...(live.now()?.rows.values() ?? [])].map(({ cells }) => cells[0])).toEqual(["Anna"]);
  await expect(desk.shown.find("ben", ["contact"], 5)).resolves.toMatchObject([{ kind: "contact", row: { id: idOf(2) } }]);
});

test("in another language the same rows stand in its order", async () => {
  const { desk } = aDesk();
  const live = desk.shown.view();
  live.show(ALL, 0, 10);
  desk.keys({ put: "contact", rows: [row(1, "Zoë"), row(2, "Åsa"), row(3, "Bo")] });
  const names = () => live.now()?.ids.map((id) => live.now()?.rows.get(id)?.cells[0]);
  await expect.poll(names).toEqual(["Åsa", "Bo", "Zoë"]);
  const zoe = live.now()?.rows.get(idOf(1));
  desk.speak("sv");
  await expect.poll(names).toEqual(["Bo", "Zoë", "Åsa"]);
  expect(live.now()?.rows.get(idOf(1))).toBe(zoe);
});

test("an ended desk leaves nothing on the page, and its worker is ended from outside", async () => {
  const { desk, ended } = aDesk();
  const live = desk.shown.view();
  live.show(ALL, 0, 10);
  desk.keys({ put: "contact", rows: [row(1, "Anna")] });
  await expect.poll(() => live.now()?.count).toBe(1);
  const asked = desk.shown.find("anna", ["contact"], 5);
  desk.end();
  expect(live.now()).toBeNull();
  expect(ended).toHaveBeenCalledOnce();
  await expect(asked).rejects.toThrow(DeskClosed);
});

test("a worker that fails is lost at once, and everything that waits is told why", async () => {
  const { desk, ended, fail, lost } = aDesk();
  const asked = desk.shown.find("anna", ["contact"], 5);
  fail();
  await expect(asked).rejects.toMatchObject({ name: "WorkerLost" });
  expect(lost).toHaveBeenCalledOnce();
  expect(ended).toHaveBeenCalledOnce();
});

test("a worker says that it lives when it has started, and whenever it is asked", () => {
  const told: FromWorker[] = [];
  let hear: (event: MessageEvent<ToWorker>) => void = () => undefined;
  serveDesk({ postMessage: (message) => told.push(message), addEventListener: (_type, listener) => void (hear = listener) }, [THING]);
  expect(told).toEqual([ALIVE]);
  hear({ data: ASK } as MessageEvent<ToWorker>);
  expect(told).toEqual([ALIVE, ALIVE]);
});

test("a desk that never starts is lost after ten seconds", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
  try {
    const { lost, ended } = aDesk(true);
    vi.advanceTimersByTime(9_999);
    expect(lost).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(lost).toHaveBeenCalledWith(expect.objectContaining({ when: "start" }));
    expect(ended).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});
