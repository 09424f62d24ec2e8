/** `/settings/topics`: what tasks and documents are filed under, in a tree. */
import { CornerDownRight, Plus, Tag, Trash2 } from "lucide-react";
import { useState } from "react";

import { failureOf } from "../../../api/failure";
import { useListTopicsQuery } from "../../../api/topics";
import styles from "../../../lists/boards/Boards.module.css";
import { EntryForm, type WrittenEntry } from "../../../lists/boards/EntryForm";
import { EntryRow } from "../../../lists/boards/EntryRow";
import { useTopics, type TopicEntry } from "../../../lists/boards/topics";
import { inTree, LEVELS, parentsOf } from "../../../lists/boards/topicTree";
import { useOrder } from "../../../lists/boards/useOrder";
import { UNNAMED } from "../../../lists/boards/useReviseEntry";
import { Button } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/Dialog";
import { Card, CardBody } from "../../../components/Layout";
import { MenuItem } from "../../../components/Menu";
import { tellFailure } from "../../../components/notices";
import { EmptyState, Failed, Skeleton } from "../../../components/States";
import { useReorder } from "../../../components/useReorder";
import { failureTitle } from "../../../i18n/fixedTexts";
import { useSay } from "../../../i18n/say";
import { useDraft } from "../../../lists/useDraft";
import { useMay } from "../../../session/useSession";
import { MoveTopic } from "./MoveTopic";
import { NewEntry } from "./NewEntry";
import { useTopicDesk } from "./useTopicDesk";
import type { TopicItem } from "../../../lists/kinds/board";

export default function Topics() {
  const say = useSay();
  const { error, refetch } = useListTopicsQuery();
  const topics = useTopics();
  if (error)
    return <Failed title={say("boards.topicsFailed", "The topics did not load")} message={failureOf(error).message} onRetry={() => void refetch()} />;
  if (!topics) return <Skeleton lines={5} height={28} />;
  return <TopicTree topics={topics} />;
}

function TopicTree({ topics }: { topics: readonly TopicEntry[] }) {
  const say = useSay();
  const may = useMay()("topic.manage");
  const desk = useTopicDesk();
  const draft = useDraft<WrittenEntry<TopicItem>>("topics");
  const [editing, setEditing] = useState<string | null>(null);
  /** Under which one another is added; null is the top. */
  const [adding, setAdding] = useState<{ under: string | null } | null>(null);
  const [removing, setRemoving] = useState<TopicEntry | null>(null);
  const [moving, setMoving] = useState<TopicEntry | null>(null);
  const { entries, move } = useOrder(topics, desk.move);
  const tree = inTree(entries);
  const besides = (id: string) => {
    const parentId = tree.find((topic) => topic.id === id)?.parentId;
    return tree.filter((topic) => topic.parentId === parentId).map((topic) => topic.id);
  };
  const put = (id: string, to: number) => move(id, to, besides(id));
  const reorder = useReorder(put);
  // What was half written opens the form by itself.
  const open = editing ?? (may ? draft.found?.id : undefined);
  const adder = (under: string | null) =>
    adding?.under === under && (
      <li className={styles["row"]}>
        <NewEntry create={(id, payload) => desk.create(id, payload, under)} onDone={() => setAdding(null)} />
      </li>
    );
  const add = (
    <Button size="small" onPress={() => setAdding({ under: null })}>
      <Plus />
      {say("boards.newTopic", "New topic")}
    </Button>
  );

  return (
    <Card title={say("settings.topics", "Topics")} orderTold={tree.length > 1} end={may && add}>
      {tree.length === 0 && !adding ? (
        <EmptyState icon={Tag} title={say("boards.noTopics", "No topics yet")}>
          {say("boards.topicsHint", "Topics group tasks and documents, in up to three levels. Names and colours are encrypted.")}
        </EmptyState>
      ) : (
        <CardBody>
          <p className="hint">
            {say("boards.topicsHint", "Topics group tasks and documents, in up to three levels. Names and colours are encrypted.")}
          </p>
        </CardBody>
      )}
      <ul className={styles["rows"]}>
        {tree.map((topic) => {
          const { id, item, opening, depth } = topic;
          const hasOthers = tree.some(({ parentId }) => parentId === id);
          return [
            <EntryRow
              key={id}
              entry={topic}
              depth={depth}
              among={besides(id)}
              broken={say("boards.brokenTopic", "This topic is damaged")}
              order={may ? { reorder, move: put } : null}
              onEdit={may ? () => setEditing(id) : undefined}
              form={
                open === id ? (
                  <EntryForm
                    desk={desk}
                    begun={{ item, contents: opening.name === "open" ? opening.payload : UNNAMED }}
                    unnamed={null}
                    draft={draft}
                    onDone={() => setEditing(null)}
                  />
                ) : null
              }
              acts={
                <>
                  {depth + 1 < LEVELS && (
                    <MenuItem icon={Plus} label={say("boards.newUnder", "New sub-topic")} onAction={() => setAdding({ under: id })} />
                  )}
                  <MenuItem icon={CornerDownRight} writes label={say("boards.moveUnder", "Move to…")} onAction={() => setMoving(topic)} />
                  <MenuItem
                    icon={Trash2}
                    writes
                    destroys
                    label={say("boards.remove", "Delete")}
                    hint={hasOthers ? say("boards.hasTopics", "Move or delete its sub-topics first") : undefined}
                    isDisabled={hasOthers}
                    onAction={() => setRemoving(topic)}
                  />
                </>
              }
            />,
            adder(id),
          ];
        })}
        {adder(null)}
      </ul>
      {moving && (
        <MoveTopic
          topic={moving}
          parents={parentsOf(topics, moving.id)}
          onMove={(parentId) => desk.putUnder(moving.item, parentId)}
          onClose={() => setMoving(null)}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={say("boards.removeTopic", "Delete the topic {name}", { name: removing.name })}
          isOpen
          onClose={() => setRemoving(null)}
          confirm={say("boards.removeThisTopic", "Delete topic")}
          onConfirm={() =>
            desk.remove(removing.item).catch((reason: unknown) => tellFailure(failureTitle(say, "update"), failureOf(reason)))
          }
        >
          <p>{say("boards.removeTopicHint", "Documents and tasks in it are kept, without this topic. A deleted topic cannot be restored.")}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
