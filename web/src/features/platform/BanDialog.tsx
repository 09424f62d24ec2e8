/** Bans a user: reason and duration. */
import { useState } from "react";

import { useBanUserMutation, type BanReason, type Person } from "../../api/platform";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Banner } from "../../components/Layout";
import { Select, type Option } from "../../components/Select";
import type { Say } from "../../i18n/say";
import { useSay } from "../../i18n/say";
import { calledOf } from "./called";
import { PersonDialog } from "./PersonDialog";
import { sayPlatformRefusal } from "./refusals";

const DAY = 86_400;
type Length = "1" | "7" | "30" | "ever";

const reasons = (say: Say): Option<BanReason>[] => [
  { value: "abuse", label: say("platform.reason.abuse", "Abuse of others") },
  { value: "spam", label: say("platform.reason.spam", "Spam") },
  { value: "fraud", label: say("platform.reason.fraud", "Fraud") },
  { value: "compromised", label: say("platform.reason.compromised", "Someone else has their sign-in") },
  { value: "legal", label: say("platform.reason.legal", "Ordered by an authority") },
];

const lengths = (say: Say): Option<Length>[] => [
  { value: "1", label: say("platform.days", "{count, plural, one {# day} other {# days}}", { count: 1 }) },
  { value: "7", label: say("platform.days", "{count, plural, one {# day} other {# days}}", { count: 7 }) },
  { value: "30", label: say("platform.days", "{count, plural, one {# day} other {# days}}", { count: 30 }) },
  { value: "ever", label: say("platform.ever", "Until it is lifted") },
];

export function BanDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const say = useSay();
  const [ban] = useBanUserMutation();
  const [reason, setReason] = useState<BanReason | null>(null);
  const [length, setLength] = useState<Length>("7");
  const name = calledOf(person);
  const { run, busy, failure } = useAct(async () => {
    if (!reason) return;
    const ends = length === "ever" ? {} : { banExpiresIn: Number(length) * DAY };
    await ban({ banUser: { userId: person.id, banReason: reason, ...ends } }).unwrap();
  }, onClose);

  return (
    <PersonDialog
      role="alertdialog"
      title={say("platform.banTitle", "Ban {name}?", { name })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button look="danger" writes isPending={busy} isDisabled={!reason} onPress={() => void run()}>
            {say("platform.banGo", "Ban {name}", { name })}
          </Button>
        </>
      }
    >
      <p>{say("platform.banWhat", "All their sessions end now, and they cannot sign in.")}</p>
      <Select
        label={say("platform.reason", "Reason")}
        placeholder={say("platform.reasonChoose", "Choose a reason")}
        hint={say("platform.reasonHint", "The reason is kept in the audit log.")}
        options={reasons(say)}
        value={reason}
        onChange={setReason}
      />
      <Select label={say("platform.length", "Duration")} options={lengths(say)} value={length} onChange={setLength} />
      {failure && <Banner tone="bad" urgent title={sayPlatformRefusal(say, failure)} />}
    </PersonDialog>
  );
}
