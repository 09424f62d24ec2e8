/** The device is attached and waiting for approval; a link has told both sides who they are. */
import { ButtonLink } from "../../components/Button";
import { useSay } from "../../i18n/say";
import type { KeyState } from "../../keyring/contract";
import { GateCard } from "./GateCard";
import { useHelpers } from "./names";
import { WaysOut } from "./WaysOut";

type PendingState = Extract<KeyState, { name: "pending" }>;
type WaitingState = Extract<KeyState, { name: "waiting" }>;

export function Waiting({ waiting: { helpers, approved, takesOver } }: { waiting: WaitingState }) {
  const say = useSay();
  const names = useHelpers(helpers);
  return (
    <GateCard
      title={approved ? say("waiting.noKeys", "This browser has no keys yet") : say("waiting.title", "Almost there")}
      lead={
        takesOver && helpers.length === 0
          ? say("waiting.takesOver", "This page was loaded again before it had your keys. Enter the recovery key once more.")
          : approved
          ? say("waiting.keys", "It is approved, and its keys could not be loaded yet. {names} sends them when Coffer is open there.", { names })
          : say("waiting.link", "{names} approves this browser. You can close this page.", { names })
      }
    >
      {takesOver && (
        <ButtonLink wide href="/recover">
          {say("waiting.recover", "Enter the recovery key again")}
        </ButtonLink>
      )}
      <WaysOut canStartAgain={!approved} />
    </GateCard>
  );
}

export function Pending({ pending: { dropped = false } }: { pending: PendingState }) {
  const say = useSay();
  if (dropped)
    return (
      <GateCard fromServer title={say("pending.dropped", "This device was not approved")} lead={say("pending.droppedLead", "It was refused on another device of yours, or it waited for more than a day. You can start again.")}>
        <WaysOut canStartAgain again />
      </GateCard>
    );
  return (
    <GateCard
      title={say("pending.title", "Approve this browser on your other device")}
      lead={say("pending.lead", "Open Keys & devices there, and approve this browser. You can close this page.")}
    >
      <WaysOut canStartAgain />
    </GateCard>
  );
}
