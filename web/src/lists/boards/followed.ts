/** Where the tasks of a status are; without the calls that bring the statuses. */
import type { StatusEntry } from "./statuses";

/** The status that a task with this id is in: a removed one leads to another. */
export function followed(statuses: readonly StatusEntry[], id: string): StatusEntry | undefined {
  const seen = new Set<string>();
  for (let next: string | null = id; next !== null && !seen.has(next);) {
    seen.add(next);
    const found = statuses.find((status) => status.id === next);
    if (!found?.movedTo) return found;
    next = found.movedTo;
  }
  return undefined;
}
