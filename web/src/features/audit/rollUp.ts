/**
 * The log as rows for people: what one visit did over and over is one row, and what browsers do by themselves is folded.
 *
 * Nothing is lost: every entry is in a row or is counted, and a day that holds only folded entries keeps one row of them.
 */
import type { AuditEntry } from "../../api/oversight";
import { dayAt, type Day } from "../../dates/days";

export interface LogRow {
  /** The newest of its entries, which it is called after. */
  entry: AuditEntry;
  /** All of them, the newest first. */
  entries: readonly AuditEntry[];
}

export interface Rolled {
  rows: LogRow[];
  /** How many entries of each day are folded away. */
  folded: ReadonlyMap<Day, number>;
}

/** Browsers sign and confirm the state of the account with every change. */
const AUTOMATIC = ["account_head.signed", "read_models.digested", "device.view_seen"];

/** Keys are read with every page that is opened. */
const READS = ["role_bundle.read"];

/** Who did nothing for so long, and comes back, is on another visit. */
const VISIT_MS = 30 * 60 * 1000;

/** The server folds the reads of a visit into one entry; a page can end within one. */
export const timesOf = (entries: readonly AuditEntry[]): number => entries.reduce((times, { folded }) => times + (folded?.count ?? 1), 0);

export const isAutomatic = ({ action, outcome }: Pick<AuditEntry, "action" | "outcome">): boolean =>
  AUTOMATIC.includes(action) && outcome === "success";

/** Reads of one session belong together; without one, those of one person. A refused one is never hidden among others. */
function visitOf(entry: AuditEntry, day: Day): string | undefined {
  if (!READS.includes(entry.action) || entry.outcome !== "success") return undefined;
  return [entry.action, entry.actor.id, entry.actor.impersonatorId, entry.context.sessionId, day].join(" ");
}

interface Open {
  place: number;
  until: number;
}

export function rollUp(entries: readonly AuditEntry[], zone: string, { automatic }: { automatic: boolean }): Rolled {
  const rows: { entry: AuditEntry; entries: AuditEntry[] }[] = [];
  const visits = new Map<string, Open>();
  const hidden = new Map<Day, AuditEntry[]>();
  const shown = new Set<Day>();

  for (const entry of entries) {
    const day = dayAt(new Date(entry.at), zone);
    if (!automatic && isAutomatic(entry)) {
      hidden.set(day, [...(hidden.get(day) ?? []), entry]);
      continue;
    }
    shown.add(day);
    const visit = visitOf(entry, day);
    const known = visit === undefined ? undefined : visits.get(visit);
    const at = Date.parse(entry.at);
    if (known && known.until - at <= VISIT_MS) {
      rows[known.place]?.entries.push(entry);
      known.until = at;
      continue;
    }
    if (visit !== undefined) visits.set(visit, { place: rows.length, until: at });
    rows.push({ entry, entries: [entry] });
  }

  for (const [day, some] of hidden) {
    const [newest] = some;
    if (!newest || shown.has(day)) continue;
    const place = rows.findIndex(({ entry }) => entry.at < newest.at);
    rows.splice(place < 0 ? rows.length : place, 0, { entry: newest, entries: some });
  }
  return { rows, folded: new Map([...hidden].flatMap(([day, some]) => (shown.has(day) ? [[day, some.length] as const] : []))) };
}
