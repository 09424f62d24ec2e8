/** A member row says how far somebody is on the way to reading, and only the key record tells. */
import { expect, test } from "vitest";

import type { KeyDevice, KeyRole, WaitingGrant } from "../../keyring/contract";
import { devicesOf, keyState, readsOf } from "./keyState";

const device = (more: Partial<KeyDevice> = {}) => ({ deviceId: "thinkpad", userId: "jonas", revoked: false, vouched: "code", ...more }) as KeyDevice;
const waits = (more: Partial<WaitingGrant>) => ({ userId: "jonas", own: false, proven: true, mismatch: false, ...more }) as WaitingGrant;
const member = { roleId: "member", holders: ["jonas"] } as unknown as KeyRole;

const overview = (devices: KeyDevice[], waiting: WaitingGrant[] = [], roles: KeyRole[] = [member]) => ({ devices, waiting, roles });

test.each<[string, ReturnType<typeof overview>, string]>([
  ["nothing attached", overview([]), "noDevice"],
  ["every device revoked", overview([device({ revoked: true })]), "noDevice"],
  ["attached, and nobody has approved it", overview([device({ vouched: null })], [], []), "waiting"],
  ["approved, and without a role", overview([device()], [], []), "waiting"],
  ["came by link", overview([device({ vouched: null })], [waits({})], []), "waiting"],
  ["came by mail", overview([device({ vouched: null })], [waits({ proven: false })], []), "compare"],
  ["the link does not match", overview([device({ vouched: null })], [waits({ mismatch: true })], []), "compare"],
  ["has a device and a role", overview([device()]), "reads"],
  ["was approved without a check", overview([device({ vouched: "unverified" })]), "unverified"],
  ["reads, and a further device of theirs waits", overview([device()], [waits({ own: true, proven: false })]), "reads"],
  ["reads, and somebody else waits", overview([device()], [waits({ userId: "amara", proven: false })]), "reads"],
])("%s", (_name, replayed, state) => expect(keyState("jonas", replayed)).toBe(state));

test("devices that count are counted, and roles are those of the record", () => {
  expect(devicesOf("jonas", overview([device(), device({ vouched: null }), device({ revoked: true })]))).toBe(1);
  expect(readsOf("jonas", overview([]))).toEqual(["member"]);
  expect(readsOf("clara", overview([]))).toEqual([]);
});
