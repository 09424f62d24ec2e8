/** Which topic another one stands under. */
import { useState } from "react";

import { useAct } from "../../../api/useAct";
import { topicOption } from "../../../lists/boards/topicTree";
import type { TopicEntry } from "../../../lists/boards/topics";
import { Button } from "../../../components/Button";
import { Dialog } from "../../../components/Dialog";
import { Banner } from "../../../components/Layout";
import { Select } from "../../../components/Select";
import { Why } from "../../../components/Why";
import { failureTitle } from "../../../i18n/fixedTexts";
import { useSay } from "../../../i18n/say";

interface MoveProps {
  topic: TopicEntry;
  parents: readonly TopicEntry[];
  onMove: (parentId: string | null) => Promise<unknown>;
  onClose: () => void;
}

const TOP = "top";

export function MoveTopic({ topic, parents, onMove, onClose }: MoveProps) {
  const say = useSay();
  const [chosen, setChosen] = useState(topic.parentId ?? TOP);
  const { run, busy, failure } = useAct(onMove, onClose);
  return (
    <Dialog
      title={say("boards.moveTopic", "Move the topic {name}", { name: topic.name })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button
            look="primary"
            writes
            isPending={busy}
            isDisabled={chosen === (topic.parentId ?? TOP)}
            onPress={() => void run(chosen === TOP ? null : chosen)}
          >
            {say("boards.moveThis", "Move")}
          </Button>
        </>
      }
    >
      {failure && (
        <Banner tone="bad" urgent title={failureTitle(say, "update")}>
          <Why {...failure} />
        </Banner>
      )}
      <Select
        label={say("boards.standsUnder", "Parent topic")}
        options={[
          { value: TOP, label: say("boards.top", "None (top level)") },
          ...parents.map(topicOption),
        ]}
        value={chosen}
        onChange={setChosen}
      />
    </Dialog>
  );
}
