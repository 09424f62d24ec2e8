/** The address says what is asked, and days are those of the account. */
import { expect, test } from "vitest";

import { KNOWN_ACTIONS } from "../../lists/activity/words";
import { ACTION_GROUPS } from "./actionGroups";
import { filterOf, isNarrowed, readQuery, startOf } from "./filters";

test("every action that has words stands in exactly one group", () => {
  const grouped = Object.values(ACTION_GROUPS).flat();
  expect([...grouped].sort()).toEqual([...KNOWN_ACTIONS].sort());
});

test("what the address holds becomes the question to the server", () => {
  const query = readQuery(new URLSearchParams("actor=a&target=t&outcome=denied&actions=mail&from=2026-11-18&to=2026-11-20"));
  expect(filterOf(query, "Europe/Zurich")).toEqual({
    actorId: "a",
    targetId: "t",
    outcome: "denied",
    actions: [...ACTION_GROUPS.mail],
    from: "2026-11-17T23:00:00.000Z",
    to: "2026-11-20T23:00:00.000Z",
  });
});

test("nonsense in the address narrows nothing", () => {
  const query = readQuery(new URLSearchParams("outcome=maybe&actions=toString,nothing&from=2026-13-40&to=soon"));
  expect(isNarrowed(query)).toBe(false);
  expect(filterOf(query, "UTC")).toEqual({});
});

test.each([
  ["2026-03-29", "Europe/Zurich", "2026-03-28T23:00:00.000Z"],
  ["2026-03-30", "Europe/Zurich", "2026-03-29T22:00:00.000Z"],
  ["2026-10-26", "Europe/Zurich", "2026-10-25T23:00:00.000Z"],
  ["2026-11-20", "Asia/Kathmandu", "2026-11-19T18:15:00.000Z"],
  ["2026-11-20", "America/New_York", "2026-11-20T05:00:00.000Z"],
])("%s begins in %s at %s", (day, zone, moment) => expect(startOf(day, zone)).toBe(moment));
