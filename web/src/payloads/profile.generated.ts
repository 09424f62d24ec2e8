// Made by `npm run payloads` from schemas/profile.1.json.
import { isRecord, isText } from "./fit.ts";
import { basePayloadFault, type BasePayload } from "./shared.generated.ts";

/** What a profile says: a person, a house, a car, a company, with the values that the template of its type asks for. */
export interface ProfilePayload extends BasePayload {
  name: string;
  /** By the key of the field. */
  values: Record<string, unknown>;
}

export function profilePayloadFault(value: unknown): string | null {
  let at: string | null;
  if (!isRecord(value)) return "";
  if ((at = basePayloadFault(value)) !== null) return at;
  if (!isText(value["name"], 1, 200)) return "name";
  if (!isRecord(value["values"])) return "values";
  return null;
}
