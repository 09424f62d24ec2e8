/** The screens that show something which only the server says, each with such words and with others that somebody has signed. */
import type { ReactElement } from "react";

import Audit from "../../features/audit/Audit";
import { NewcomerFacts } from "../../features/keys/NewcomerFacts";
import Gates from "../../features/unlock/Gates";
import type { WaitingGrant } from "../../keyring/contract";
import type { Answers } from "./forms";

interface Screen {
  name: string;
  draw: () => ReactElement;
  /** What the server answers beside the lists that stand around every screen. */
  answers?: Answers;
  words: readonly string[];
  signed: readonly string[];
}

const entry = {
  id: "entry", seq: 7741, accountId: "account", at: "2026-11-23T12:00:00.000Z", recordedAt: "2026-11-23T12:00:00.000Z", category: "member", action: "invitation.sent",
  outcome: "success", severity: 1, actor: { type: "user", id: "jonas", name: "Told Jonas" }, targets: [], changes: [], context: {}, reason: null, class: {}, position: 7741,
  leafHashB64u: "", schemaVersion: 1,
};

const newcomer: WaitingGrant = {
  deviceId: "thinkpad", userId: "jonas", deviceName: "Told ThinkPad", since: "2026-11-23T12:00:00.000Z", own: false, name: "Jonas Weber", email: "jonas@weber.example",
  confirmedName: true, proven: false, mismatch: false, role: { roleId: "member", capabilities: 0, signed: true }, further: [], lacksKey: false, ownerOnly: false,
};
const names = { person: () => "", firstName: () => "", device: () => "Told ThinkPad", role: (id: string) => (id === "member" ? "Member" : "Told Admin") };

export const SCREENS: readonly Screen[] = [
  {
    name: "a newcomer with a signed invitation",
    draw: () => <NewcomerFacts grant={newcomer} names={names} />,
    words: ["Told ThinkPad"],
    signed: ["Jonas Weber", "jonas@weber.example", "Member"],
  },
  {
    name: "a newcomer without one",
    draw: () => <NewcomerFacts grant={{ ...newcomer, role: { roleId: "other", capabilities: 0, signed: false } }} names={names} />,
    words: ["Told ThinkPad", "Told Admin"],
    signed: ["Jonas Weber"],
  },
  {
    name: "an account that nobody has confirmed",
    draw: () => (
      <Gates
        keys={{ name: "unconfirmed", ask: "colleague", helpers: ["Told Clara"], you: { name: "Jonas Weber", email: "jonas@weber.example" }, wrong: 0, answer: null }}
        onSaved={() => undefined}
      />
    ),
    words: ["Told Clara", "Hawthorne"],
    signed: ["Jonas Weber"],
  },
  {
    name: "the audit log",
    draw: () => <Audit />,
    answers: [[/audit-logs\/account/, { data: [entry], page: { nextCursor: null } }]],
    words: ["Told Jonas"],
    signed: [],
  },
];
