/** A member row says how far somebody is on the way to reading. */
import { expect, test } from "vitest";

import type { KeyDevice, KeyOverview, WaitingGrant } from "../../keyring/contract";
import { keyState, nameIsUnconfirmed } from "./keyState";

const jonas = { id: "jonas", keyReady: false, deviceCount: 1 };
const overview = (waiting: Partial<WaitingGrant>[], devices: Partial<KeyDevice>[] = []) =>
  ({ waiting, devices }) as KeyOverview;

test.each<[string, Parameters<typeof keyState>, string]>([
  ["nothing attached", [{ ...jonas, deviceCount: 0 }], "noDevice"],
  ["attached, seen by the server alone", [jonas], "waiting"],
  ["came by link", [jonas, overview([{ userId: "jonas", proven: true, mismatch: false }])], "waiting"],
  ["came by mail", [jonas, overview([{ userId: "jonas", proven: false, mismatch: false }])], "compare"],
  ["the link does not match", [jonas, overview([{ userId: "jonas", proven: true, mismatch: true }])], "compare"],
  ["has a key", [{ ...jonas, keyReady: true }, overview([])], "reads"],
  [
    "has a key without a check",
    [{ ...jonas, keyReady: true }, overview([], [{ userId: "jonas", revoked: false, vouched: "unverified" }])],
    "unverified",
  ],
  ["somebody else waits", [{ ...jonas, keyReady: true }, overview([{ userId: "amara", proven: false }])], "reads"],
])("%s", (_name, args, state) => expect(keyState(...args)).toBe(state));

const reading: Partial<KeyDevice> = { userId: "jonas", revoked: false, vouched: "code" };
test.each<[string, Partial<KeyDevice>[], string[], boolean]>([
  ["has keys and is called as they have signed", [reading], ["jonas"], false],
  ["has keys and is called otherwise", [reading], ["amara"], true],
  ["waits, and has signed for nothing that counts yet", [{ ...reading, vouched: null }], [], false],
  ["has no device any more", [{ ...reading, revoked: true }], [], false],
  ["has none, and somebody else has", [{ ...reading, userId: "amara" }], [], false],
])("somebody who %s", (_name, devices, confirmed, expected) => {
  expect(nameIsUnconfirmed("jonas", { ...overview([], devices), confirmedNames: new Set(confirmed) })).toBe(expected);
});

test("without the key record nothing is said of names", () => expect(nameIsUnconfirmed("jonas")).toBe(false));
