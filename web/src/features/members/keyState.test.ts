/** A member row says how far somebody is on the way to reading. */
import { expect, test } from "vitest";

import type { KeyDevice, KeyOverview, WaitingGrant } from "../../keyring/contract";
import { keyState } from "./keyState";

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
