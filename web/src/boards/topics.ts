/** The topics of the account, opened on this device: a tree of three levels. */
import { useMemo } from "react";

import { wholeSince } from "../api/held";
import { withContents } from "../api/answered";
import { answeredTopic, useListTopicsQuery } from "../api/topics";
import { useSay } from "../i18n/say";
import { useOpenedItems } from "../items/opened";
import type { Opening } from "../keyring/react";
import type { NamedPayload } from "../payloads/shared.generated";
import { useMay } from "../session/useSession";
import { lookOf, type BoardEntry } from "./entry";
import { inTree } from "./topicTree";
import { TOPIC, type TopicFacts, type TopicItem } from "../items/kinds/board";
import type { Ranked } from "../api/profiles";

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
  const asked = useListTopicsQuery(undefined, { skip: !may });
  const { data } = asked;
  const askedAt = wholeSince(asked);
  const answers = useMemo(() => data && withContents(data.data.map(answeredTopic)), [data]);
  const whole = useMemo(() => ({ askedAt, nothing: { rank: "" } }), [askedAt]);
  const opened = useOpenedItems<Ranked, TopicFacts, NamedPayload>(TOPIC, answers, whole);
  return useMemo(() => {
    const closed = say("boards.closedTopic", "Topic (no access)");
    const entries = opened?.map(({ item, opening }): TopicEntry => {
      const { id, word, deleted, parentId } = item;
      return { id, rank: word.rank, parentId, isRemoved: deleted, depth: 0, item, opening, ...lookOf(opening, closed, say) };
    });
    return entries && inTree(entries.filter(({ isRemoved }) => !isRemoved));
  }, [opened, say]);
}
