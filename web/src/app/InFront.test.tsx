// @vitest-environment jsdom
/** What stands in front of a page takes away no text that somebody typed; a lock does. */
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";

import { InEnglish } from "../i18n/testing/InEnglish";
import type { Keyring, KeyState } from "../keyring/contract";
import { KeyringProvider } from "../keyring/react";
import { InFront } from "./InFront";

vi.mock("../features/unlock/Gates", () => ({ default: () => null }));

afterEach(cleanup);

const READY: KeyState = { name: "ready", locksAt: 0, deviceId: "d" };
const WAITING: KeyState = { name: "waiting", helpers: [], approved: true };
const LOCKED: KeyState = { name: "locked", by: "passphrase" };

function page(path: string) {
  let now: KeyState = READY;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  render(
    <MemoryRouter initialEntries={[path]}>
      <KeyringProvider keyring={{ state: () => now, subscribe } as unknown as Keyring}>
        <InFront>
          <input aria-label="Search" />
        </InFront>
      </KeyringProvider>
    </MemoryRouter>,
    { wrapper: InEnglish },
  );
  fireEvent.change(screen.getByLabelText("Search"), { target: { value: "lease" } });
  return (state: KeyState) =>
    act(async () => {
      now = state;
      listeners.forEach((listener) => listener());
      await Promise.resolve();
    });
}

const field = () => screen.getByLabelText<HTMLInputElement>("Search");
const isCovered = () => field().closest("[inert]") !== null;

test("what was typed stays while a browser waits for its keys", async () => {
  const become = page("/documents");
  await become(WAITING);
  expect([field().value, isCovered()]).toEqual(["lease", true]);
  await become(READY);
  expect([field().value, isCovered()]).toEqual(["lease", false]);
});

test("a lock leaves nothing of it", async () => {
  const become = page("/documents");
  await become(LOCKED);
  expect([field().value, isCovered()]).toEqual(["", true]);
});

test.each(["/members", "/platform"])("%s needs no key", async (path) => {
  const become = page(path);
  for (const state of [WAITING, LOCKED, READY]) {
    await become(state);
    expect([field().value, isCovered()]).toEqual(["lease", false]);
  }
});
