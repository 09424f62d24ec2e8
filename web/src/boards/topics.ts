/** The topics of the account, opened on this device: a tree of three levels. */
import { useMemo } from "react";

import { useListTopicsQuery, wholeTopic, type TopicItem } from "../api/topics";
import { useSay } from "../i18n/say";
import { useOpenedItems } from "../items/opening";
import type { Opening } from "../keyring/react";
import type { NamedPayload } from "../payloads/named";
import { useMay } from "../session/useSession";
import { byRank, lookOf, type BoardEntry } from "./entry";

export interface TopicEntry extends BoardEntry {
  /** Without one it stands at the top. */
  parentId: string | null;
  /** How many stand above it. */
  depth: number;
  item: TopicItem;
  opening: Opening<NamedPayload>;
}

/** The ones there are, each followed by those under it. Removed ones are left out: whatever had one has it no more. */
export function useTopics(): readonly TopicEntry[] | undefined {
  const say = useSay();
  const may = useMay()("topic.read");
  const { data } = useListTopicsQuery(undefined, { skip: !may });
  const items = useMemo(() => data?.data.map(wholeTopic), [data]);
  const opened = useOpenedItems<TopicItem, NamedPayload>("topic", items);
  return useMemo(() => {
    const closed = say("boards.closedTopic", "Locked topic");
    const entries = opened?.map(({ item, opening }): TopicEntry => {
      const { id, rank, state, parentId } = item;
      return { id, rank, parentId, isRemoved: state === "deleted", depth: 0, item, opening, ...lookOf(opening, closed) };
    });
    return entries && inTree(entries.filter(({ isRemoved }) => !isRemoved));
  }, [opened, say]);
}

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
