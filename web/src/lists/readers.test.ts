/** Readers are those to whom the key record gives a role of the audience, on the devices that count there. */
import { expect, test } from "vitest";

import type { KeyDevice, KeyRole } from "../keyring/contract";
import { readersOf } from "./readers";

const device = (deviceId: string, userId: string, more: Partial<KeyDevice> = {}) => ({ deviceId, userId, revoked: false, vouched: "code", ...more }) as KeyDevice;
const role = (roleId: string, ...holders: string[]) => ({ roleId, holders }) as unknown as KeyRole;

const overview = {
  devices: [
    device("d1", "clara"), device("d2", "clara"), device("d3", "jonas"), device("d4", "karl", { revoked: true }), device("d5", "jonas", { vouched: null }),
  ],
  roles: [role("family", "clara", "karl"), role("board", "clara"), role("finance", "jonas")],
};

test("two devices of one person are one reader", () => {
  const { people, devices } = readersOf(["family"], overview);
  expect([...people]).toEqual([["clara", 2]]);
  expect(devices).toEqual(["d1", "d2"]);
});

test("a device that two roles let in counts once, and one that waits not at all", () => {
  expect(readersOf(["family", "board", "finance"], overview).devices).toEqual(["d1", "d2", "d3"]);
});

test("a revoked device reads nothing", () => {
  expect(readersOf(["family"], overview).people.has("karl")).toBe(false);
});
