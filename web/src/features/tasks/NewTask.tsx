/** A new task; its first line says more than the title, as everywhere. */
import { defaultOf, useStatuses } from "../../lists/boards/statuses";
import { useSay } from "../../i18n/say";
import { NewItem } from "../../lists/NewItem";
import { BLANK, membersOf, type Contents } from "./contents";
import { TaskFields } from "./TaskFields";
import { useQuickFault, useQuickReader, useUnderstood } from "./useQuickReader";
import { useCreate } from "./useCreate";

interface NewProps {
  onClose: () => void;
  onCreated: (id: string) => void;
}

export default function NewTask({ onClose, onCreated }: NewProps) {
  const say = useSay();
  const read = useQuickReader();
  const understood = useUnderstood();
  const fault = useQuickFault();
  const create = useCreate();
  const status = defaultOf(useStatuses() ?? [], "open");

  /** What the form says itself comes before what the line says. */
  function meant(contents: Contents): Contents {
    const { title, dueOn, assigneeIds, topicIds } = read(contents.payload.title);
    return {
      ...contents,
      payload: { ...contents.payload, title },
      dueOn: contents.dueOn ?? dueOn,
      assigneeIds: [...new Set([...contents.assigneeIds, ...assigneeIds])],
      topicIds: [...new Set([...contents.topicIds, ...topicIds])],
    };
  }

  return (
    <NewItem<Contents>
      name="task"
      title={say("tasks.new", "New task")}
      create={say("newDocument.create", "Create")}
      blank={BLANK}
      membersOf={membersOf}
      isWaiting={status === undefined}
      fields={(typed, setTyped) => (
        <TaskFields
          value={typed}
          change={(part) => setTyped((now) => ({ ...now, ...part }))}
          understood={understood(read(typed.payload.title))}
          lineFault={fault}
        />
      )}
      onCreate={async (id, contents) => {
        if (status) await create(id, meant(contents), status.id);
      }}
      onClose={onClose}
      onCreated={onCreated}
    />
  );
}
