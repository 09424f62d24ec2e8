/** What people write about a document: what it says, and what stands beside that for the server to see. */
import type { Day } from "../../dates/days";
import { isChanged as areChanged, type Members } from "../../items/merge";
import type { DocumentPayload } from "../../payloads/document";

export interface Contents {
  payload: DocumentPayload;
  /** Wherever the account keeps it. */
  expiresOn: Day | null;
  topicIds: readonly string[];
  profileIds: readonly string[];
}

export const membersOf = ({ payload, expiresOn, topicIds, profileIds }: Contents): Members => ({
  ...payload,
  expiresOn,
  topicIds: [...topicIds].sort(),
  profileIds: [...profileIds].sort(),
});

export function contentsFrom({ expiresOn, topicIds, profileIds, ...payload }: Members): Contents {
  return {
    payload: payload as unknown as DocumentPayload,
    expiresOn: typeof expiresOn === "string" ? expiresOn : null,
    topicIds: idsIn(topicIds),
    profileIds: idsIn(profileIds),
  };
}

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : []);

/** Whether anything was written at all. */
export const isChanged = (before: Contents, now: Contents): boolean => areChanged(membersOf(before), membersOf(now));
