// @vitest-environment jsdom
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { hear } from "../browser/reach";
import type { Keyring, KeyState } from "../keyring/contract";
import { KeyringProvider } from "../keyring/react";
import { useRestartWhenBack } from "./useRestartWhenBack";

beforeEach(() => hear("online"));
afterEach(cleanup);

const DID_NOT_START: KeyState = { name: "stopped", when: "start" };

function watched(first: KeyState) {
  let now = first;
  const listeners = new Set<() => void>();
  const restart = vi.fn(() => Promise.resolve());
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  function Watching() {
    useRestartWhenBack();
    return null;
  }
  render(
    <KeyringProvider keyring={{ state: () => now, subscribe, restart } as unknown as Keyring}>
      <Watching />
    </KeyringProvider>,
  );
  const become = (state: KeyState) =>
    act(() => {
      now = state;
      listeners.forEach((listener) => listener());
    });
  return { restart, become };
}

const turn = (heard: "online" | "offline") => act(() => hear(heard));

test("a worker that did not start while Coffer was away is started when it is back", () => {
  const { restart } = watched(DID_NOT_START);
  turn("offline");
  expect(restart).not.toHaveBeenCalled();
  turn("online");
  expect(restart).toHaveBeenCalledOnce();
});

test("one that is given up only after Coffer is back is started as well, and once", () => {
  const { restart, become } = watched({ name: "starting" });
  turn("offline");
  turn("online");
  become(DID_NOT_START);
  expect(restart).toHaveBeenCalledOnce();
  become({ name: "starting" });
  become(DID_NOT_START);
  expect(restart).toHaveBeenCalledOnce();
});

test("one that stopped at work, and one that does not start with a connection, wait for their person", () => {
  const { restart, become } = watched(DID_NOT_START);
  become({ name: "stopped", when: "work" });
  turn("offline");
  turn("online");
  expect(restart).not.toHaveBeenCalled();
});
