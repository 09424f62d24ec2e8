/** What a setting was and what it became, in one line: "Europe/Berlin → Europe/Zurich". */
import type { AuditEntry } from "../../api/oversight";
import { fieldWord, valueWords, type Context } from "./changes";

/** Their values are in the clear, and short enough for a line of the log. */
const SETTINGS = [
  "account.renamed", "date_format.changed", "language.changed", "zone.changed", "disclosure.changed",
  "security_policy.changed", "expiry_policy.changed", "subscription.changed", "member.role_changed",
];

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function settingChanges({ action, changes }: Pick<AuditEntry, "action" | "changes">, context: Context): string[] {
  const { say } = context;
  if (!SETTINGS.includes(action)) return [];
  const changed = changes.filter(({ from, to }) => to !== undefined && to !== null && !same(from, to));
  return changed.map((change) => {
    const to = valueWords(change.to, change, context);
    // Entries of an earlier version do not say what was before.
    const text =
      change.from === undefined || change.from === null
        ? to
        : say("audit.fromTo", "{from} → {to}", { from: valueWords(change.from, change, context), to });
    return changed.length === 1 ? text : `${fieldWord(say, change)}: ${text}`;
  });
}
