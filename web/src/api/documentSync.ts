/** All documents that this person can open, whole once and from then on by what changed. */
import type { SealedItem } from "../keyring/contract";
import type { ApiFailure } from "./failure";
import type { DocumentItem as Item, DocumentPage, DocumentQuery } from "./generated";

/** As the server sends it, with every member that it may leave out in its place. */
export type DocumentItem = SealedItem &
  Required<Pick<Item, "profileIds" | "topicIds" | "remindDays" | "noteOnly" | "versions" | "fileIds">> &
  Omit<Item, "sealed" | "later" | "lifecycle"> & { lifecycle: "draft" | "active" | "archived" };

export interface AllDocuments {
  rows: DocumentItem[];
  /** Everything up to this position is in the rows; without one the next answer has to be whole. */
  seq: number | null;
}

export type Ask = (query: DocumentQuery) => PromiseLike<{ data: DocumentPage } | { error: ApiFailure }>;
export type Answer = { data: AllDocuments } | { error: ApiFailure };

const SHOWN = ["active", "archived"] as const;
const PAGE = 200;
const CHANGES = 1000;

export async function syncDocuments(ask: Ask, known: AllDocuments | undefined): Promise<Answer> {
  if (!known || known.seq === null) return allOf(ask);
  const answer = await changesOf(ask, known.rows, known.seq);
  // The server keeps what left the list for some months only.
  return "error" in answer && answer.error.code === "out_of_range" ? allOf(ask) : answer;
}

async function allOf(ask: Ask): Promise<Answer> {
  const rows: DocumentItem[] = [];
  let from: number | undefined;
  let cursor: string | null | undefined;
  let pages = 0;
  do {
    const answer = await ask({ states: [...SHOWN], limit: PAGE, ...(cursor ? { cursor } : {}) });
    if ("error" in answer) return answer;
    const { data, page, sync } = answer.data;
    rows.push(...data.map(whole));
    from ??= sync.seq;
    cursor = page.nextCursor;
    pages += 1;
  } while (cursor);
  const seq = from ?? 0;
  // What changed between the first page and the last may stand on none of them, or on two.
  return pages > 1 ? changesOf(ask, [...new Map(rows.map((row) => [row.id, row])).values()], seq) : { data: { rows, seq } };
}

async function changesOf(ask: Ask, known: DocumentItem[], since: number): Promise<Answer> {
  let rows = known;
  let seq = since;
  for (;;) {
    const answer = await ask({ states: [...SHOWN], limit: CHANGES, since: seq });
    if ("error" in answer) return answer;
    const { data, deletedIds, sync } = answer.data;
    const gone = deletedIds ?? [];
    rows = merged(rows, data.map(whole), new Set(gone));
    seq = sync.seq;
    if (data.length + gone.length < CHANGES) return { data: { rows, seq } };
  }
}

/** What is new stands first; what did not change is the same object as before. */
function merged(rows: DocumentItem[], changed: readonly DocumentItem[], gone: ReadonlySet<string>): DocumentItem[] {
  if (changed.length === 0 && gone.size === 0) return rows;
  const news = new Map(changed.map((row) => [row.id, row]));
  const kept = rows.flatMap((row) => {
    const latest = news.get(row.id) ?? row;
    news.delete(row.id);
    return gone.has(row.id) ? [] : [latest];
  });
  return [...news.values(), ...kept];
}

export function whole(item: Item): DocumentItem {
  return {
    ...item,
    later: item.later ?? [],
    lifecycle: item.lifecycle ?? "active",
    profileIds: item.profileIds ?? [],
    topicIds: item.topicIds ?? [],
    remindDays: item.remindDays ?? [],
    noteOnly: item.noteOnly ?? false,
    versions: item.versions ?? [],
    fileIds: item.fileIds ?? [],
  };
}
