// Made by `npm run payloads` from schemas/comment.1.json.
import { isRecord, isText, under } from "./fit.ts";
import { itemIdFault, type ItemId } from "./shared.generated.ts";

/** What somebody says of a task. */
export interface CommentPayload {
  v: 1;
  body: string;
  replyTo?: ItemId;
}

export function commentPayloadFault(value: unknown): string | null {
  let at: string | null;
  if (!isRecord(value)) return "";
  if (!(value["v"] === 1)) return "v";
  if (!isText(value["body"], 1)) return "body";
  if (value["replyTo"] !== undefined && (at = itemIdFault(value["replyTo"])) !== null) return under("replyTo", at);
  return null;
}
