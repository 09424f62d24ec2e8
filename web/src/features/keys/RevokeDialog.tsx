/** Ending a device: what it stops, and what it cannot take back. */
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { Banner } from "../../components/Layout";
import { tell } from "../../components/notices";
import { sayThrown } from "../../i18n/thrownTexts";
import { useSay } from "../../i18n/say";
import type { KeyDevice, KeyOverview } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import { useDates } from "../../session/useSession";
import type { Names } from "./names";

interface RevokeDialogProps {
  device: KeyDevice;
  overview: KeyOverview;
  names: Names;
  onClose: () => void;
  onDone: () => void;
}

export function RevokeDialog({ device, overview, names, onClose, onDone }: RevokeDialogProps) {
  const say = useSay();
  const keyring = useKeyring();
  const { language } = useDates();
  const title = names.device(device.deviceId);
  const { run, busy, failure } = useAct(
    () => keyring.revoke(device.deviceId),
    () => {
      tell({ title: say("keys.removed", "{device} was removed", { device: title }) });
      onDone();
      onClose();
    },
  );
  const opened = overview.roles.filter(({ roleId }) => overview.grants.has(`${roleId} ${device.deviceId}`));
  const rolled = new Intl.ListFormat(language).format(opened.map(({ roleId }) => names.role(roleId)));

  return (
    <Dialog
      role="alertdialog"
      title={say("keys.removeTitle", "Remove {device}?", { device: title })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button look="danger" writes isPending={busy} onPress={() => void run()}>
            {say("keys.removeDevice", "Remove this device")}
          </Button>
        </>
      }
    >
      {opened.length > 0 && (
        <p>
          {say("keys.removeRolls", "{roles}: the keys are replaced now, so this device cannot open anything new.", { roles: rolled })}
        </p>
      )}
      {device.current && <p>{say("keys.removeHere", "This browser deletes its key and cannot read anything until it is approved again.")}</p>}
      <p className="quiet">{say("keys.removeNot", "Anything already opened may have been copied.")}</p>
      {failure && <Banner tone="bad" urgent title={sayThrown(say, failure.message)} />}
    </Dialog>
  );
}
