/** Where the contents of a group, or of a part of one, go when it is removed. */
import { useState } from "react";

import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { Banner } from "../../components/Layout";
import { Select, type Option } from "../../components/Select";
import { Why } from "../../components/Why";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";

interface RemoveProps {
  name: string;
  /** None where there is nothing in it. */
  targets: readonly Option[];
  onRemove: (moveTo: string | null) => Promise<unknown>;
  onClose: () => void;
}

export default function RemoveGroup({ name, targets, onRemove, onClose }: RemoveProps) {
  const say = useSay();
  const [chosen, setChosen] = useState<string | null>(null);
  const moveTo = chosen ?? targets[0]?.value ?? null;
  const { run, busy, failure } = useAct(onRemove, onClose);
  return (
    <Dialog
      role="alertdialog"
      title={say("profiles.removeGroup", "Delete the group {name}", { name })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button look="danger" writes isPending={busy} onPress={() => void run(moveTo)}>
            {say("profiles.removeThis", "Delete group")}
          </Button>
        </>
      }
    >
      {failure && (
        <Banner tone="bad" urgent title={failureTitle(say, "update")}>
          <Why {...failure} />
        </Banner>
      )}
      {targets.length > 0 && (
        <Select label={say("profiles.contentsGo", "Move its profiles to")} options={targets} value={moveTo} onChange={setChosen} />
      )}
      <p className="hint">{say("profiles.removeHint", "A deleted group cannot be restored. Its profiles are kept.")}</p>
    </Dialog>
  );
}
