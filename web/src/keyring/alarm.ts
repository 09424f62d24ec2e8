/** Alarms about the key record: what is shown, whether reading it is enough, and the evidence as a file. */
import type { KeyState } from "./contract.ts";
import type { Finding } from "./worker/logBook.ts";

type AlarmKind = Extract<KeyState, { name: "alarm" }>["kind"];

/** An alarm as this browser keeps it: no answer of the server ends it, and neither does a reload. */
export interface KeptAlarm {
  readonly kind: AlarmKind;
  readonly message: string;
  /** What was asked and answered, as text. No key and no contents. */
  readonly evidence: string;
  readonly since: number;
}

export interface Alarm {
  readonly kept: KeptAlarm;
  readonly state: Extract<KeyState, { name: "alarm" }>;
  /** A person who has read it may go on; after a fork only one who tries again. */
  readonly canBeRead: boolean;
}

const FORK = "The key record was changed. Do not enter anything.";
const INVITATION = "The record of this account does not match your invitation. Do not enter anything.";
const MISSING = "The server no longer shows the record of this account.";
const OTHER = { link: "This link belongs to another account than the server opened.", file: "This recovery key belongs to another account than the server opened." };

/** What its person brought along names another account than the server opened. */
export class OtherAccount extends Error {
  readonly kind: "link" | "file";

  constructor(brought: "link" | "file") {
    super(OTHER[brought]);
    this.name = "OtherAccount";
    this.kind = brought;
  }
}

export function alarmFrom(kept: KeptAlarm): Alarm {
  const { kind, message, evidence, since } = kept;
  return {
    kept, canBeRead: kind === "authority" || kind === "recovered",
    state: { name: "alarm", kind, message, since, evidence: new Blob([evidence], { type: "application/json" }) },
  };
}

function alarm(kind: AlarmKind, message: string, evidence: unknown): Alarm {
  return alarmFrom({ kind, message, evidence: JSON.stringify(evidence, null, 2), since: Date.now() });
}

/** A recovery key of this person was used, and this device goes on living: a question, before anything else is done here. */
export function recoveredDevices(devices: readonly string[]): Alarm {
  const asked = alarm("recovered", "A recovery key was used.", { devices });
  return { ...asked, state: { ...asked.state, devices } };
}

/** A device in one's own name that this browser did not see come. */
export function unknownDevices(devices: readonly string[]): Alarm {
  return alarm("authority", "A device was added in your name that this browser does not know. If it is not yours, remove it.", { devices });
}

/** An item whose author was kept from knowing of a removal. */
export function writtenBehind(item: string, roles: readonly string[], statement: string): Alarm {
  return alarm("authority", "The server kept a removal from the author of an item: whoever was removed can read it.", { item, roles, statement });
}

/** More objects than a fault explains were shown wrongly at once; what they are stands in the lasting list. */
export function manyAlarms(entries: readonly unknown[]): Alarm {
  return alarm("authority", "The server showed many items wrongly at once. Read which ones before you enter anything.", { entries });
}

/** Two histories, or an account that is not the one of the invitation, or none at all any more. */
function forkOf(kind: string | undefined, evidence: unknown, cameByLink: boolean): Alarm {
  if (cameByLink) return alarm("invitation", INVITATION, { kind, evidence });
  return kind === "missing" ? alarm("missing", MISSING, evidence) : alarm("fork", FORK, { kind, evidence });
}

/** The alarm in an error or a list of findings; nothing for any other failure. */
export function alarmOf(caught: unknown, cameByLink: boolean): Alarm | null {
  const { name, message = "", evidence, kind, findings } = (caught ?? {}) as {
    readonly name?: string; readonly message?: string; readonly kind?: string; readonly evidence?: unknown; readonly findings?: readonly Finding[];
  };
  if (name === "Uninvited") return alarm("invitation", INVITATION, { name });
  if (name === "OtherAccount") return alarm(kind === "link" ? "link" : "file", message, { name });
  if (name === "Fork") return forkOf(kind, evidence, cameByLink);
  const worst = findings?.find(({ is }) => is !== "invalid") ?? findings?.[0];
  if (!worst) return null;
  if (worst.is === "broken") return alarm("fork", FORK, findings);
  return alarm("authority", worst.is === "unknown" ? "Update the application: the key record says something that it does not know." : `An entry of the key record has no effect: ${worst.reason}`, findings);
}
