/** The order of topics, and what stands under what; without the calls that bring them. */
import { byRank } from "./byRank";
import type { TopicEntry } from "./topics";

/** In the order of the tree, with their depth. One whose parent is not there stands at the top. */
export function inTree<Entry extends Pick<TopicEntry, "id" | "rank" | "parentId" | "depth">>(entries: readonly Entry[]): Entry[] {
  const known = new Set(entries.map(({ id }) => id));
  const under = Map.groupBy([...entries].sort(byRank), ({ parentId }) => (parentId && known.has(parentId) ? parentId : null));
  const from = (parentId: string | null, depth: number): Entry[] =>
    (under.get(parentId) ?? []).flatMap((entry) => [{ ...entry, depth }, ...from(entry.id, depth + 1)]);
  return from(null, 0);
}

/** Those of a list of ids that are still there, in the order of the tree. */
export const topicsOf = (topics: readonly TopicEntry[], ids: readonly string[]): TopicEntry[] =>
  topics.filter(({ id }) => ids.includes(id));

export const LEVELS = 3;

/** As it stands in a list to choose from: what is under another one is set in. */
export const topicOption = ({ id, name, depth }: TopicEntry): { value: string; label: string } => ({
  value: id,
  label: `${"\u2003".repeat(depth)}${name}`,
});

type Placed = Pick<TopicEntry, "id" | "parentId" | "depth">;

/** These and all that stand under them. */
export function withUnder(tree: readonly Placed[], ids: readonly string[]): string[] {
  const within = new Set(ids);
  // What stands under something comes after it.
  for (const topic of tree) if (topic.parentId && within.has(topic.parentId)) within.add(topic.id);
  return [...within];
}

/** Those that this one can stand under: not itself, nothing under it, and nothing so deep that a level would be too many. */
export function parentsOf<Entry extends Placed>(tree: readonly Entry[], id: string): Entry[] {
  const within = withUnder(tree, [id]);
  const depths = tree.filter((topic) => within.includes(topic.id)).map(({ depth }) => depth);
  const height = Math.max(...depths) - Math.min(...depths) + 1;
  return tree.filter((topic) => !within.includes(topic.id) && topic.depth + 1 + height <= LEVELS);
}
