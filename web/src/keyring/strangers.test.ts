/** An unknown device is an alarm; one that a recovery brings has a moment to end the other. */
import { expect, test } from "vitest";

import type { Context } from "./context.ts";
import { alarmAbout, RECOVERY_TAKES_MS, startWatch } from "./strangers.ts";

function aDevice(how: string) {
  const device = { state: "active", user: "clara", how: "genesis" };
  const devices = { own: device, other: { ...device, how } };
  const report = { state: { devices } };
  return { record: { userId: "clara", deviceId: "own", knownDevices: ["own"] }, report } as unknown as Context;
}

test("a device that another one has let in is an alarm at once", () => {
  expect(startWatch()(aDevice("device"))).toEqual({ alarming: ["other"], waiting: false });
});

test("one that came with a recovery key is an alarm when this device goes on living", () => {
  let now = 0;
  const strangersIn = startWatch(() => now);
  expect(strangersIn(aDevice("recovery"))).toEqual({ alarming: [], waiting: true });
  now = RECOVERY_TAKES_MS - 1;
  expect(strangersIn(aDevice("recovery"))).toEqual({ alarming: [], waiting: true });
  now = RECOVERY_TAKES_MS;
  expect(strangersIn(aDevice("recovery"))).toEqual({ alarming: ["other"], waiting: false });
});

test("a known device is none", () => {
  const context = aDevice("device");
  const known = { ...context, record: { ...context.record, knownDevices: ["own", "other"] } } as Context;
  expect(startWatch()(known)).toEqual({ alarming: [], waiting: false });
});

test("its person is asked about a recovery, and is not asked about anything that came with it", () => {
  const recovered = aDevice("recovery");
  expect(alarmAbout(recovered, ["other"]).state).toMatchObject({ kind: "recovered", devices: ["other"] });
  expect(alarmAbout(recovered, ["other", "own"]).state).toMatchObject({ kind: "authority" });
  expect(alarmAbout(aDevice("device"), ["other"]).state).toMatchObject({ kind: "authority" });
});
