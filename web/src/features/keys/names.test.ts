/** Names come from where they can be trusted, and a missing one never hides a reader. */
import { expect, test } from "vitest";

import type { Directory, KeyDevice, KeyOverview } from "../../keyring/contract";
import { peopleOf } from "../../lists/people/people";
import { namesOf } from "./names";

const say = (_id: string, message: string, values: object = {}) =>
  Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, String(value)), message);

const device = (deviceId: string, name: string, addedAt: string, more: Partial<KeyDevice> = {}): KeyDevice => ({
  deviceId, userId: "clara", name, mine: true, current: false, by: "passphrase",
  addedAt, lastSeenAt: null, revoked: false, vouched: "genesis", ...more,
});

const overview: KeyOverview = {
  checkedAt: 0,
  capabilities: {},
  log: { checkedAt: 0, headAt: 0, freshness: "current", statements: 0, keyStatements: 0, signer: null, missing: [] },
  roles: [],
  devices: [
    device("first", "This device", "2025-01-01", { revoked: true }),
    device("second", "This device", "2025-02-01"),
    device("here", "This device", "2025-03-01", { current: true }),
    device("named", "ThinkPad", "2025-04-01"),
  ],
  grants: new Set(),
  views: {},
  invitations: [],
  waiting: [], unshown: [], recovered: [], restarts: [],
  history: [],
  recovery: { savedAt: null, testedAt: null, remindAt: null, reminders: 0 },
};

const directory = {
  people: [
    { id: "clara", name: "Clara Hartmann", email: "clara@hartmann.example", standing: "signed" },
    { id: "karl", name: "Karl Moss", email: "karl@moss.example", standing: "unconfirmed" },
  ],
  roles: [],
  withDevices: ["clara", "karl"],
} as unknown as Directory;
const names = namesOf(say, { people: peopleOf(say, directory), roles: new Map([["finance", "Finance"]]), overview });

test("a device without a name is known by its place, and keeps it when an earlier one is gone", () => {
  expect(["second", "here", "named"].map(names.device)).toEqual(["Device 2", "This device", "Device 4"]);
});

test("what a device is called is the server's word, and stands in no sentence: by it a person would end another one than they mean", () => {
  const others = { ...overview, devices: [...overview.devices, device("tablet", "Clara's tablet", "2025-05-01", { userId: "karl", mine: false })] };
  const named = namesOf(say, { people: peopleOf(say, directory), roles: new Map(), overview: others });
  expect(named.device("tablet")).toBe("Device 1");
  expect(named.toldDevice("tablet")).toBe("Clara's tablet");
  expect(named.toldDevice("named")).toBe("ThinkPad");
  expect(named.toldDevice("here")).toBeNull();
});

test("a first name is a part of what was signed, and of nothing else", () => {
  expect(names.firstName("clara")).toBe("Clara");
  expect(names.firstName("karl")).toBe("(unconfirmed) Karl Moss");
});

test("a role that nobody names has none", () => {
  expect(names.role("finance")).toBe("Finance");
  expect(names.role("other")).toBe("Unnamed role");
});
