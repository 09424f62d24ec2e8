/** An entry of the log as a line of an export: facts and ids, and nothing that only keys open. */
import type { AuditEntry } from "../../api/oversight";
import { toCsv } from "../../lists/exchange/csv";
import { read } from "../../i18n/word";

const HEAD = [
  "position", "at", "actorType", "actorId", "action", "outcome", "severity", "targets", "changes", "reason", "ip", "agent",
  "requestId", "leafHashB64u",
];

export function entriesAsCsv(entries: readonly AuditEntry[]): string {
  return toCsv([HEAD, ...entries.map(line)]);
}

function line({ position, at, actor, action, outcome, severity, targets, changes, reason, context, leafHashB64u }: AuditEntry) {
  return [
    String(position), at, actor.type, actor.id ?? "", action, outcome, String(severity),
    targets.map(({ kind, id }) => `${kind} ${id}`).join("; "),
    changes.length > 0 ? JSON.stringify(changes) : "",
    ...[reason, context.ip, context.agent, context.requestId].map((told) => (told ? read(told) : "")), leafHashB64u,
  ];
}
