// Made by `npm run payloads` from schemas/task.1.json.
import { isRecord, isText, list, under } from "./fit.ts";
import { basePayloadFault, dayFault, itemIdFault, type BasePayload, type Day, type ItemId } from "./shared.generated.ts";

export interface ChecklistLine {
  id: string;
  text: string;
  done: boolean;
  rank: string;
}

export function checklistLineFault(value: unknown): string | null {
  if (!isRecord(value)) return "";
  if (!isText(value["id"])) return "id";
  if (!isText(value["text"])) return "text";
  if (!(typeof value["done"] === "boolean")) return "done";
  if (!isText(value["rank"])) return "rank";
  return null;
}

/** What a task says. What the server has to see of one stands in its attributes. */
export interface TaskPayload extends BasePayload {
  title: string;
  /** None, low, medium, high, urgent. */
  priority?: 0 | 1 | 2 | 3 | 4;
  checklist?: ChecklistLine[];
  estimateMinutes?: number;
  location?: string;
  contactIds?: ItemId[];
  vendorIds?: ItemId[];
  /** Only where the account keeps dates from the server. */
  dueOn?: Day;
  /** Only where the account keeps dates from the server. */
  recurrence?: string;
}

const taskPayloadChecklistFault = list(checklistLineFault);
const taskPayloadContactIdsFault = list(itemIdFault);
const taskPayloadVendorIdsFault = list(itemIdFault);

export function taskPayloadFault(value: unknown): string | null {
  let at: string | null;
  if (!isRecord(value)) return "";
  if ((at = basePayloadFault(value)) !== null) return at;
  if (!isText(value["title"], 1, 200)) return "title";
  if (value["priority"] !== undefined && !(value["priority"] === 0 || value["priority"] === 1 || value["priority"] === 2 || value["priority"] === 3 || value["priority"] === 4)) return "priority";
  if (value["checklist"] !== undefined && (at = taskPayloadChecklistFault(value["checklist"])) !== null) return under("checklist", at);
  if (value["estimateMinutes"] !== undefined && !(Number.isFinite(value["estimateMinutes"]) && (value["estimateMinutes"] as number) >= 0)) return "estimateMinutes";
  if (value["location"] !== undefined && !isText(value["location"])) return "location";
  if (value["contactIds"] !== undefined && (at = taskPayloadContactIdsFault(value["contactIds"])) !== null) return under("contactIds", at);
  if (value["vendorIds"] !== undefined && (at = taskPayloadVendorIdsFault(value["vendorIds"])) !== null) return under("vendorIds", at);
  if (value["dueOn"] !== undefined && (at = dayFault(value["dueOn"])) !== null) return under("dueOn", at);
  if (value["recurrence"] !== undefined && !isText(value["recurrence"])) return "recurrence";
  return null;
}
