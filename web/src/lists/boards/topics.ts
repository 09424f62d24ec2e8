/** The topics of the account, opened on this device: a tree of three levels. */
import { useMemo } from "react";

import { wholeSince } from "../../api/held";
import { withContents } from "../../api/answered";
import type { TopicPage } from "../../api/workspace.generated";
import { answeredTopic, useListTopicsQuery } from "../../api/topics";
import { useSay } from "../../i18n/say";
import { asOpened, useAll } from "../list/useAll";
import type { Making } from "../list/useRows";
import { once } from "../once";
import type { OpenedItem } from "../opening";
import { useFeed } from "../useFeed";
import type { Opening } from "../../keyring/react";
import type { NamedPayload } from "../../payloads/shared.generated";
import { useMay } from "../../session/useSession";
import { lookOf, type BoardEntry } from "./entry";
import { inTree } from "./topicTree";
import { TOPIC, type TopicFacts, type TopicItem } from "../kinds/board";
import type { Ranked } from "../../api/profiles";

export interface TopicEntry extends BoardEntry {
  /** Without one it stands at the top. */
  parentId: string | null;
  /** How many stand above it. */
  depth: number;
  item: TopicItem;
  opening: Opening<NamedPayload>;
}

const MAKING: Making<Ranked, TopicFacts, NamedPayload, OpenedItem<TopicItem, NamedPayload>> = { of: TOPIC, nothing: { rank: "" }, rowOf: asOpened };
const KEEPS_DELETED = { keepsDeleted: true };

const answersIn = once(({ data }: TopicPage) => withContents(data.map(answeredTopic)));

/** The ones there are, each followed by those under it. Removed ones are left out: whatever had one has it no more. */
export function useTopics(): readonly TopicEntry[] | undefined {
  const say = useSay();
  const may = useMay()("topic.read");
  const asked = useListTopicsQuery(undefined, { skip: !may });
  const { data } = asked;
  const answers = data && answersIn(data);
  useFeed("topic", answers, wholeSince(asked), KEEPS_DELETED);
  const opened = useAll(MAKING, "topic", answers);
  return useMemo(() => {
    const closed = say("boards.closedTopic", "Topic (no access)");
    const entries = opened?.map(({ item, opening }): TopicEntry => {
      const { id, word, deleted, parentId } = item;
      return { id, rank: word.rank, parentId, isRemoved: deleted, depth: 0, item, opening, ...lookOf(opening, closed, say) };
    });
    return entries && inTree(entries.filter(({ isRemoved }) => !isRemoved));
  }, [opened, say]);
}
