/** What changed, for people: the name of the member, and its value the way the account writes such values. */
import type { AuditEntry } from "../../api/oversight";
import type { NameOf } from "../../lists/activity/useTargetNames";
import { formatDay, type DateSettings } from "../../dates/days";
import { formatMoment } from "../../dates/moments";
import type { Say } from "../../i18n/say";
import { memberWord } from "./memberWords";
import { settingValue } from "./settingValues";

export type Change = AuditEntry["changes"][number];

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isPayload = ({ field }: Change): boolean => field === "payload";

/** The payload is what only keys open; everything else has a name. */
export const fieldWord = (say: Say, { field }: Change): string =>
  field === "payload" ? say("audit.payload", "Encrypted content") : memberWord(say, field);

export interface Context {
  say: Say;
  dates: DateSettings;
  nameOf: NameOf;
}

export function valueWords(value: unknown, change: Change, context: Context): string {
  const { say, dates, nameOf } = context;
  if (value === null || value === undefined || value === "") return "–";
  const setting = settingValue(say, change.field, value, dates.language);
  if (setting !== undefined) return setting;
  if (isPayload(change)) return say("audit.revision", "Revision {number}", { number: Number(value) });
  if (typeof value === "boolean") return value ? say("audit.yes", "Yes") : say("audit.no", "No");
  if (Array.isArray(value)) {
    const parts = value.map((one: unknown) => valueWords(one, change, context));
    return parts.length > 0 ? parts.join(", ") : "–";
  }
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, one]) => `${memberWord(say, name)}: ${valueWords(one, { ...change, field: name }, context)}`)
      .join(", ");
  if (typeof value !== "string") return JSON.stringify(value);
  if (DAY.test(value)) return formatDay(value, dates);
  if (MOMENT.test(value)) return formatMoment(value, dates);
  if (ID.test(value)) return nameOf({ kind: "", id: value }) ?? value;
  return value;
}
