/** The form of a task that is there. */
import { useSay } from "../../i18n/say";
import { EditItem, type WrittenEdit } from "../../lists/EditItem";
import type { Draft } from "../../lists/useDraft";
import type { TaskPayload } from "../../payloads/task";
import { useDates } from "../../session/useSession";
import type { TaskRow } from "../../lists/tasks/rows";
import { contentsFrom, contentsOf, membersOf, needsDay, tidied, type Contents } from "./contents";
import { TaskFields } from "./TaskFields";
import { useAllDocumentNames, useNamesAround } from "./useNamesAround";
import { useRevise, type Clash } from "./useTaskWriting";
import { memberWords } from "./words";
import type { TaskItem } from "../../lists/kinds/task";

interface EditProps {
  row: TaskRow;
  payload: TaskPayload;
  met: Clash | undefined;
  draft: Draft<WrittenEdit<TaskItem, Contents>>;
  onDone: () => Promise<void>;
}

export default function EditTask({ row, payload, met, draft, onDone }: EditProps) {
  const say = useSay();
  const dates = useDates();
  const revise = useRevise();
  const names = useNamesAround(useAllDocumentNames());
  return (
    <EditItem<TaskItem, Contents>
      shown={{ item: row.item, contents: contentsOf(row.item, payload) }}
      met={met}
      draft={draft}
      revise={revise}
      membersOf={membersOf}
      contentsFrom={contentsFrom}
      words={memberWords(say, dates, names)}
      tidy={tidied}
      fields={(typed, setTyped) => <TaskFields value={typed} needsDay={needsDay(row.item, typed)} change={(part) => setTyped((now) => ({ ...now, ...part }))} />}
      onDone={onDone}
    />
  );
}
