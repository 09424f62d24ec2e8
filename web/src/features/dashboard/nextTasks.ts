/** The open tasks of one person, in the order in which they are due. */
import { followed } from "../../lists/boards/followed";
import type { StatusEntry } from "../../lists/boards/statuses";
import type { View } from "../../desk/messages";
import type { Node } from "../../desk/where";

const ALL = { kind: "task", text: "", group: null } as const;

interface Around {
  me: string;
  statuses: readonly StatusEntry[];
  /** What belongs to archived profiles alone. */
  hidden: Node | null;
}

/** Assigned to this person, not done, and neither archived nor out of the way with an archived profile. The soonest, then those without a date in the order of the board. */
export function nextTasks({ me, statuses, hidden }: Around): View {
  const done = statuses.flatMap(({ id }) => (followed(statuses, id)?.category === "done" ? [id] : []));
  const where: Node[] = [
    { field: "assigneeIds", op: "hasAny", value: [me] }, { field: "state", op: "eq", value: "active" }, { field: "statusId", op: "nin", value: done },
    ...(hidden ? [{ not: hidden }] : []),
  ];
  return { ...ALL, where: { all: where }, sort: [{ field: "nextDueOn", or: "dueOn", dir: "asc" }, { field: "dueTime", dir: "asc" }, { field: "rank", dir: "asc" }] };
}

export const WITHHELD: View = { ...ALL, where: { field: "row", op: "eq", value: "withheld" }, sort: [] };
export const MOST_WITHHELD = 50;
