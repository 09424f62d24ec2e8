/** Which documents a list shows: by their stage and by the words searched for on this device. */
import { daysBetween, type Day } from "../../dates/days";
import { matches } from "../../commands/matching";
import { hasFacts } from "../../items/item";
import type { Hiding } from "../../profiles/hiding";
import type { DocumentRow } from "./rows";
import type { Stage } from "./lifecycle";

export type Within = "expired" | "30" | "90" | "365";

export interface DocumentFilter {
  stages: Stage[];
  within: Within[];
  topics: string[];
  profiles: string[];
}

export const STAGES: readonly Stage[] = ["active", "expiring", "expired", "draft", "archived"];
export const WITHIN: readonly Within[] = ["expired", "30", "90", "365"];

const only = <Value extends string>(text: string | null, known: readonly Value[]): Value[] =>
  (text ?? "").split(",").filter((part): part is Value => (known as readonly string[]).includes(part));

const ids = (text: string | null): string[] => (text ?? "").split(",").filter(Boolean);

/** The address carries the filter and no word of what it finds. */
export function readFilter(query: URLSearchParams): DocumentFilter {
  return { stages: only(query.get("stage"), STAGES), within: only(query.get("within"), WITHIN), topics: ids(query.get("topic")), profiles: ids(query.get("profile")) };
}

export function writeFilter(next: URLSearchParams, filter: DocumentFilter): void {
  const said = [["stage", filter.stages], ["within", filter.within], ["topic", filter.topics], ["profile", filter.profiles]] as const;
  for (const [name, values] of said)
    if (values.length > 0) next.set(name, values.join(","));
    else next.delete(name);
}

export function passes(row: DocumentRow, { stages, within, topics, profiles }: DocumentFilter, words: string, today: Day, isHidden: Hiding): boolean {
  if (!hasFacts(row.item)) return stages.length + within.length + topics.length + profiles.length === 0 && !words.trim();
  // Without a question about it the archive stays out of the way, and with it what belongs to archived profiles alone.
  const stage = isHidden(row.item) ? "archived" : row.stage;
  if (stages.length === 0 ? stage === "archived" : !stages.includes(stage)) return false;
  if (within.length > 0 && !within.some((range) => fallsInto(row.expiresOn, range, today))) return false;
  if (topics.length > 0 && !row.item.topicIds.some((id) => topics.includes(id))) return false;
  if (profiles.length > 0 && !row.item.profileIds.some((id) => profiles.includes(id))) return false;
  return !words.trim() || (row.opening.name === "open" && matches(searchable(row), words));
}

function fallsInto(expiresOn: Day | null, range: Within, today: Day): boolean {
  if (!expiresOn) return false;
  const left = daysBetween(today, expiresOn);
  return range === "expired" ? left < 0 : left >= 0 && left <= Number(range);
}

function searchable({ opening }: DocumentRow): string {
  if (opening.name !== "open") return "";
  const { title, number, issuer, category, notes, tags } = opening.payload;
  return [title, number, issuer, category, notes, ...(tags ?? [])].filter(Boolean).join(" ");
}
