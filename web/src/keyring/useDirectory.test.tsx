// @vitest-environment jsdom
/** Who there is is asked until it is answered, and what was read before stays until then. */
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { hear } from "../browser/reach";
import { aDirectory } from "../lists/people/testing";
import type { Directory, Keyring } from "./contract";
import { KeyringProvider } from "./react";
import { useDirectory } from "./useDirectory";

const CLARA = aDirectory({ people: [{ id: "clara", name: "Clara" }] });
const BOTH = aDirectory({ people: [{ id: "clara", name: "Clara" }, { id: "jonas", name: "Jonas" }] });

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});
afterEach(() => {
  cleanup();
  hear("answered");
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A keyring whose server answers like this, one after another; the last of them for ever. */
function aKeyring(...answers: (Directory | null)[]) {
  const listeners = new Set<() => void>();
  const state = { name: "ready" };
  const directory = vi.fn(() => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return answer ? Promise.resolve(answer) : Promise.reject(new Error("No connection."));
  });
  const keyring = {
    directory, state: () => state,
    subscribe: (listener: () => void) => { listeners.add(listener); return () => listeners.delete(listener); },
  } as unknown as Keyring;
  const wrapper = ({ children }: { children: ReactNode }) => <KeyringProvider keyring={keyring}>{children}</KeyringProvider>;
  return { directory, state, changes: () => act(async () => { for (const listener of listeners) listener(); await Promise.resolve(); }), open: () => renderHook(() => useDirectory(), { wrapper }) };
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const names = ({ result }: { result: { current: Directory | undefined } }) => result.current?.people.map(({ name }) => name);

test("a first answer that fails is asked again by itself, later each time", async () => {
  const { open, directory } = aKeyring(null, null, null, CLARA);
  const drawn = open();
  await pass(0);
  expect([names(drawn), directory.mock.calls.length]).toEqual([undefined, 1]);
  await pass(2_000);
  expect(directory).toHaveBeenCalledTimes(2);
  await pass(2_000);
  expect(directory, "the second pause is longer").toHaveBeenCalledTimes(2);
  await pass(10_000);
  expect(names(drawn)).toEqual(["Clara"]);
  await pass(600_000);
  expect(directory, "and nothing is asked after the answer").toHaveBeenCalledTimes(4);
});

test("what was read before stays, and what changed meanwhile is read as soon as it is answered", async () => {
  const { open, changes } = aKeyring(CLARA, null, BOTH);
  const drawn = open();
  await pass(0);
  await changes();
  expect(names(drawn)).toEqual(["Clara"]);
  await pass(3_000);
  expect(names(drawn)).toEqual(["Clara", "Jonas"]);
});

test("it is asked at once when the server can be reached again", async () => {
  const { open, directory } = aKeyring(null, CLARA);
  const drawn = open();
  await pass(0);
  hear("unanswered");
  hear("answered");
  await pass(0);
  expect([names(drawn), directory.mock.calls.length]).toEqual([["Clara"], 2]);
  await pass(600_000);
  expect(directory).toHaveBeenCalledTimes(2);
});

test("nobody asks for a screen that is gone, and one that comes later asks anew", async () => {
  const { open, directory } = aKeyring(null, null, CLARA);
  open().unmount();
  await pass(600_000);
  expect(directory).toHaveBeenCalledTimes(1);
  const drawn = open();
  await pass(10_000);
  expect(names(drawn)).toEqual(["Clara"]);
});

test("an answer that fails late does not ask for a screen that is gone", async () => {
  const { open, directory } = aKeyring(null);
  const drawn = open();
  drawn.unmount();
  await pass(600_000);
  expect(directory).toHaveBeenCalledTimes(1);
});

test("whoever is no member any more asks nothing", async () => {
  const { open, directory, state } = aKeyring(null);
  open();
  await pass(0);
  state.name = "closed";
  await pass(600_000);
  expect(directory).toHaveBeenCalledTimes(1);
});

test("an older answer that comes late does not take the place of a newer one", async () => {
  const { open, directory, changes } = aKeyring(BOTH);
  let late: (found: Directory) => void = () => undefined;
  directory.mockImplementationOnce(() => new Promise((resolve) => { late = resolve; }));
  const drawn = open();
  await changes();
  expect(names(drawn)).toEqual(["Clara", "Jonas"]);
  late(CLARA);
  await pass(0);
  expect(names(drawn)).toEqual(["Clara", "Jonas"]);
});
