/** The recovery key: whether it is saved, and a test that sends nothing. */
import { useState } from "react";

import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { TextField } from "../../components/Field";
import { Card, CardBody } from "../../components/Layout";
import { Pill } from "../../components/Marks";
import { tell } from "../../components/notices";
import { dayAt, formatDay } from "../../dates/days";
import { sayThrown, whatToDo } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import type { KeyOverview } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import { useDates } from "../../session/useSession";

export function RecoveryCard({ recovery }: { recovery: KeyOverview["recovery"] }) {
  const say = useSay();
  const dates = useDates();
  const [testing, setTesting] = useState(false);
  const day = (moment: string) => formatDay(dayAt(new Date(moment), dates.zone), dates);
  return (
    <Card
      title={say("locked.recoveryKey", "Recovery key")}
      end={
        recovery.savedAt ? (
          <Pill tone="ok">{say("recovery.saved", "Saved")}</Pill>
        ) : (
          <Pill tone="warn">{say("recovery.unsaved", "Not confirmed")}</Pill>
        )
      }
    >
      <CardBody>
        <p className="quiet">
          {recovery.savedAt && say("recovery.savedOn", "Saved {day}.", { day: day(recovery.savedAt) })}{" "}
          {recovery.testedAt
            ? say("recovery.testedOn", "Last tested {day}.", { day: day(recovery.testedAt) })
            : say("recovery.untested", "Never tested. A two-minute test tells you that the copy still works.")}
        </p>
        <div>
          <Button size="small" onPress={() => setTesting(true)}>
            {say("recovery.test", "Test it")}
          </Button>
        </div>
      </CardBody>
      {testing && <TestDialog onClose={() => setTesting(false)} />}
    </Card>
  );
}

function TestDialog({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const keyring = useKeyring();
  const [text, setText] = useState("");
  const { run, busy, failure, forget } = useAct(async () => {
    await keyring.testRecoveryKey(text);
    tell({ title: say("recovery.works", "Your recovery key works") });
    onClose();
  });
  return (
    <Dialog
      title={say("recovery.testTitle", "Test your recovery key")}
      isOpen
      onClose={onClose}
      actions={
        <Button look="primary" isPending={busy} isDisabled={!text.trim()} onPress={() => void run()}>
          {say("recovery.test", "Test it")}
        </Button>
      }
    >
      <p className="quiet">{say("recovery.testHow", "Paste the key from your copy. It is tried on this device; nothing is sent.")}</p>
      <TextField
        label={say("locked.recoveryKey", "Recovery key")}
        mono
        lines={3}
        autoFocus
        autoComplete="off"
        spellCheck="false"
        value={text}
        onChange={(value) => {
          setText(value);
          forget();
        }}
        error={failure && [sayThrown(say, failure.message), whatToDo(say, failure.message)].filter(Boolean).join(" ")}
      />
    </Dialog>
  );
}
