/** Writing topics: every act is signed on this device. */
import { useMemo } from "react";

import { useCreateTopicMutation, useDeleteTopicMutation, useUpdateTopicMutation, wholeTopic, type TopicItem } from "../../../api/topics";
import { done, type EntryDesk } from "../../../boards/useReviseEntry";
import { useKeyring } from "../../../keyring/react";
import type { NamedPayload } from "../../../payloads/named";

export interface TopicDesk extends EntryDesk<TopicItem> {
  create: (id: string, payload: NamedPayload, parentId: string | null) => Promise<unknown>;
  move: (id: string, place: { afterId: string } | { beforeId: string }) => Promise<unknown>;
  /** Under another topic, or to the top. */
  putUnder: (item: TopicItem, parentId: string | null) => Promise<unknown>;
  remove: (item: TopicItem) => Promise<unknown>;
}

const attributesOf = ({ parentId }: TopicItem) => ({ parentId });

export function useTopicDesk(): TopicDesk {
  const keyring = useKeyring();
  const [create] = useCreateTopicMutation();
  const [change] = useUpdateTopicMutation();
  const [remove] = useDeleteTopicMutation();

  return useMemo(
    () => ({
      kind: "topic",
      attributesOf,
      whole: wholeTopic,
      async change(topicId, topicChange) {
        const { data, error } = await change({ topicId, topicChange });
        return data ? { data: { data: wholeTopic(data.data) } } : { error };
      },
      async create(id, payload, parentId) {
        const audience = await keyring.defaultAudience("topic");
        const sealed = await keyring.sealRecord({ kind: "topic", id, payload, attrs: { parentId }, audience });
        return done(await create({ newTopic: { id, sealed, parentId } }));
      },
      move: async (topicId, place) => done(await change({ topicId, topicChange: place })),
      async putUnder(item, parentId) {
        const signed = await keyring.signAttrs("topic", item, { parentId });
        return done(await change({ topicId: item.id, topicChange: { version: item.version, parentId, ...signed } }));
      },
      async remove(item) {
        const { error } = await remove({ topicId: item.id, entryEnd: { version: item.version, ...(await keyring.signDelete("topic", item)) } });
        if (error) done({ error });
      },
    }),
    [keyring, create, change, remove],
  );
}
