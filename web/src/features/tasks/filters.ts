/** Which tasks are shown: whose, about what, and when they are due. */
import { addDays, type Day } from "../../dates/days";
import { VERIFIED } from "../../desk/kind";
import type { Condition, Node } from "../../desk/where";

export const DUES = ["overdue", "today", "week", "none"] as const;
export type DueFilter = (typeof DUES)[number];

/** Placeholders among user ids: the reader, and no one. */
export const ME = "me";
export const NOBODY = "nobody";

export interface TaskFilter {
  assignees: readonly string[];
  topics: readonly string[];
  dues: readonly string[];
}

interface Around {
  me: string;
  today: Day;
  /** The time of day. */
  now: string;
  /** Those that are done with. */
  doneIds: readonly string[];
  /** What belongs to archived profiles alone. */
  hidden: Node | null;
}

/** What is asked of a task on the desk. */
export function whereOf({ assignees, topics, dues }: TaskFilter, around: Around): Node[] {
  const days = DUES.filter((one) => dues.includes(one));
  return [
    ...(around.hidden ? [{ any: [{ field: VERIFIED, op: "eq" as const, value: false }, { not: around.hidden }] }] : []),
    ...(assignees.length > 0 ? [{ any: assignees.map((one) => isFor(one, around.me)) }] : []),
    ...(topics.length > 0 ? [{ field: "topicIds", op: "hasAny" as const, value: topics }] : []),
    ...(days.length > 0 ? [{ any: days.flatMap((one) => isDue(one, around)) }] : []),
  ];
}

const isFor = (one: string, me: string): Node =>
  one === NOBODY ? { field: "assigneeIds", op: "empty" } : { field: "assigneeIds", op: "hasAny", value: [one === ME ? me : one] };

function isDue(when: DueFilter, { today, now, doneIds }: Around): Node[] {
  if (when === "none") return [{ all: [{ field: "nextDueOn", op: "empty" }, { field: "dueOn", op: "empty" }] }];
  const isLeft: Condition = { field: "statusId", op: "nin", value: doneIds };
  if (when === "today") return falls({ op: "eq", value: today }, [isLeft]);
  if (when === "week") return falls({ op: "between", value: [today, addDays(today, 6)] }, [isLeft]);
  return [...falls({ op: "lt", value: today }, [isLeft]), ...falls({ op: "eq", value: today }, [isLeft, { field: "dueTime", op: "lt", value: now }])];
}

/** By the next day that the server names, where what was signed lets it; else by the signed or sealed one. */
const falls = (day: Omit<Condition, "field">, and: readonly Condition[]): Node[] => [
  { all: [{ field: "nextDueOn", ...day }, ...and] },
  { all: [{ field: "nextDueOn", op: "empty" }, { field: "dueOn", ...day }, ...and] },
];
