// @vitest-environment jsdom
/** A page that waits for keys speaks in whole sentences, also where a name is not known: nobody gave one, or it was erased. */
import { i18n, type MessageDescriptor } from "@lingui/core";
import { configureStore } from "@reduxjs/toolkit";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { Provider } from "react-redux";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";

import type { SessionInfo } from "../../api/auth";
import { baseApi } from "../../api/baseApi";
import { InEnglish } from "../../i18n/testing/InEnglish";
import type { DeviceEnd, Keyring, KeyState, OwnDevice } from "../../keyring/contract";
import { KeyringProvider } from "../../keyring/react";
import { SessionContext } from "../../session/context";
import Gates from "./Gates";

const session = { user: { id: "jonas" }, account: { id: "hawthorne", displayName: "Hawthorne", language: "en", dateFormat: "ddmmyyyy", dateSeparator: "/", zone: "UTC" }, session: { id: "here" } } as unknown as SessionInfo;
const unnamed: OwnDevice = { deviceId: "d1", name: "", lastSeenAt: "2026-11-01T00:00:00Z" };
const ended = (how: DeviceEnd["how"], mine = false): DeviceEnd => ({ how, mine, at: "2026-11-01T00:00:00Z", by: "", device: "" });
const elsewhere = (more: Partial<Extract<KeyState, { name: "elsewhere" }>>): KeyState => ({ name: "elsewhere", devices: [], helpers: [], ended: null, ...more });
const asked = { name: "unconfirmed" as const, helpers: [""], you: { name: "Jonas Weber", email: "jonas@weber.example" }, wrong: 0, answer: null };
const recoveryUsed: KeyState = { name: "alarm", kind: "recovered", message: "", since: 0, evidence: new Blob(), devices: ["new", "newer"] };

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The sentences that were put together around a value which is empty. */
function gaps(keys: KeyState, keyring: Partial<Keyring> = {}): string[] {
  const found: string[] = [];
  const say = i18n._.bind(i18n) as (given: MessageDescriptor) => string;
  const heard = (given: MessageDescriptor) => {
    if (Object.values(given.values ?? {}).some((value) => value === "" || value === null || value === undefined)) found.push(given.message ?? given.id);
    return say(given);
  };
  vi.spyOn(i18n, "_").mockImplementation(heard as unknown as typeof i18n._);
  const store = configureStore({ reducer: { [baseApi.reducerPath]: baseApi.reducer }, middleware: (defaults) => defaults().concat(baseApi.middleware) });
  render(
    <Provider store={store}>
      <InEnglish>
        <MemoryRouter>
          <SessionContext value={session}>
            <KeyringProvider keyring={keyring as Keyring}>
              <Gates keys={keys} onSaved={() => undefined} />
            </KeyringProvider>
          </SessionContext>
        </MemoryRouter>
      </InEnglish>
    </Provider>,
  );
  return found;
}

test.each<[string, KeyState]>([
  ["a device without a name", elsewhere({ devices: [unnamed] })],
  ["no device at all", elsewhere({})],
  ["helpers without a name", elsewhere({ devices: [unnamed], helpers: ["", ""] })],
  ["removed by someone who left", elsewhere({ ended: ended("removed") })],
  ["removed by oneself", elsewhere({ ended: ended("removed", true) })],
  ["recovered", elsewhere({ ended: ended("recovered", true) })],
  ["refused", elsewhere({ ended: ended("refused") })],
  ["given up here", elsewhere({ ended: ended("code") })],
  ["waiting", { name: "waiting", helpers: [""] }],
  ["being approved", { name: "waiting", helpers: [""], approved: true }],
  ["a code to ask for", { ...asked, ask: "colleague" }],
  ["a code of one's own device", { ...asked, ask: "own device" }],
  ["a wrong code", { ...asked, ask: "colleague", wrong: 1 }],
  ["a recovery key that was used", recoveryUsed],
  ["the answer to a code", { ...asked, ask: "colleague", answer: "123456" }],
])("%s: no sentence has a gap", (_which, keys) => {
  expect(gaps(keys)).toEqual([]);
});

test("without a name the way is told all the same, and helpers who have one are named", () => {
  gaps(elsewhere({ devices: [unnamed], helpers: ["", "Clara Hawthorne"] }));
  expect(screen.getByText("Open Keys & devices on your other device.")).toBeTruthy();
  expect(screen.getByText(/^Clara Hawthorne can remove you/)).toBeTruthy();
});

test.each([
  ["It was me", []],
  ["It was not me. Block it", ["new", "newer"]],
])("whoever says of a used recovery key: %s", async (answer, blocked) => {
  const keyring = { refuse: vi.fn(() => Promise.resolve()), acknowledge: vi.fn(() => Promise.resolve()) };
  gaps(recoveryUsed, keyring);
  fireEvent.click(await screen.findByRole("button", { name: answer }));
  await waitFor(() => { expect(keyring.acknowledge).toHaveBeenCalledOnce(); });
  expect(keyring.refuse.mock.calls.flat()).toEqual(blocked);
});

test("a device that could not be blocked is not taken for one that its person knows", async () => {
  const keyring = { refuse: vi.fn(() => Promise.reject(new Error("away"))), acknowledge: vi.fn(() => Promise.resolve()) };
  gaps(recoveryUsed, keyring);
  fireEvent.click(await screen.findByRole("button", { name: "It was not me. Block it" }));
  await waitFor(() => { expect(screen.getAllByRole("alert")).toHaveLength(2); });
  expect(keyring.acknowledge).not.toHaveBeenCalled();
});
