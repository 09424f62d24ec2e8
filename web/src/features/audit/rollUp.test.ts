/** The log speaks to people: what repeats is one row, what browsers do by themselves is folded, and nothing is lost. */
import { expect, test } from "vitest";

import type { AuditEntry } from "../../api/oversight";
import { rollUp, timesOf } from "./rollUp";

const entry = (id: string, at: string, action: string, rest: { actor?: string; session?: string; outcome?: AuditEntry["outcome"] } = {}) =>
  ({
    id,
    at: `2026-11-22T${at}.000Z`,
    action,
    outcome: rest.outcome ?? "success",
    actor: { type: "user", id: rest.actor ?? "clara", impersonatorId: null },
    context: { sessionId: rest.session ?? "first" },
  }) as unknown as AuditEntry;

const read = (id: string, at: string, rest?: Parameters<typeof entry>[3]) => entry(id, at, "role_bundle.read", rest);
const signed = (id: string, at: string) => entry(id, at, "account_head.signed");

const shown = (entries: AuditEntry[], automatic = false, zone = "UTC") =>
  rollUp(entries, zone, { automatic }).rows.map(({ entries: some }) => some.map(({ id }) => id).join("+"));

test("reads of keys in one visit are one row, where the newest stands", () => {
  expect(shown([read("5", "10:20:00"), entry("4", "10:15:00", "document.created"), read("3", "10:10:00"), read("2", "10:09:00")])).toEqual(["5+3+2", "4"]);
});

test("a visit ends with half an hour without a read, with the day, and with the session", () => {
  expect(shown([read("3", "11:00:00"), read("2", "10:25:00"), read("1", "10:00:00")])).toEqual(["3", "2+1"]);
  expect(shown([read("2", "00:05:00"), read("1", "00:01:00", { session: "second" })])).toEqual(["2", "1"]);
  expect(shown([read("2", "23:10:00"), read("1", "22:50:00")], false, "Europe/Zurich")).toEqual(["2", "1"]);
});

test("two people are never one row, and what was refused stands by itself", () => {
  expect(shown([read("2", "10:01:00", { actor: "jonas" }), read("1", "10:00:00")])).toEqual(["2", "1"]);
  expect(shown([read("2", "10:01:00", { outcome: "denied" }), read("1", "10:00:00")])).toEqual(["2", "1"]);
});

test("what browsers sign by themselves is folded and counted, and shown when asked for", () => {
  const entries = [signed("4", "10:03:00"), entry("3", "10:02:00", "document.created"), signed("2", "10:01:00"), entry("1", "10:00:00", "device.view_seen")];
  expect(shown(entries)).toEqual(["3"]);
  expect([...rollUp(entries, "UTC", { automatic: false }).folded]).toEqual([["2026-11-22", 3]]);
  expect(shown(entries, true)).toEqual(["4", "3", "2", "1"]);
  expect(rollUp(entries, "UTC", { automatic: true }).folded.size).toBe(0);
});

test("a day with nothing else keeps one row of them, in its place", () => {
  const entries = [entry("4", "23:30:00", "session.started"), signed("3", "10:01:00"), signed("2", "10:00:00"), entry("1", "00:10:00", "session.ended")];
  const dated = entries.map((one, place) => ({ ...one, at: one.at.replace("22T", `${23 - place}T`) }));
  expect(shown([dated[0], { ...dated[1], at: "2026-11-22T10:01:00.000Z" }, { ...dated[2], at: "2026-11-22T10:00:00.000Z" }, dated[3]] as AuditEntry[])).toEqual([
    "4",
    "3+2",
    "1",
  ]);
});

test("a state that could not be signed is not folded", () => {
  const failed = entry("1", "10:00:00", "account_head.signed", { outcome: "failure" });
  expect(shown([entry("2", "10:01:00", "document.created"), failed])).toEqual(["2", "1"]);
});

test("reads that the server folded count as often as they happened", () => {
  const folded = { ...read("2", "10:01:00"), folded: { count: 5, until: "2026-11-22T10:09:00.000Z" } };
  expect(timesOf([folded, read("1", "10:00:00")])).toBe(6);
});
