/** The numbers of figures, out of answers as the server gives them. */
import { expect, test } from "vitest";

import { activity, expiry, happened, isEmpty, members, openWork, storage, topOf, work, workDone } from "./figures";

const TODAY = "2026-11-27";
const NONE = { rows: [] };
const at = <Name extends string>(rows: readonly { at: string; values: Record<Name, number> }[], place: string) => rows.find((row) => row.at === place)?.values;

test("without an answer there is a row for each period, and nothing in it", () => {
  for (const rows of [expiry(NONE, TODAY), workDone(NONE, "month", TODAY), openWork(NONE, "quarter", TODAY), happened(NONE, "year", TODAY), storage(NONE, "month", TODAY)]) {
    expect(rows.length).toBeGreaterThan(11);
    expect(isEmpty(rows)).toBe(true);
  }
  expect(members(NONE, TODAY)).toEqual([]);
});

test("what expires is told apart from what has expired, and from what was renewed", () => {
  const rows = expiry({ rows: [["2026-11-01", 5, 2, 3], ["2027-03-01", 4, 0, 0], ["2019-01-01", 9, 0, 9]] }, TODAY);
  expect(rows[0]?.at).toBe("2026-06-01");
  expect(rows.at(-1)?.at).toBe("2027-11-01");
  expect(at(rows, "2026-11-01")).toEqual({ ahead: 2, lapsed: 3, renewed: 2 });
  expect(at(rows, "2027-03-01")).toEqual({ ahead: 4, lapsed: 0, renewed: 0 });
});

test("days are put together by period", () => {
  const rows = workDone({ rows: [["2026-11-23", 3, 1, 0], ["2026-11-27", 2, 4, 1], ["2026-11-16", 1, 0, 0]] }, "quarter", TODAY);
  expect(at(rows, "2026-11-23")).toEqual({ created: 5, completed: 5, cancelled: 1 });
  expect(at(rows, "2026-11-16")).toEqual({ created: 1, completed: 0, cancelled: 0 });
  const told = happened({ rows: [["2026-11-23", "success", 7], ["2026-11-24", "denied", 2], ["2026-11-24", "failure", 1]] }, "quarter", TODAY);
  expect(at(told, "2026-11-23")).toEqual({ done: 7, refused: 3 });
});

test("the server is asked from the first day that is shown", () => {
  expect(work("month", TODAY).where).toEqual([{ column: "day", op: ">=", value: "2026-10-29" }]);
  expect(activity("year", TODAY).where).toEqual([{ column: "day", op: ">=", value: "2025-11-01" }]);
});

test("open work is what came before, added up, however the rows are ordered", () => {
  const moves = [
    ["2026-11-20", "open", "active", 2],
    ["2024-01-01", null, "open", 6],
    ["2026-11-25", "active", "done", 1],
    ["2026-11-26", "done", "open", 1],
    ["2026-11-27", "open", "done", 3],
  ];
  const rows = openWork({ rows: moves }, "month", TODAY);
  expect(at(rows, "2026-11-19")).toEqual({ open: 6, active: 0 });
  expect(at(rows, "2026-11-20")).toEqual({ open: 4, active: 2 });
  expect(at(rows, "2026-11-25")).toEqual({ open: 4, active: 1 });
  expect(at(rows, "2026-11-26")).toEqual({ open: 5, active: 1 });
  expect(at(rows, TODAY)).toEqual({ open: 2, active: 1 });
  expect(openWork({ rows: [...moves].reverse() }, "month", TODAY)).toEqual(rows);
});

test("storage grows by what came, also before the first period", () => {
  const rows = storage({ rows: [["2020-01-01", 1000, 1], ["2026-11-26", 500, 2]] }, "month", TODAY);
  expect(rows[0]?.values).toEqual({ bytes: 1000, files: 1 });
  expect(at(rows, "2026-11-25")).toEqual({ bytes: 1000, files: 1 });
  expect(at(rows, TODAY)).toEqual({ bytes: 1500, files: 3 });
});

test("members are counted by the kind of their role; one that nobody has is left out", () => {
  const rows = members({ rows: [["owner", "2026-11-27", 1, true], ["member", "2026-10-01", 0, false], ["member", null, 1, true], ["custom", "2026-11-01", 0, false]] }, "2026-10-28");
  expect(rows.map(({ at: role }) => role)).toEqual(["owner", "member", "custom"]);
  expect(at(rows, "member")).toEqual({ members: 2, active: 0, ready: 1 });
  expect(at(rows, "owner")).toEqual({ members: 1, active: 1, ready: 1 });
});

test("an answer that is no number counts nothing", () => {
  expect(isEmpty(workDone({ rows: [["2026-11-27", "9", null, true]] }, "month", TODAY))).toBe(true);
});

test("a day that is none counts nowhere, and breaks nothing", () => {
  for (const day of ["custom", "2026-13-45", 7, null, "", "2026-11-27T00:00:00Z"]) {
    const rows = [[day, "open", "active", 3]];
    for (const range of ["month", "quarter", "year"] as const) {
      expect(isEmpty(workDone({ rows: [[day, 1, 1, 1]] }, range, TODAY))).toBe(true);
      expect(isEmpty(happened({ rows: [[day, "success", 1]] }, range, TODAY))).toBe(true);
      expect(isEmpty(openWork({ rows }, range, TODAY))).toBe(true);
      expect(isEmpty(storage({ rows: [[day, 5, 5]] }, range, TODAY))).toBe(true);
    }
    expect(isEmpty(expiry({ rows: [[day, 5, 5, 0]] }, TODAY))).toBe(true);
  }
});

test("the top of a figure is a round number that nothing stands above", () => {
  for (const highest of [0, 1, 2, 3, 7, 10, 11, 49, 51, 100, 999, 1_234_567]) expect(topOf(highest)).toBeGreaterThanOrEqual(highest);
  expect([3, 7, 11, 51].map(topOf)).toEqual([5, 10, 20, 100]);
});
