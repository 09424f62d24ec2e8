/** Which documents a list shows. */
import { addDays, type Day } from "../../dates/days";
import { VERIFIED } from "../../desk/kind";
import type { Node } from "../../desk/where";
import { EXPIRING_DAYS, type Stage } from "./lifecycle";

export type Within = "expired" | "30" | "90" | "365";

export interface DocumentFilter {
  stages: Stage[];
  within: Within[];
  topics: string[];
  profiles: string[];
}

export const NO_FILTER: DocumentFilter = { stages: [], within: [], topics: [], profiles: [] };

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

/** What is asked of a document on the desk; `hidden` are those that belong to archived profiles alone. */
export function whereOf({ stages, within, topics, profiles }: DocumentFilter, today: Day, hidden: Node | null): Node[] {
  return [
    stages.length === 0 ? inSight(hidden) : { any: stages.map((stage) => inStage(stage, today, hidden)) },
    ...(within.length > 0 ? [{ any: within.map((range) => inRange(range, today)) }] : []),
    ...(topics.length > 0 ? [{ field: "topicIds", op: "hasAny" as const, value: topics }] : []),
    ...(profiles.length > 0 ? [{ field: "profileIds", op: "hasAny" as const, value: profiles }] : []),
  ];
}

const NOT_ARCHIVED: Node = { field: "state", op: "ne", value: "archived" };

/** Without a question about it the archive stays out of the way, and with it what is hidden. What was refused is in no state, and in sight. */
const inSight = (hidden: Node | null): Node => ({ any: [{ field: VERIFIED, op: "eq", value: false }, shown(NOT_ARCHIVED, hidden)] });

/** Not in the archive by itself. */
export const onlyHidden = (hidden: Node): Node => ({ all: [NOT_ARCHIVED, hidden] });

const shown = (node: Node, hidden: Node | null): Node => (hidden ? { all: [node, { not: hidden }] } : node);

function inStage(stage: Stage, today: Day, hidden: Node | null): Node {
  const archived: Node = { field: "state", op: "eq", value: "archived" };
  if (stage === "archived") return hidden ? { any: [archived, hidden] } : archived;
  if (stage === "draft") return shown({ field: "state", op: "eq", value: "draft" }, hidden);
  const last = addDays(today, EXPIRING_DAYS);
  const day: Record<"active" | "expiring" | "expired", Node> = {
    expired: { field: "expiresOn", op: "lt", value: today },
    expiring: { field: "expiresOn", op: "between", value: [today, last] },
    active: { any: [{ field: "expiresOn", op: "empty" }, { field: "expiresOn", op: "gt", value: last }] },
  };
  return shown({ all: [{ field: "state", op: "nin", value: ["draft", "archived"] }, day[stage]] }, hidden);
}

const inRange = (range: Within, today: Day): Node =>
  range === "expired" ? { field: "expiresOn", op: "lt", value: today } : { field: "expiresOn", op: "between", value: [today, addDays(today, Number(range))] };
