/** Starts impersonation: asks for the reason and says what it means. */
import { Eye } from "lucide-react";
import { useState } from "react";

import { useImpersonateUserMutation, type LookingReason, type Person } from "../../api/platform";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Banner } from "../../components/Layout";
import { Select, type Option } from "../../components/Select";
import type { Say } from "../../i18n/say";
import { useSay } from "../../i18n/say";
import { announceSessionChange } from "../../session/useSessionChange";
import { calledOf } from "./called";
import { PersonDialog } from "./PersonDialog";
import styles from "./Platform.module.css";
import { sayPlatformRefusal } from "./refusals";

const reasons = (say: Say): Option<LookingReason>[] => [
  { value: "support", label: say("platform.look.support", "They asked for help") },
  { value: "incident", label: say("platform.look.incident", "Something is broken or was attacked") },
  { value: "legal", label: say("platform.reason.legal", "Ordered by an authority") },
];

export function LookDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const say = useSay();
  const [impersonate] = useImpersonateUserMutation();
  const [reason, setReason] = useState<LookingReason | null>(null);
  const { run, busy, failure } = useAct(async () => {
    if (!reason) return;
    await impersonate({ impersonateUser: { userId: person.id, reason } }).unwrap();
    announceSessionChange();
    // Nothing of the own session stays on the page.
    location.assign("/dashboard");
  });

  return (
    <PersonDialog
      title={say("platform.lookTitle", "View Coffer as {name}?", { name: calledOf(person) })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button look="primary" writes isPending={busy} isDisabled={!reason} onPress={() => void run()}>
            <Eye />
            {say("platform.lookGo", "View for 60 minutes")}
          </Button>
        </>
      }
    >
      <ul className={styles["terms"]}>
        <li>{say("platform.lookReads", "You cannot change anything.")}</li>
        <li>{say("platform.lookKeys", "You get no keys: encrypted content stays unreadable.")}</li>
        <li>{say("platform.lookTold", "We tell the owners of their accounts by email, and the audit log shows that it was you.")}</li>
      </ul>
      <Select
        label={say("platform.reason", "Reason")}
        placeholder={say("platform.reasonChoose", "Choose a reason")}
        hint={say("platform.reasonHint", "The reason is kept in the audit log.")}
        options={reasons(say)}
        value={reason}
        onChange={setReason}
      />
      {failure && <Banner tone="bad" urgent title={sayPlatformRefusal(say, failure)} />}
    </PersonDialog>
  );
}
