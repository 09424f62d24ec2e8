// Made by `npm run payloads` from schemas/saved-filter.1.json.
import { isRecord, isText, list, under, when } from "./fit.ts";

export interface SortKey {
  field: string;
  dir: "asc" | "desc";
}

export function sortKeyFault(value: unknown): string | null {
  if (!isRecord(value)) return "";
  if (!isText(value["field"])) return "field";
  if (!(value["dir"] === "asc" || value["dir"] === "desc")) return "dir";
  return null;
}

/** What a saved filter says. Whether its conditions can be asked is found out where they are asked. */
export interface SavedFilterPayload {
  v: 1;
  name: string;
  icon?: string;
  entity: string;
  where: Record<string, unknown>;
  sort: SortKey[];
  columns?: string[];
  view?: "table" | "board" | "calendar" | "cards";
  groupBy?: string;
}

const savedFilterPayloadSortFault = list(sortKeyFault);
const savedFilterPayloadColumnsFault = list(when((one) => isText(one)));

export function savedFilterPayloadFault(value: unknown): string | null {
  let at: string | null;
  if (!isRecord(value)) return "";
  if (!(value["v"] === 1)) return "v";
  if (!isText(value["name"], 1, 200)) return "name";
  if (value["icon"] !== undefined && !isText(value["icon"])) return "icon";
  if (!isText(value["entity"])) return "entity";
  if (!isRecord(value["where"])) return "where";
  if ((at = savedFilterPayloadSortFault(value["sort"])) !== null) return under("sort", at);
  if (value["columns"] !== undefined && (at = savedFilterPayloadColumnsFault(value["columns"])) !== null) return under("columns", at);
  if (value["view"] !== undefined && !(value["view"] === "table" || value["view"] === "board" || value["view"] === "calendar" || value["view"] === "cards")) return "view";
  if (value["groupBy"] !== undefined && !isText(value["groupBy"])) return "groupBy";
  return null;
}
