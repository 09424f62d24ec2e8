/** Documents with a last day in the coming year or behind it, in the order of their days. */
import { addDays, daysBetween, type Day } from "../../dates/days";
import { ID, STATE, UPDATED, VERIFIED } from "../../desk/kind";
import type { Group, View } from "../../desk/messages";
import type { OpenedDocument } from "../../lists/list/useDocuments";

export interface Expiring {
  document: OpenedDocument;
  day: Day;
  /** Days from today; below zero it is over. */
  left: number;
}

const YEAR = 365;
/** Documents that expired long ago are left out; the list still has them. */
const LONG_AGO = -60;

/** More of them are not named on the line, which says how many there are. */
export const MOST_NAMED = 60;
export const SHOWN_LATEST = 4;

const ALL = { kind: "document", text: "", group: null } as const;

export const expiringSoon = (today: Day): View => ({
  ...ALL,
  where: { all: [{ field: "state", op: "eq", value: "active" }, { field: "expiresOn", op: "between", value: [addDays(today, LONG_AGO), addDays(today, YEAR)] }] },
  sort: [{ field: "expiresOn", dir: "asc" }],
  group: "expiresOn",
});

/** A day, with how many documents end on it. */
export interface LastDay {
  day: Day;
  /** Days from today; below zero it is over. */
  left: number;
  count: number;
}

export const lastDaysOf = (groups: readonly Group[], today: Day): LastDay[] =>
  groups.flatMap(({ key, count }) => (typeof key === "string" ? [{ day: key, left: daysBetween(today, key), count }] : []));

export const latest: View = {
  ...ALL,
  where: { any: [{ field: "state", op: "ne", value: "archived" }, { field: VERIFIED, op: "eq", value: false }] },
  sort: [{ field: UPDATED, dir: "desc" }],
};

/** What this device has verified, and what of it has a last day. */
export const VERIFIED_ONES: View = { ...ALL, where: { field: VERIFIED, op: "eq", value: true }, sort: [] };
export const DATED: View = { ...ALL, where: { field: "expiresOn", op: "notEmpty" }, sort: [] };

/** Those of them that are neither archived nor something else than documents. */
export const theseOf = (ids: readonly string[]): View => ({
  ...ALL, where: { all: [{ field: ID, op: "in", value: ids }, { field: STATE, op: "ne", value: "archived" }] }, sort: [],
});

export const WITHHELD: View = { ...ALL, where: { field: "row", op: "eq", value: "withheld" }, sort: [] };

/** Where the account keeps dates from the server, the last day stands among the sealed words. */
const lastDayOf = ({ item, opening }: OpenedDocument): Day | null =>
  item.expiresOn ?? (opening.name === "open" ? opening.payload.expiresOn : null) ?? null;

export function expiringOf(documents: readonly OpenedDocument[], today: Day): Expiring[] {
  return documents
    .flatMap((document) => {
      const day = lastDayOf(document);
      if (document.item.lifecycle !== "active" || day === null) return [];
      const left = daysBetween(today, day);
      return left >= LONG_AGO && left <= YEAR ? [{ document, day, left }] : [];
    })
    .sort((a, b) => a.left - b.left);
}

export interface Placed extends Expiring {
  /** From 0 to 1 along the line. */
  at: number;
  /** The step of its label, 0 nearest to the line; none when there is no room. */
  level: number | null;
}

/**
 * Where each stands on the line, and the steps of the labels that find room, the most urgent first.
 *
 * A label stands higher than all that begin below it, so that no stem runs through the words of another.
 */
export function place(documents: readonly Expiring[], labelWidth: number, levels: number): Placed[] {
  const placed = documents.map((document): Placed => ({ ...document, at: placeOf(document.left), level: null }));
  let labelled: Placed[] = [];
  for (const document of placed) {
    // A label at the very end would be cut.
    if (document.at + labelWidth > 1.04) continue;
    const more = [...labelled, document];
    const steps = stepsOf(more, labelWidth);
    if (Math.max(...steps) >= levels) continue;
    labelled = more;
    more.forEach((one, index) => (one.level = steps[index] ?? null));
  }
  return placed;
}

/** From 0 to 1 along the line. */
const placeOf = (left: number): number => (left - LONG_AGO) / (YEAR - LONG_AGO);

/** One point for all that end in some days and find no room for their words. */
export interface Crowd {
  at: number;
  from: LastDay;
  to: LastDay;
  count: number;
}

/** Points that would stand on one another are one: no two are nearer than `width`. */
export function crowdsOf(placed: readonly Placed[], days: readonly LastDay[], width: number): Crowd[] {
  const named = new Map<Day, number>();
  for (const { day, level } of placed) if (level !== null) named.set(day, (named.get(day) ?? 0) + 1);
  const crowds: Crowd[] = [];
  for (const one of days) {
    const [at, count] = [placeOf(one.left), one.count - (named.get(one.day) ?? 0)];
    if (count <= 0) continue;
    const last = crowds.at(-1);
    if (last && at - last.at < width) Object.assign(last, { to: one, count: last.count + count });
    else crowds.push({ at, from: one, to: one, count });
  }
  return crowds;
}

/** From the last to the first: each one step above the highest that begins under its words. */
function stepsOf(labelled: readonly Placed[], labelWidth: number): number[] {
  const steps = labelled.map(() => 0);
  for (let index = labelled.length - 1; index >= 0; index -= 1) {
    const end = (labelled[index]?.at ?? 0) + labelWidth;
    for (let next = index + 1; (labelled[next]?.at ?? Infinity) < end; next += 1)
      steps[index] = Math.max(steps[index] ?? 0, (steps[next] ?? 0) + 1);
  }
  return steps;
}
