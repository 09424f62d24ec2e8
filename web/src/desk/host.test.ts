/** A page has one desk at a time, and what it held does not outlive it. */
import { expect, test, vi } from "vitest";

import { WorkerLost } from "../keyring/watch.ts";
import type { DeskHandle } from "./connect.ts";
import { hostDesk } from "./host.ts";
import type { FromKeys } from "./messages.ts";

function aHost() {
  const started: (Parameters<Parameters<typeof hostDesk>[0]>[0] & { ended: ReturnType<typeof vi.fn>; speak: ReturnType<typeof vi.fn> })[] = [];
  const told: FromKeys[] = [];
  const host = hostDesk((connecting) => {
    const [ended, speak] = [vi.fn(), vi.fn()];
    started.push({ ...connecting, ended, speak });
    return { shown: {}, keys: (message: FromKeys) => void told.push(message), speak, end: ended } as unknown as DeskHandle;
  }, "en");
  const heard = vi.fn();
  host.subscribe(heard);
  return { host, started, heard, told };
}

const aFeed = () => ({ take: () => Promise.resolve(), open: () => Promise.resolve(), end: vi.fn() });

test("it is opened when something is asked of it, and is the same until it is renewed", () => {
  const { host, started, heard } = aHost();
  expect(started).toHaveLength(0);
  host.renew();
  expect(heard).not.toHaveBeenCalled();
  const first = host.now();
  expect(host.now()).toBe(first);
  host.renew();
  expect([heard.mock.calls.length, started[0]?.ended.mock.calls.length]).toEqual([1, 1]);
  expect(host.now()).not.toBe(first);
  expect(started).toHaveLength(2);
});

test("a kind has one feed, which ends with the desk", () => {
  const { host } = aHost();
  const [one, other] = [aFeed(), aFeed()];
  const desk = host.now();
  expect([desk.feed("contact", () => one), desk.feed("contact", () => other)]).toEqual([one, one]);
  host.renew();
  expect(one.end).toHaveBeenCalledOnce();
  expect(host.now().feed("contact", () => other)).toBe(other);
  host.end();
  expect(other.end).toHaveBeenCalledOnce();
});

test("a worker that is lost stays so until somebody asks for another, and one that was let go says nothing any more", () => {
  const { host, started, heard } = aHost();
  const feed = aFeed();
  const desk = host.now();
  desk.feed("contact", () => feed);
  const reason = new WorkerLost("work");
  started[0]?.onLost(reason);
  expect([host.lost(), host.now(), heard.mock.calls.length, feed.end.mock.calls.length]).toEqual([reason, desk, 1, 1]);
  host.renew();
  expect(host.lost()).toBeNull();
  const next = host.now();
  started[0]?.onLost(reason);
  expect([host.lost(), host.now()]).toEqual([null, next]);
});

test("a language is told to the desk of now and to every later one", () => {
  const { host, started } = aHost();
  host.now();
  host.speak("en");
  host.speak("de");
  expect(started[0]?.speak.mock.calls).toEqual([["de"]]);
  host.renew();
  host.now();
  expect(started[1]?.language).toBe("de");
});

test("what is shown for a while is put away when the last one lets go of it, and begins anew after that", () => {
  const { host, told } = aHost();
  const [one, other] = [aFeed(), aFeed()];
  const desk = host.now();
  const [first, second] = [desk.hold("comment task", () => one), desk.hold("comment task", () => other)];
  expect([first.feed, second.feed]).toEqual([one, one]);
  first.letGo();
  expect([one.end.mock.calls.length, told]).toEqual([0, []]);
  second.letGo();
  expect([one.end.mock.calls.length, told]).toEqual([1, [{ away: "comment task" }]]);
  expect(desk.hold("comment task", () => other).feed).toBe(other);
});
