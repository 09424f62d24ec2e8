/** All items of one kind that this person can open, whole once and from then on by what changed. */
import type { RecordKind } from "../keyring/contract";
import { withContents, type Answered } from "./answered";
import { ended, pageCame } from "./arriving";
import type { Request } from "./baseApi";
import type { ApiFailure } from "./failure";

export interface Synced<Row> {
  rows: Row[];
  /** Everything up to this position is in the rows. */
  seq: number;
  /** In whose sight the rows were; see `sightChanged`. */
  sight: number;
}

/** A page of what is shown, or with `since` what changed after a position; each row with what opens and proves it. */
export interface ListQuery {
  states: ("active" | "archived")[];
  parts: "all";
  limit: number;
  cursor?: string;
  since?: number;
}

export interface ListPage<Sent> {
  data: Sent[];
  page: { nextCursor?: string | null };
  sync: { seq: number };
}

export type Ask<Sent> = (query: ListQuery) => PromiseLike<{ data: ListPage<Sent> } | { error: ApiFailure }>;
/** Nothing of one that comes without contents, as it was destroyed or is for others now: its chain says so (`keys/chain`). */
export type RowOf<Sent, Row> = (sent: Sent) => Row | null;

export type Answer<Row> = { data: Synced<Row> } | { error: ApiFailure };

interface Identified {
  id: string;
}

type Send = (request: Request) => PromiseLike<unknown> | object;

/** Comes beside the first list. */
const rows = async () => (await import("../keyring/rows/answer")).ROWS;

/**
 * The query of one collection: how a page of it is asked for, and what was answered last. The pages of a first answer are opened as they
 * come (`arriving.ts`).
 *
 * Rows that did not change are the same objects as before, so nothing is left to share: compared place by place, as RTK Query
 * does, one row more in front would compare, copy and freeze all the others.
 */
export function collection<Sent extends Identified, Row extends Answered>(
  kind: RecordKind,
  page: (query: ListQuery) => Request,
  rowOf: RowOf<Sent, Row>,
  known: (state: unknown) => Synced<Row> | undefined,
) {
  return {
    structuralSharing: false,
    async queryFn(_none: void, { getState, dispatch }: Asking, _options: unknown, send: Send): Promise<Answer<Row>> {
      const ask: Ask<Sent> = async (query) => (await send({ ...page(query), form: await rows() })) as Awaited<ReturnType<Ask<Sent>>>;
      try {
        return await syncItems(ask, rowOf, known(getState()), (rows) => dispatch(pageCame({ kind, rows })));
      } finally {
        dispatch(ended(kind));
      }
    },
  } as const;
}

interface Asking {
  getState: () => unknown;
  dispatch: (action: object) => unknown;
}

let sight = 0;

/** Roles changed: items that become visible are not in any change feed, so every list is fetched again. */
export function sightChanged(): void {
  sight += 1;
}

const SHOWN: ListQuery["states"] = ["active", "archived"];
/** What is seen at once comes first. */
const FIRST_PAGE = 100;
const PAGE = 2000;
const CHANGES = 1000;

export async function syncItems<Sent extends Identified, Row extends Identified>(
  ask: Ask<Sent>,
  rowOf: RowOf<Sent, Row>,
  known: Synced<Row> | undefined,
  came: (rows: readonly Row[]) => void = () => undefined,
): Promise<Answer<Row>> {
  if (!known || known.sight !== sight) return allOf(ask, rowOf, came);
  const answer = await changesOf(ask, rowOf, known);
  // The server keeps what left the list for some months only.
  return "error" in answer && answer.error.code === "out_of_range" ? allOf(ask, rowOf, came) : answer;
}

async function allOf<Sent extends Identified, Row extends Identified>(
  ask: Ask<Sent>,
  rowOf: RowOf<Sent, Row>,
  came: (rows: readonly Row[]) => void,
): Promise<Answer<Row>> {
  const now = sight;
  const rows: Row[] = [];
  let from: number | undefined;
  let cursor: string | null | undefined;
  let pages = 0;
  do {
    const answer = await ask({ states: SHOWN, parts: "all", limit: cursor ? PAGE : FIRST_PAGE, ...(cursor ? { cursor } : {}) });
    if ("error" in answer) return answer;
    const { data, page, sync } = answer.data;
    const some = withContents(data.map(rowOf));
    rows.push(...some);
    from ??= sync.seq;
    cursor = page.nextCursor;
    pages += 1;
    // A single page is the whole answer at once.
    if (cursor || pages > 1) came(some);
  } while (cursor);
  const seq = from ?? 0;
  if (pages === 1) return { data: { rows, seq, sight: now } };
  // What changed between the first page and the last may stand on none of them, or on two.
  return changesOf(ask, rowOf, { rows: [...new Map(rows.map((row) => [row.id, row])).values()], seq, sight: now });
}

async function changesOf<Sent extends Identified, Row extends Identified>(
  ask: Ask<Sent>,
  rowOf: RowOf<Sent, Row>,
  known: Synced<Row>,
): Promise<Answer<Row>> {
  let { rows, seq } = known;
  for (;;) {
    const answer = await ask({ states: SHOWN, parts: "all", limit: CHANGES, since: seq });
    if ("error" in answer) return answer;
    const { data, sync } = answer.data;
    rows = merged(rows, new Map(data.map((sent) => [sent.id, rowOf(sent)])));
    seq = sync.seq;
    if (data.length < CHANGES) return { data: { ...known, rows, seq } };
  }
}

/** What is new stands first; what did not change is the same object as before. */
function merged<Row extends Identified>(rows: Row[], changed: ReadonlyMap<string, Row | null>): Row[] {
  if (changed.size === 0) return rows;
  const known = new Set(rows.map(({ id }) => id));
  const kept = rows.map((row) => (changed.has(row.id) ? (changed.get(row.id) ?? null) : row));
  const added = [...changed].map(([id, row]) => (known.has(id) ? null : row));
  return withContents([...added, ...kept]);
}
