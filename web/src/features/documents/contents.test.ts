/** What the server sees of a document's day and its warnings: both or neither. */
import { expect, test } from "vitest";

import { mergeMembers } from "../../lists/merge";
import { contentsFrom, isChanged, membersOf, withWarnings, type Contents } from "./contents";

const PAYLOAD = { v: 1 as const, title: "Passport" };
const contents = (more: Partial<Contents> = {}): Contents => ({ payload: PAYLOAD, expiresOn: "2027-01-14", remindDays: [], topicIds: [], profileIds: [], ...more });

test("the days of a warning are signed beside the day that they are counted from", () => {
  expect(withWarnings(PAYLOAD, contents({ remindDays: [14, 60] }), true)).toEqual({ payload: PAYLOAD, attrs: { expiresOn: "2027-01-14", remindDays: [14, 60] } });
  // None is one that is taken away, and not one that stays as it was.
  expect(withWarnings(PAYLOAD, contents(), true).attrs).toEqual({ expiresOn: "2027-01-14", remindDays: null });
  expect(withWarnings(PAYLOAD, contents({ expiresOn: null, remindDays: [14] }), true).attrs).toEqual({ expiresOn: null, remindDays: null });
});

test("where the server is not to see the day it sees no days before it", () => {
  expect(withWarnings(PAYLOAD, contents({ remindDays: [14, 60] }), false)).toEqual({
    payload: { ...PAYLOAD, expiresOn: "2027-01-14" },
    attrs: { expiresOn: null, remindDays: null },
  });
});

test("they are a member like others: written, compared and read back", () => {
  expect(isChanged(contents(), contents({ remindDays: [14] }))).toBe(true);
  expect(isChanged(contents({ remindDays: [14] }), contents({ remindDays: [14] }))).toBe(false);
  for (const one of [contents(), contents({ remindDays: [0, 14] })]) expect(contentsFrom(membersOf(one))).toEqual(one);
});

test("what another person set meanwhile is kept by whoever set nothing", () => {
  const merge = mergeMembers(membersOf(contents()), membersOf(contents({ expiresOn: "2028-01-14" })), membersOf(contents({ remindDays: [30] })));
  expect(merge.differences.find(({ member }) => member === "remindDays")).toMatchObject({ take: "theirs", theirs: [30] });
});
