/** Which changes of a name count as their person's own word, and since when, whatever time their author wrote. */
import { expect, test } from "vitest";

import type { LogBook } from "./logBook.ts";
import { noNames, noteName, renamings } from "./renamings.ts";

const DAY = 24 * 60 * 60 * 1000;
const NOW = 1000 * DAY;
const [CLARA, JONAS] = ["clara", "jonas"];

type Line = Record<string, unknown> & { type: string; day: number; verdict?: string };

const said = (day: number, authorUser: string, personCommitment: string, verdict = "valid"): Line => ({ type: "user.person", day, authorUser, user: JONAS, personCommitment, verdict });

/** Clara has opened the account and let Jonas in, long ago; then comes what a test says. */
function bookOf(lines: readonly Line[]): LogBook {
  const all: Line[] = [
    { type: "device.add", how: "genesis", day: 1, user: CLARA, authorUser: CLARA, personCommitment: "clara's" },
    { type: "device.add", how: "first", day: 2, user: JONAS, authorUser: JONAS, personCommitment: "first" },
    { type: "user.vouch", day: 2, user: JONAS, authorUser: CLARA, addHash: "hash 1" },
    ...lines,
  ];
  const inForce = all.findLast(({ type, verdict = "valid" }) => type === "user.person" && verdict === "valid")?.["personCommitment"] ?? "first";
  const after = { users: { [JONAS]: { personCommitment: inForce } } };
  const entries = all.map(({ day, verdict = "valid", ...statement }, i) =>
    ({ entry: { is: "statement", hash: `hash ${i}`, statement: { ...statement, createdAt: day * DAY } }, verdict: { is: verdict }, after }));
  return { entries } as unknown as LogBook;
}

function changesOf(...lines: Line[]) {
  const names = noNames();
  for (const name of ["first", "second", "third"]) noteName(names, name, { name, email: "" });
  return renamings(bookOf(lines), names, NOW).map(({ user, at, before }) => [user, (NOW - at) / DAY, before?.name]);
}

test("nobody has changed anything", () => expect(changesOf()).toEqual([]));

test("a change of one's own", () => expect(changesOf(said(995, JONAS, "second"))).toEqual([[JONAS, 5, "first"]]));

test("one that somebody else has signed is no own word any more", () => {
  expect(changesOf(said(995, JONAS, "second"), said(996, CLARA, "third"))).toEqual([]);
});

test("after that the name before is the one that was signed so", () => {
  expect(changesOf(said(990, CLARA, "second"), said(996, JONAS, "third"))).toEqual([[JONAS, 4, "second"]]);
});

test("what the record does not count is no change, and confirms none", () => {
  expect(changesOf(said(995, JONAS, "second", "invalid"))).toEqual([]);
  expect(changesOf(said(995, JONAS, "second"), said(996, CLARA, "third", "invalid"))).toEqual([[JONAS, 5, "first"]]);
});

test("a time before those of the statements that stand before it is not believed", () => {
  const other: Line = { type: "role.set", day: 998, authorUser: CLARA };
  expect(changesOf(other, said(900, JONAS, "second"))).toEqual([[JONAS, 2, "first"]]);
});

test("one from the future is of now, and makes nothing that stands after it newer", () => {
  const future: Line = { type: "role.set", day: 5000, authorUser: CLARA };
  expect(changesOf(future, said(940, JONAS, "second"))).toEqual([]);
  expect(changesOf(said(5000, JONAS, "second"))).toEqual([[JONAS, 0, "first"]]);
});

test("a name that this device has never seen is none", () => {
  expect(changesOf(said(995, JONAS, "unseen"), said(996, CLARA, "unseen too"), said(997, JONAS, "third"))).toEqual([[JONAS, 3, undefined]]);
});
