/** Giving a role a new key by hand, without anybody having left. */
import { useState } from "react";

import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Select } from "../../components/Choice";
import { Dialog } from "../../components/Dialog";
import { Banner } from "../../components/Layout";
import { tell } from "../../components/notices";
import { sayThrown } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import type { KeyOverview } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";

export function RollDialog({ overview, onClose }: { overview: KeyOverview; onClose: () => void }) {
  const say = useSay();
  const keyring = useKeyring();
  const held = overview.roles.filter((role) => role.held);
  const [roleId, setRoleId] = useState<string | null>(held[0]?.roleId ?? null);
  const chosen = held.find((role) => role.roleId === roleId);
  const { run, busy, failure } = useAct(async () => {
    if (!roleId) return;
    await keyring.roll(roleId);
    tell({ title: say("roll.done", "{role} has a new key", { role: chosen?.name ?? "" }) });
    onClose();
  });
  return (
    <Dialog
      role="alertdialog"
      title={say("keys.roll", "Roll a role key")}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button look="danger" isPending={busy} isDisabled={!chosen} onPress={() => void run()}>
            {say("roll.go", "Roll {role}", { role: chosen?.name ?? "" })}
          </Button>
        </>
      }
    >
      {failure && (
        <Banner tone="bad" urgent>
          {sayThrown(say, failure.message)}
        </Banner>
      )}
      <p>
        {say(
          "roll.how",
          "Everybody who reads for the role gets the new key by itself. New items open with it; older ones stay as they are.",
        )}
      </p>
      <Select
        label={say("join.role", "Role")}
        options={held.map((role) => ({ value: role.roleId, label: role.name ?? role.roleId }))}
        value={roleId}
        onChange={setRoleId}
      />
    </Dialog>
  );
}
