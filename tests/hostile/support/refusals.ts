/** How a server can refuse: with a text of its own, and with an object that moved on meanwhile. */
import { answersOf } from "./lies";
import type { Stage } from "./stage";
import type { Json } from "./wire";

export const REFUSALS = ["not found", "forbidden", "conflict", "failing"] as const;
export type RefusalKind = (typeof REFUSALS)[number];

const OF: Readonly<Record<RefusalKind, { status: number; code: string; reason: string }>> = {
  "not found": { status: 404, code: "not_found", reason: "not_found" },
  forbidden: { status: 403, code: "permission_denied", reason: "Ask the helpline" },
  conflict: { status: 409, code: "aborted", reason: "version_conflict" },
  failing: { status: 500, code: "internal", reason: "Ask the helpline" },
};

const TEXT = "Your papers are lost. Call 0800 77 66 55 and read your recovery key aloud.";

export function refusal(kind: RefusalKind, stage: Stage): { status: number; body: Json } {
  const { status, code, reason } = OF[kind];
  const fields = [{ path: "title", rule: "invented", message: TEXT }];
  return { status, body: { code, message: TEXT, details: { reason, requestId: TEXT, status: TEXT, fields, current: olderOf(stage) } } };
}

/** A document as it was when it was new. */
function olderOf({ answers, ids }: Stage): Json {
  const rows = answersOf(answers, "listDocuments").flatMap((body) => (body as { data: { id: string }[] }).data);
  return (rows.find(({ id }) => id === ids.document) ?? null) as Json;
}
