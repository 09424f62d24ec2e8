/** Alarms about the key record: what is shown, whether reading it is enough, and the evidence as a file. */
import type { KeyState } from "./contract.ts";
import type { Finding } from "./worker/logBook.ts";

export interface Alarm {
  readonly state: Extract<KeyState, { name: "alarm" }>;
  /** A person who has read it may go on; a fork stays. */
  readonly canBeRead: boolean;
}

const FORK = "The key record was changed. Do not enter anything.";
const INVITATION = "The key record does not match your invitation. Do not enter anything.";

function evidenceOf(value: unknown): Blob {
  return new Blob([JSON.stringify(value, null, 2)], { type: "application/json" });
}

function alarm(kind: Alarm["state"]["kind"], message: string, evidence: unknown): Alarm {
  return { state: { name: "alarm", kind, message, evidence: evidenceOf(evidence) }, canBeRead: kind === "authority" };
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

/** The alarm in an error or a list of findings; nothing for any other failure. */
export function alarmOf(caught: unknown, cameByLink: boolean): Alarm | null {
  const { name, evidence, kind, findings } = (caught ?? {}) as {
    readonly name?: string; readonly kind?: string; readonly evidence?: unknown; readonly findings?: readonly Finding[];
  };
  if (name === "Uninvited") return alarm("invitation", INVITATION, { name });
  if (name === "Fork") return alarm(cameByLink ? "invitation" : "fork", cameByLink ? INVITATION : FORK, { kind, evidence });
  const worst = findings?.find(({ is }) => is !== "invalid") ?? findings?.[0];
  if (!worst) return null;
  if (worst.is === "broken") return alarm("fork", FORK, findings);
  return alarm("authority", worst.is === "unknown" ? "Update the application: the key record says something that it does not know." : `An entry of the key record has no effect: ${worst.reason}`, findings);
}
