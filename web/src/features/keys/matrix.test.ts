/** The table says what the replayed log says, and nothing else. */
import { expect, test } from "vitest";

import type { KeyDevice, KeyOverview, KeyRole, WaitingGrant } from "../../keyring/contract";
import { matrixOf, ownDevices, rolesToGrant } from "./matrix";

const role = (roleId: string, held = true): KeyRole => ({ roleId, name: roleId, capabilities: 0, generation: 1, rollDue: false, held, holders: [] });

const device = (deviceId: string, userId: string, more: Partial<KeyDevice> = {}): KeyDevice => ({
  deviceId,
  userId,
  name: deviceId,
  mine: userId === "clara",
  current: deviceId === "macbook",
  by: "authenticator",
  addedAt: "2026-01-01T00:00:00.000Z",
  lastSeenAt: null,
  revoked: false,
  vouched: "genesis",
  ...more,
});

const waits = (deviceId: string, userId: string, roleId: string | null): WaitingGrant => ({
  deviceId,
  userId,
  deviceName: deviceId,
  since: "2026-01-02T00:00:00.000Z",
  own: roleId === null,
  name: userId,
  email: `${userId}@example.test`,
  confirmedName: true,
  proven: false,
  mismatch: false,
  role: roleId === null ? null : { roleId, capabilities: 0, signed: true }, choices: [],
  further: [],
  lacksKey: false,
  ownerOnly: false,
});

const overview = (more: Partial<KeyOverview> = {}): KeyOverview => ({
  checkedAt: 0,
  capabilities: {},
  log: { checkedAt: 0, headAt: 0, freshness: "current", statements: 0, keyStatements: 0, signer: null, missing: [] },
  roles: [role("owner"), role("finance"), role("board", false)],
  devices: [
    device("ipad", "karl", { addedAt: "2025-01-01T00:00:00.000Z" }),
    device("thinkpad", "jonas", { vouched: null }),
    device("macbook", "clara", { addedAt: "2025-06-01T00:00:00.000Z" }),
    device("phone", "clara", { addedAt: "2025-02-01T00:00:00.000Z" }),
    device("lost", "clara", { revoked: true }),
  ],
  grants: new Set(["owner macbook", "owner phone", "owner ipad", "finance macbook", "finance lost"]),
  views: {},
  invitations: [],
  waiting: [waits("thinkpad", "jonas", "finance")], unshown: [], recovered: [], restarts: [],
  history: [],
  recovery: { savedAt: null, testedAt: null, remindAt: null, reminders: 0 },
  ...more,
});

test("own devices stand first, and a revoked one has no column", () => {
  expect(matrixOf(overview()).columns.map(({ deviceId }) => deviceId)).toEqual(["phone", "macbook", "ipad", "thinkpad"]);
});

test("a cell says who reads, who waits, and who does neither", () => {
  const { rows } = matrixOf(overview());
  expect(rows.map(({ cells }) => cells)).toEqual([
    ["reads", "reads", "reads", "none"],
    ["none", "reads", "none", "waits"],
    ["none", "none", "none", "none"],
  ]);
});

test("readers are counted as people and as devices, without the revoked one", () => {
  const { rows } = matrixOf(overview());
  expect(rows.map(({ people, devices }) => [people, devices])).toEqual([[2, 3], [1, 1], [0, 0]]);
});

test("of a device that waits without a request nobody can say for what", () => {
  const hidden = overview({ waiting: [], unshown: [{ deviceId: "thinkpad", userId: "jonas" }] });
  expect(matrixOf(hidden).rows.map(({ cells }) => cells.at(-1))).toEqual(["unshown", "unshown", "unshown"]);
});

test("a further device of one's own waits for every role that this one holds", () => {
  const tablet = waits("tablet", "clara", null);
  const asked = overview({ waiting: [tablet] });
  expect(rolesToGrant(tablet, asked)).toEqual(["owner", "finance"]);
  expect(matrixOf(asked).columns.at(-1)).toEqual({ deviceId: "tablet", userId: "clara", mine: true });
  expect(matrixOf(asked).rows.map(({ cells }) => cells.at(-1))).toEqual(["waits", "waits", "none"]);
});

test("this browser leads the own devices", () => {
  expect(ownDevices(overview()).map(({ deviceId }) => deviceId)).toEqual(["macbook", "phone"]);
});
