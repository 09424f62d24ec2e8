/** What the answers of views come to: the numbers of a figure, which its drawing, its table and its file all have. */
import type { AnalyticsAnswer, AnalyticsQuery, Cell } from "../../api/analytics";
import type { Day } from "../../dates/days";
import { beginOf, monthsAfter, periods, periodsOf, RANGES, type Range } from "./periods";

/** One number for each row of a figure, by the name of what is counted. */
export interface Numbers<Name extends string> {
  /** Of a period its first day, else what is counted apart. */
  at: string;
  values: Record<Name, number>;
}

const number = (cell: Cell | undefined): number => (typeof cell === "number" && Number.isFinite(cell) ? cell : 0);
const text = (cell: Cell | undefined): string => (typeof cell === "string" ? cell : "");

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Empty where it is none: the server may answer anything. */
const dayIn = (cell: Cell | undefined): Day => (DAY.test(text(cell)) && !Number.isNaN(Date.parse(text(cell))) ? text(cell) : "");
const periodIn = (cell: Cell | undefined, range: Range): Day => (dayIn(cell) === "" ? "" : beginOf(dayIn(cell), RANGES[range].unit));

/** Sums by period; what is outside of them is left out. */
function summed<Name extends string>(places: readonly Day[], names: readonly Name[], counts: Iterable<readonly [Day, Name, number]>): Numbers<Name>[] {
  const none = () => Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  const rows = new Map(places.map((at) => [at, none()]));
  for (const [at, name, count] of counts) {
    const row = rows.get(at);
    if (row) row[name] += count;
  }
  return [...rows].map(([at, values]) => ({ at, values }));
}

const MONTHS_BACK = 5;
const MONTHS_AHEAD = 12;

export const EXPIRY: AnalyticsQuery = { view: "v_expiry_outlook", select: ["month", "expiring", "renewed_in_time", "lapsed"] };
export type ExpiryName = "lapsed" | "renewed" | "ahead";

/** Half a year back and a year ahead. */
export function expiry({ rows }: Pick<AnalyticsAnswer, "rows">, today: Day): Numbers<ExpiryName>[] {
  const months = periods(monthsAfter(today, -MONTHS_BACK), monthsAfter(today, MONTHS_AHEAD), "month");
  return summed(
    months,
    ["lapsed", "renewed", "ahead"],
    rows.flatMap(([month, expiring, renewed, lapsed]) => [
      [text(month), "lapsed", number(lapsed)] as const,
      [text(month), "renewed", number(renewed)] as const,
      [text(month), "ahead", number(expiring) - number(lapsed)] as const,
    ]),
  );
}

const since = (range: Range, today: Day) => ({ column: "day", op: ">=", value: periodsOf(range, today)[0] ?? today }) as const;

export const work = (range: Range, today: Day): AnalyticsQuery => ({
  view: "v_tasks_daily",
  select: ["day", "sum(opened)", "sum(closed)", "sum(cancelled)"],
  where: [since(range, today)],
  groupBy: ["day"],
  limit: 10_000,
});
export type WorkName = "created" | "completed" | "cancelled";

export const workDone = ({ rows }: Pick<AnalyticsAnswer, "rows">, range: Range, today: Day): Numbers<WorkName>[] =>
  summed(
    periodsOf(range, today),
    ["created", "completed", "cancelled"],
    rows.flatMap(([day, opened, closed, cancelled]) => {
      const at = periodIn(day, range);
      return [
        [at, "created", number(opened)] as const,
        [at, "completed", number(closed)] as const,
        [at, "cancelled", number(cancelled)] as const,
      ];
    }),
  );

export const FLOW: AnalyticsQuery = {
  view: "v_task_flow",
  select: ["day", "from_category", "to_category", "count(*)"],
  groupBy: ["day", "from_category", "to_category"],
  limit: 10_000,
};
export type FlowName = "open" | "active";

/** How many tasks were not begun and in progress at the end of each period: all that came before, added up. */
export function openWork({ rows }: Pick<AnalyticsAnswer, "rows">, range: Range, today: Day): Numbers<FlowName>[] {
  const places = periodsOf(range, today);
  const standing: Record<FlowName, number> = { open: 0, active: 0 };
  const moves = rows
    .map(([day, from, to, count]) => ({ day: dayIn(day), from, to, count: number(count) }))
    .filter(({ day }) => day !== "")
    .sort((one, other) => (one.day < other.day ? -1 : 1));
  let next = 0;
  return places.map((at, place) => {
    const end = places[place + 1];
    for (let move = moves[next]; move && (end === undefined || move.day < end); move = moves[++next]) {
      for (const name of ["open", "active"] as const) {
        if (move.from === name) standing[name] -= move.count;
        if (move.to === name) standing[name] += move.count;
      }
    }
    return { at, values: { ...standing } };
  });
}

export const activity = (range: Range, today: Day): AnalyticsQuery => ({
  view: "v_activity_daily",
  select: ["day", "outcome", "sum(n)"],
  where: [since(range, today)],
  groupBy: ["day", "outcome"],
  limit: 10_000,
});
export type ActivityName = "done" | "refused";

export const happened = ({ rows }: Pick<AnalyticsAnswer, "rows">, range: Range, today: Day): Numbers<ActivityName>[] =>
  summed(
    periodsOf(range, today),
    ["done", "refused"],
    rows.map(([day, outcome, count]) => [periodIn(day, range), outcome === "success" ? "done" : "refused", number(count)] as const),
  );

export const STORAGE: AnalyticsQuery = { view: "v_storage_daily", select: ["day", "bytes", "files"], limit: 10_000 };
export type StorageName = "bytes" | "files";

/** What of all that is stored now was there at the end of each period. */
export function storage({ rows }: Pick<AnalyticsAnswer, "rows">, range: Range, today: Day): Numbers<StorageName>[] {
  const places = periodsOf(range, today);
  return places.map((at, place) => {
    const end = places[place + 1];
    const before = rows.filter(([day]) => dayIn(day) !== "" && (end === undefined || dayIn(day) < end));
    return {
      at,
      values: {
        bytes: before.reduce((sum, [, bytes]) => sum + number(bytes), 0),
        files: before.reduce((sum, [, , files]) => sum + number(files), 0),
      },
    };
  });
}

export const MEMBERS: AnalyticsQuery = { view: "v_members", select: ["role", "last_active_on", "devices", "key_ready"], limit: 10_000 };
export type MembersName = "members" | "active" | "ready";
const ROLES = ["owner", "admin", "member", "auditor", "analyst", "custom"] as const;
export type RoleWord = (typeof ROLES)[number];

/** By the kind of role: how many there are, were active since a day, and can read. */
export function members({ rows }: Pick<AnalyticsAnswer, "rows">, activeSince: Day): Numbers<MembersName>[] {
  const known = summed(
    [...ROLES],
    ["members", "active", "ready"],
    rows.flatMap(([role, lastActive, , ready]) => [
      [text(role), "members", 1] as const,
      [text(role), "active", Number(dayIn(lastActive) >= activeSince)] as const,
      [text(role), "ready", Number(ready === true)] as const,
    ]),
  );
  return known.filter(({ values }) => values.members > 0);
}

/** Nothing has been counted in any row. */
export const isEmpty = (rows: readonly Numbers<string>[]): boolean => rows.every(({ values }) => Object.values(values).every((value) => value === 0));

/** A number for the top line of a figure: 1, 2 or 5 times a power of ten. */
export function topOf(highest: number): number {
  if (highest <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(highest));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= highest) ?? highest;
}
