/** Where the tasks of a status go, before it is removed for good. */
import { useState } from "react";

import { useAct } from "../../../api/useAct";
import type { StatusEntry } from "../../../lists/boards/statuses";
import { Button } from "../../../components/Button";
import { Dialog } from "../../../components/Dialog";
import { Banner } from "../../../components/Layout";
import { Select } from "../../../components/Select";
import { Why } from "../../../components/Why";
import { failureTitle } from "../../../i18n/fixedTexts";
import { useSay } from "../../../i18n/say";

interface RemoveProps {
  status: StatusEntry;
  targets: readonly StatusEntry[];
  onRemove: (moveTo: string) => Promise<unknown>;
  onClose: () => void;
}

export function RemoveStatus({ status, targets, onRemove, onClose }: RemoveProps) {
  const say = useSay();
  const [chosen, setChosen] = useState<string | null>(null);
  // Where there is one way only it is not asked for.
  const moveTo = chosen ?? (targets.length === 1 ? targets[0]?.id : undefined) ?? null;
  const { run, busy, failure } = useAct(onRemove, onClose);
  return (
    <Dialog
      role="alertdialog"
      title={say("boards.removeStatus", "Delete the status {name}", { name: status.name })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button look="danger" writes isPending={busy} isDisabled={moveTo === null} onPress={() => void (moveTo && run(moveTo))}>
            {say("boards.removeThis", "Delete status")}
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
        label={say("boards.tasksGo", "Move its tasks to")}
        placeholder={say("boards.chooseStatus", "Choose a status")}
        options={targets.map(({ id, name }) => ({ value: id, label: name }))}
        value={moveTo}
        onChange={setChosen}
      />
      <p className="hint">{say("boards.removeStatusHint", "A deleted status cannot be restored. Its tasks are kept.")}</p>
    </Dialog>
  );
}
