/** Readers are counted by the keys that devices really hold. */
import { expect, test } from "vitest";

import type { KeyDevice, KeyOverview } from "../keyring/contract";
import { readersOf } from "./readers";

const device = (deviceId: string, userId: string, revoked = false) => ({ deviceId, userId, revoked }) as KeyDevice;

const overview = {
  devices: [device("d1", "clara"), device("d2", "clara"), device("d3", "jonas"), device("d4", "karl", true)],
  grants: new Set(["family d1", "family d2", "board d1", "finance d3", "family d4"]),
} as unknown as KeyOverview;

test("two devices of one person are one reader", () => {
  const { people, devices } = readersOf(["family"], overview);
  expect([...people]).toEqual([["clara", 2]]);
  expect(devices).toEqual(["d1", "d2"]);
});

test("a device that two roles let in counts once", () => {
  expect(readersOf(["family", "board", "finance"], overview).devices).toEqual(["d1", "d2", "d3"]);
});

test("a revoked device reads nothing", () => {
  expect(readersOf(["family"], overview).people.has("karl")).toBe(false);
});
