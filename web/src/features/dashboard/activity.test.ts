/** Home tells what people did, by person, act and time, and leaves keys to the audit log. */
import { expect, test } from "vitest";

import type { AuditEntry } from "../../api/oversight";
import { ACTIVITY, doingsOf } from "./activity";

let count = 0;
function entry(at: string, action: string, id: string, rest: Partial<Record<"actor" | "outcome" | "type", string>> & { changes?: unknown[] } = {}) {
  const kind = action.startsWith("member") ? "user" : (action.split(".")[0] ?? "");
  return {
    id: `entry ${count++}`,
    at: `2026-11-22T${at}:00.000Z`,
    action,
    outcome: rest.outcome ?? "success",
    actor: { type: rest.type ?? "user", id: rest.actor ?? "jonas", impersonatorId: null },
    targets: [{ kind, id }],
    changes: rest.changes ?? [],
  } as unknown as AuditEntry;
}

const lines = (...entries: AuditEntry[]) => doingsOf(entries).map(({ entry: { actor }, act, kind, ids }) => `${actor.id} ${act} ${kind} ${ids.join("+")}`);

test("what one person did to several things within an hour is one line", () => {
  expect(lines(entry("10:40", "document.created", "c"), entry("10:20", "document.created", "b"), entry("09:45", "document.created", "a"))).toEqual([
    "jonas added document c+b+a",
  ]);
  expect(lines(entry("12:00", "document.created", "b"), entry("10:59", "document.created", "a"))).toHaveLength(2);
});

test("two people, two acts and two kinds are lines of their own", () => {
  const all = [
    entry("10:03", "document.created", "d"),
    entry("10:02", "document.created", "c", { actor: "amara" }),
    entry("10:01", "document.deleted", "b"),
    entry("10:00", "task.created", "a"),
  ];
  expect(lines(...all)).toEqual(["jonas added document d", "amara added document c", "jonas deleted document b", "jonas added task a"]);
});

test("a change right after it was added is part of adding it", () => {
  expect(lines(entry("10:02", "document.filed", "a"), entry("10:01", "document.revised", "a"), entry("10:00", "document.created", "a"))).toEqual([
    "jonas added document a",
  ]);
  expect(lines(entry("10:02", "document.revised", "b"), entry("10:00", "document.created", "a"))).toHaveLength(2);
});

test("one thing that was changed often is named once", () => {
  expect(lines(entry("10:02", "contact.revised", "a"), entry("10:01", "contact.revised", "a"))).toEqual(["jonas changed contact a"]);
});

test("a task is finished by moving it to where it is done, and not by moving it elsewhere", () => {
  const outcome = (to: unknown) => ({ changes: [{ field: "outcome", to }] });
  expect(lines(entry("10:00", "task.status_changed", "a", outcome("completed")))).toEqual(["jonas finished task a"]);
  expect(lines(entry("10:00", "task.status_changed", "a", outcome(null)))).toEqual([]);
});

test("keys, seats, statements, the system and what was refused have no line", () => {
  const quiet = ["role_key.granted", "key_log.statement_appended", "account_head.signed", "read_models.digested", "seat.reserved", "device.attached", "session.started", "file.read"];
  expect(lines(...quiet.map((action) => entry("10:00", action, "x")))).toEqual([]);
  expect(lines(entry("10:00", "document.purged", "x", { type: "system" }), entry("10:00", "document.deleted", "x", { outcome: "denied" }))).toEqual([]);
});

test("whoever joined needs no name beside their own", () => {
  expect(lines(entry("10:00", "member.joined", "jonas"))).toEqual(["jonas joined member "]);
});

test("everything that is asked for has a line", () => {
  const completed = { changes: [{ field: "outcome", to: "completed" }] };
  for (const action of ACTIVITY) expect(doingsOf([entry("10:00", action, "x", completed)]), action).toHaveLength(1);
});
