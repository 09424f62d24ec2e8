/** Names come from where they can be trusted, and a missing one never hides a reader. */
import { expect, test } from "vitest";

import type { KeyDevice, KeyOverview } from "../../keyring/contract";
import { isUnconfirmed, namesOf } from "./names";

const say = (_id: string, message: string, values: object = {}) =>
  Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, String(value)), message);

const device = (deviceId: string, name: string, addedAt: string, more: Partial<KeyDevice> = {}): KeyDevice => ({
  deviceId, userId: "clara", name, mine: true, current: false, by: "passphrase",
  addedAt, lastSeenAt: null, revoked: false, vouched: "genesis", ...more,
});

const PERSONAL = "01890000-0000-5000-8000-000000000001";
const CUSTOM = "01890000-0000-7000-8000-000000000002";

const overview: KeyOverview = {
  checkedAt: 0,
  capabilities: {},
  log: { checkedAt: 0, headAt: 0, freshness: "current", statements: 0, keyStatements: 0, missing: [] },
  roles: [
    { roleId: PERSONAL, name: null, capabilities: 0, generation: 1, rollDue: false, held: true, holders: [] },
    { roleId: CUSTOM, name: null, capabilities: 0, generation: 1, rollDue: false, held: true, holders: [] },
  ],
  devices: [
    device("first", "This device", "2025-01-01", { revoked: true }),
    device("second", "This device", "2025-02-01"),
    device("here", "This device", "2025-03-01", { current: true }),
    device("named", "ThinkPad", "2025-04-01"),
  ],
  grants: new Set([`${PERSONAL} here`, `${CUSTOM} here`]),
  confirmedNames: new Set(["clara"]),
  waiting: [],
  history: [],
  recovery: { savedAt: null, testedAt: null, remindAt: null, reminders: 0 },
};

const role = { id: CUSTOM, name: "Finance" } as never;
const names = namesOf(say, { people: [{ id: "clara", name: "Clara Hartmann", email: "" }], roles: [role], overview });

test("a device without a name is known by its place, and keeps it when an earlier one is gone", () => {
  expect(["second", "here", "named"].map(names.device)).toEqual(["Device 2", "This device", "ThinkPad"]);
});

test("somebody who left is still somebody", () => {
  expect(names.person("peter")).toBe("Former member");
  expect(names.firstName("clara")).toBe("Clara");
});

test("a personal role is named after its one reader", () => {
  expect(names.role(PERSONAL)).toBe("Private, Clara Hartmann");
});

test("a name that the record does not commit to is shown and marked", () => {
  expect(names.role(CUSTOM)).toBe("Finance");
  expect(overview.roles.map(isUnconfirmed)).toEqual([false, true]);
});
