/** Writing topics: every act is signed on this device. */
import { useMemo } from "react";

import { answeredTopic, useCreateTopicMutation, useDeleteTopicMutation, useUpdateTopicMutation } from "../../../api/topics";
import type { RankedItem } from "../../../api/workspace.generated";
import { done, type EntryDesk } from "../../../lists/boards/useReviseEntry";
import { inTurn, writeInTurn } from "../../../lists/turns";
import { useKeyring } from "../../../keyring/react";
import type { NamedPayload } from "../../../payloads/shared.generated";
import { TOPIC, type TopicItem } from "../../../lists/kinds/board";
import { readItem, type Verifier } from "../../../lists/read";

export interface TopicDesk extends EntryDesk<TopicItem> {
  create: (id: string, payload: NamedPayload, parentId: string | null) => Promise<unknown>;
  move: (id: string, place: { afterId: string } | { beforeId: string }) => Promise<unknown>;
  /** Under another topic, or to the top. */
  putUnder: (item: TopicItem, parentId: string | null) => Promise<unknown>;
  remove: (item: TopicItem) => Promise<unknown>;
}

const readTopic = (keyring: Verifier, sent: RankedItem): Promise<TopicItem> => readItem(keyring, TOPIC, answeredTopic(sent));

export function useTopicDesk(): TopicDesk {
  const keyring = useKeyring();
  const [create] = useCreateTopicMutation();
  const [change] = useUpdateTopicMutation();
  const [remove] = useDeleteTopicMutation();

  return useMemo(
    () => ({
      kind: "topic",
      read: (sent: RankedItem) => readTopic(keyring, sent),
      async change(topicId, entryBody) {
        const { data, error } = await change({ topicId, entryBody });
        return data ? { data: { data: await readTopic(keyring, data.data) } } : { error };
      },
      async create(id, payload, parentId) {
        const audience = await keyring.defaultAudience("topic");
        const sealed = await keyring.sealRecord({ kind: "topic", id, payload, attrs: { parentId }, audience });
        return done(await create({ newTopic: { id, sealed } }));
      },
      move: (topicId, place) => inTurn([topicId], async () => done(await change({ topicId, entryBody: place }))),
      putUnder: (item, parentId) =>
        writeInTurn(item, async (now) => {
          const signed = await keyring.signAttrs("topic", now, { parentId });
          const { data } = done(await change({ topicId: now.id, entryBody: { version: now.version, ...signed } }));
          return readTopic(keyring, data);
        }),
      remove: (item) =>
        writeInTurn(item, async (now) => {
          const { error } = await remove({ topicId: now.id, entryDeletion: { version: now.version, ...(await keyring.signDelete("topic", now)) } });
          if (error) done({ error });
          return undefined;
        }),
    }),
    [keyring, create, change, remove],
  );
}
