/** What people write about a document: what it says, and what stands beside that for the server to see. */
import type { Day } from "../../dates/days";
import { isChanged as areChanged, type Members } from "../../lists/merge";
import type { DocumentPayload } from "../../payloads/document";

export interface Contents {
  payload: DocumentPayload;
  /** Wherever the account keeps it. */
  expiresOn: Day | null;
  /** How many days before that it is warned of, besides the days of the account; ascending. */
  remindDays: readonly number[];
  topicIds: readonly string[];
  profileIds: readonly string[];
}

export const membersOf = ({ payload, expiresOn, remindDays, topicIds, profileIds }: Contents): Members => ({
  ...payload,
  expiresOn,
  // None are as good as never named, where a version is compared with another.
  remindDays: remindDays.length > 0 ? remindDays : null,
  topicIds: [...topicIds].sort(),
  profileIds: [...profileIds].sort(),
});

export function contentsFrom({ expiresOn, remindDays, topicIds, profileIds, ...payload }: Members): Contents {
  return {
    payload: payload as unknown as DocumentPayload,
    expiresOn: typeof expiresOn === "string" ? expiresOn : null,
    remindDays: Array.isArray(remindDays) ? (remindDays as number[]) : [],
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

/** Its last day with the warnings before it, which the server sees together or not at all. */
export function withWarnings(before: DocumentPayload, { expiresOn, remindDays }: Pick<Contents, "expiresOn" | "remindDays">, disclosed: boolean) {
  const { payload, attrs } = withLastDay(before, expiresOn, disclosed);
  return { payload, attrs: { ...attrs, remindDays: attrs.expiresOn !== null && remindDays.length > 0 ? [...remindDays] : null } };
}

/** Whether anything was written at all. */
export const isChanged = (before: Contents, now: Contents): boolean => areChanged(membersOf(before), membersOf(now));
