// @vitest-environment jsdom
/** The bar under the navigation says of this device what is so: during an alarm, or while nothing is known yet, that is nothing. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import type { KeyState } from "../keyring/contract";
import { LockBar } from "./LockBar";
import { show } from "./testing/forms";

afterEach(cleanup);

const alarm: KeyState = { name: "alarm", kind: "missing", message: "", since: 0, evidence: new Blob() };
const pending: KeyState = { name: "pending" };
const ready: KeyState = { name: "ready", locksAt: Date.now() + 60 * 60 * 1000, deviceId: "laptop" };

const drawn = (state: KeyState) => {
  show(() => <LockBar />, [], { state: () => state });
  return document.body.textContent;
};

test.each<KeyState>([alarm, { name: "starting" }, { name: "keyless" }, { name: "stopped", when: "start" }, { name: "closed", why: "session" }])(
  "$name: it says nothing of keys or locks",
  (state) => { expect(drawn(state)).toBe(""); },
);

test.each<[KeyState, string, string]>([
  [ready, "Unlocked", "Locks in"],
  [{ name: "locked", by: "passphrase" }, "Locked", "Unlock to read and write"],
  [pending, "Locked", "No keys on this device"],
])("%o", (state, word, hint) => {
  drawn(state);
  expect(screen.getByText(word)).toBeTruthy();
  expect(screen.getByText(new RegExp(hint))).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Lock now" }) !== null).toBe(state.name === "ready");
});
