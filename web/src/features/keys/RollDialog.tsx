/** A new generation of a role key: what it changes, and what it cannot. */
import { useState } from "react";

import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Select } from "../../components/Select";
import { Dialog } from "../../components/Dialog";
import { Banner } from "../../components/Layout";
import { tell } from "../../components/notices";
import { sayThrown } from "../../i18n/thrownTexts";
import { useSay } from "../../i18n/say";
import type { KeyOverview } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import type { Names } from "./names";

interface RollDialogProps {
  overview: KeyOverview;
  names: Names;
  /** The one that was asked for; without it there is a choice. */
  roleId: string | null;
  onClose: () => void;
  onDone: () => void;
}

export function RollDialog({ overview, names, roleId: asked, onClose, onDone }: RollDialogProps) {
  const say = useSay();
  const keyring = useKeyring();
  const held = overview.roles.filter((role) => role.held);
  const [roleId, setRoleId] = useState(asked ?? held[0]?.roleId ?? null);
  const role = held.find((one) => one.roleId === roleId);
  const name = roleId === null ? "" : names.role(roleId);
  const { run, busy, failure } = useAct(
    async () => {
      if (roleId !== null) await keyring.roll(roleId);
    },
    () => {
      tell({ title: say("keys.rolled", "{role} has a new key", { role: name }) });
      onDone();
      onClose();
    },
  );

  return (
    <Dialog
      role="alertdialog"
      title={say("keys.rollTitle", "Roll a role key")}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button look="primary" isDisabled={!role} writes isPending={busy} onPress={() => void run()}>
            {say("keys.rollGo", "Roll {role} to generation {number}", { role: name, number: (role?.generation ?? 0) + 1 })}
          </Button>
        </>
      }
    >
      <Select
        label={say("keys.role", "Role")}
        options={held.map(({ roleId: value, generation }) => ({
          value,
          label: names.role(value),
          hint: say("keys.generation", "generation {number}", { number: generation }),
        }))}
        value={roleId}
        onChange={setRoleId}
      />
      <p>
        {say("keys.rollWhat", "New items open with the new key only. Everyone with this role gets it at once and keeps access to existing items.")}
      </p>
      <p className="quiet">{say("keys.rollNot", "This does not undo access: anything already opened may have been copied.")}</p>
      {failure && <Banner tone="bad" urgent title={sayThrown(say, failure.message)} />}
    </Dialog>
  );
}
