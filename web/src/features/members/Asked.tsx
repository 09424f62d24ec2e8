/** What was asked for a member on `/members`, as the dialog that carries it out. */
import { Dialog } from "../../components/Dialog";
import { Failed, Skeleton } from "../../components/States";
import { part } from "../../components/part";
import { useSay } from "../../i18n/say";
import type { KeyOverviewRead } from "../../keyring/useKeyOverview";
import type { Listed } from "./listed";
import type { MemberAct } from "./MemberLine";

const ChangeRoleDialog = part(() => import("./ChangeRoleDialog"));
const RemoveDialog = part(() => import("./RemoveDialog"));
const LeaveDialog = part(() => import("./LeaveDialog"));
const HandOverDialog = part(() => import("./HandOverDialog"));

interface AskedProps {
  act: MemberAct;
  member: Listed;
  members: readonly Listed[];
  keyRecord: KeyOverviewRead;
  onAct: (asked: { act: MemberAct; member: Listed }) => void;
  onClose: () => void;
}

export function Asked({ act, member, members, keyRecord, onAct, onClose }: AskedProps) {
  const { overview } = keyRecord;
  if (!overview) return <WithoutKeyRecord {...keyRecord} onClose={onClose} />;
  const about = { member, overview, onClose };
  switch (act) {
    case "role":
      return <ChangeRoleDialog {...about} />;
    case "remove":
      return <RemoveDialog {...about} />;
    case "leave":
      return <LeaveDialog {...about} onHandOver={() => onAct({ act: "handOver", member })} />;
    case "handOver":
      return <HandOverDialog {...about} members={members} />;
  }
}

/** What is asked needs the key record, and opens with it. */
function WithoutKeyRecord({ failure, reload, onClose }: KeyOverviewRead & { onClose: () => void }) {
  const say = useSay();
  return (
    <Dialog title={say("nav.members", "Members")} isOpen onClose={onClose}>
      {failure ? (
        <Failed
          title={say("keys.failed", "The key record did not load")}
          message={failure.message}
          told={failure}
          onRetry={reload}
        />
      ) : (
        <Skeleton lines={3} />
      )}
    </Dialog>
  );
}
