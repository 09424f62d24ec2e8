/**
 * What people did that the others care about, from the entries of the log.
 *
 * What one person did to several things of a kind within an hour is one line; what only completes it (a document is
 * changed right after it was added) is part of that line. Keys, seats and statements stay in the audit log.
 */
import type { AuditEntry } from "../../api/oversight";
import { KNOWN_ACTIONS } from "../../lists/activity/words";
import { FINDABLE, type FindableKind } from "../../lists/finding/kinds";

export type Kind = FindableKind | "member" | "invitation";

export type Act =
  | "added" | "archived" | "changed" | "commented" | "deleted" | "finished" | "invited" | "joined" | "newVersion" | "purged"
  | "removed" | "restored" | "unarchived";

export interface Doing {
  id: string;
  /** The newest of its entries. */
  entry: AuditEntry;
  act: Act;
  kind: Kind;
  /** What it was done to, the newest first and each once. */
  ids: readonly string[];
}

/** By the ends of their names: `contact.created`. */
const ACTS: Readonly<Record<string, Act>> = {
  created: "added",
  duplicated: "added",
  revised: "changed",
  filed: "changed",
  scheduled: "changed",
  assigned: "changed",
  moved: "changed",
  expiry_set: "changed",
  attachments_changed: "changed",
  renewed: "newVersion",
  version_added: "newVersion",
  archived: "archived",
  unarchived: "unarchived",
  deleted: "deleted",
  restored: "restored",
  purged: "purged",
  commented: "commented",
  occurrence_closed: "finished",
};

const MEMBERS: Readonly<Record<string, { act: Act; kind: Kind }>> = {
  "member.joined": { act: "joined", kind: "member" },
  "member.removed": { act: "removed", kind: "member" },
  "invitation.sent": { act: "invited", kind: "invitation" },
};

const TOGETHER_MS = 60 * 60 * 1000;

const STATUS_CHANGED = "task.status_changed";

type Happened = Pick<AuditEntry, "action" | "changes">;

/** A task that was moved to a status in which it is done. */
const isFinish = ({ action, changes }: Happened): boolean =>
  action === STATUS_CHANGED && changes.some(({ field, to }) => field === "outcome" && to === "completed");

function meaningOf(entry: Happened): { act: Act; kind: Kind } | undefined {
  const members = MEMBERS[entry.action];
  if (members) return members;
  const [start, end = ""] = entry.action.split(".");
  const kind = FINDABLE.find((one) => one === start);
  if (kind === undefined) return undefined;
  const act = isFinish(entry) ? "finished" : ACTS[end];
  return act && { act, kind };
}

/** A member is the person, whatever else the entry names. */
function subjectOf({ targets, actor }: AuditEntry, kind: Kind): string | undefined {
  const wanted = kind === "member" ? "user" : kind;
  return targets.find((target) => target.kind === wanted && (kind !== "member" || target.id !== actor.id))?.id;
}

interface Group {
  doing: Doing & { ids: string[] };
  /** When its oldest entry so far happened. */
  since: number;
}

export function doingsOf(entries: readonly AuditEntry[]): Doing[] {
  const groups: Group[] = [];
  for (const entry of entries) {
    const meaning = entry.outcome === "success" && entry.actor.type !== "system" ? meaningOf(entry) : undefined;
    if (!meaning) continue;
    const { act, kind } = meaning;
    const at = Date.parse(entry.at);
    const subject = subjectOf(entry, kind);
    const near = groups.filter(({ doing, since }) => isSame(doing.entry.actor, entry.actor) && since - at <= TOGETHER_MS);
    // Adding it explains what was changed in it right after.
    if (act === "added") dropChanges(near, kind, subject);
    const group = near.find(({ doing }) => doing.act === act && doing.kind === kind);
    if (group) {
      if (subject !== undefined && !group.doing.ids.includes(subject)) group.doing.ids.push(subject);
      group.since = at;
    } else groups.push({ doing: { id: entry.id, entry, act, kind, ids: subject === undefined ? [] : [subject] }, since: at });
  }
  return groups.map(({ doing }) => doing).filter(({ act, ids }) => ids.length > 0 || act === "joined");
}

const isSame = (a: AuditEntry["actor"], b: AuditEntry["actor"]): boolean => a.id === b.id && a.impersonatorId === b.impersonatorId;

function dropChanges(near: readonly Group[], kind: Kind, subject: string | undefined): void {
  for (const { doing } of near)
    if (doing.kind === kind && (doing.act === "changed" || doing.act === "newVersion")) doing.ids = doing.ids.filter((id) => id !== subject);
}

/** The actions that are asked for, so that what is left out does not push out what is shown. */
export const ACTIVITY: readonly string[] = KNOWN_ACTIONS.filter(
  (action) => action === STATUS_CHANGED || meaningOf({ action, changes: [] }) !== undefined,
);
