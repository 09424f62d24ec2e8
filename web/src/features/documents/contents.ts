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

/**
 * The last day as it is saved. Where the server is not to see it, it is among the sealed words, and nothing that follows
 * from it stands beside them.
 */
export function withLastDay(before: DocumentPayload, expiresOn: Day | null, disclosed: boolean) {
  const payload = { ...before };
  delete payload.expiresOn;
  if (disclosed) return { payload, attrs: { expiresOn } };
  return { payload: expiresOn ? { ...payload, expiresOn } : payload, attrs: { expiresOn: null, remindDays: null } };
}

/** Whether anything was written at all. */
export const isChanged = (before: Contents, now: Contents): boolean => areChanged(membersOf(before), membersOf(now));
