/** Attached, and nobody has let this device in yet. */
import { Trans } from "@lingui/react";

import { Banner } from "../../components/Layout";
import { SafetyCode } from "../../components/SafetyCode";
import { useSay } from "../../i18n/say";
import type { KeyState } from "../../keyring/contract";
import { useDates } from "../../session/useSession";
import { GateCard } from "./GateCard";
import { names } from "./names";

type WaitingState = Extract<KeyState, { name: "waiting" }>;

export function Waiting({ waiting: { helpers, safetyCode } }: { waiting: WaitingState }) {
  const say = useSay();
  const { language } = useDates();
  const people = helpers.length > 0 ? names(helpers, language) : say("waiting.somebody", "Someone who manages members");

  if (safetyCode === null)
    return (
      <GateCard
        title={say("waiting.title", "Almost there")}
        lead={say("waiting.link", "{names} approves this browser. You can close this page.", { names: people })}
      />
    );
  return (
    <GateCard
      title={say("waiting.codeTitle", "Read out your safety code")}
      lead={say("waiting.code", "{names} compares this safety code with you first.", { names: people })}
    >
      <SafetyCode code={safetyCode} />
      <Banner tone="info">
        <Trans
          id="waiting.how"
          message="Read the twelve groups to each other by phone or face to face, <0>not by mail or chat</0>. You can close this page."
          components={{ 0: <b /> }}
        />
      </Banner>
    </GateCard>
  );
}

export function Pending({ safetyCode }: { safetyCode: string }) {
  const say = useSay();
  return (
    <GateCard
      title={say("pending.title", "Approve this browser on your other device")}
      lead={say("pending.lead", "Open Keys & devices there. Both devices show the same safety code.")}
    >
      <SafetyCode code={safetyCode} />
    </GateCard>
  );
}
