/** What can be chosen is a question that the server takes; what it would refuse cannot be asked. */
import { expect, test } from "vitest";

import { kindOf, questionOf, valueOf, type Chosen } from "./question";

const chosen = (more: Partial<Chosen>): Chosen => ({ view: "v_documents", columns: ["lifecycle"], counts: false, filter: null, ...more });

test("columns alone, and counted", () => {
  expect(questionOf(chosen({}))).toEqual({ view: "v_documents", select: ["lifecycle"], limit: 1000 });
  expect(questionOf(chosen({ counts: true }))).toEqual({ view: "v_documents", select: ["lifecycle", "count(*)"], groupBy: ["lifecycle"], limit: 1000 });
  expect(questionOf(chosen({ columns: [] }))).toBeNull();
});

test("a value is asked as its column has it", () => {
  const asks = (column: string, value: string, op: "=" | ">=" = ">=") => questionOf(chosen({ filter: { column, op, value } }))?.where?.[0]?.value;
  expect(asks("versions", " 2 ")).toBe(2);
  expect(asks("expires_on", "2026-11-27")).toBe("2026-11-27");
  expect(asks("expires_on", "27.11.2026")).toBeUndefined();
  expect(asks("versions", "two")).toBeUndefined();
  expect(asks("expires_on", "", "=")).toBeNull();
  // Nothing is smaller or greater than nothing.
  expect(questionOf(chosen({ filter: { column: "expires_on", op: ">=", value: "" } }))).toBeNull();
  expect(questionOf(chosen({ filter: { column: "no_such", op: "=", value: "x" } }))).toBeNull();
});

test("each kind takes its own values", () => {
  expect(kindOf("v_members", "key_ready")).toBe("boolean");
  expect(valueOf("boolean", "true")).toBe(true);
  expect(valueOf("boolean", "yes")).toBeUndefined();
  expect(valueOf("double precision", "1.5")).toBe(1.5);
  expect(valueOf("integer", "1.5")).toBeUndefined();
  expect(valueOf("uuid", "x")).toBeUndefined();
  expect(valueOf("timestamptz", "2026-11-27T09:30:00Z")).toBe("2026-11-27T09:30:00Z");
  expect(valueOf("timestamptz", "2026-11-27")).toBeUndefined();
});
