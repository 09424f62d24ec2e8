/** What people write about a document, wherever the account keeps its last day. */
import type { Day } from "../../dates/days";
import { isChanged as areChanged, type Members } from "../../items/merge";
import type { DocumentPayload } from "../../payloads/document";

export interface Contents {
  payload: DocumentPayload;
  expiresOn: Day | null;
}

export const membersOf = ({ payload, expiresOn }: Contents): Members => ({ ...payload, expiresOn });

export function contentsFrom({ expiresOn, ...payload }: Members): Contents {
  return { payload: payload as unknown as DocumentPayload, expiresOn: typeof expiresOn === "string" ? expiresOn : null };
}

/** Whether anything was written at all. */
export const isChanged = (before: Contents, now: Contents): boolean => areChanged(membersOf(before), membersOf(now));
