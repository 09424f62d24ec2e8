/** A list in the form of rows as it is asked for and read: the same answer as in JSON, in half of the bytes and with the proof of each row. */
import type { Bytes } from "../../crypto/bytes.ts";
import { idBytes } from "../../crypto/ids.ts";
import { framesOf, jsonIn, NotRows } from "./frames.ts";
import { rowIn, type Header, type SentRow } from "./row.ts";

const MEDIA_TYPE = "application/vnd.coffer.rows";
/** Read in steps, so that the page draws in between. */
const STEP = 128;

/** As JSON has it. */
export interface RowsAnswer {
  readonly data: readonly SentRow[];
  readonly page: { readonly nextCursor: string | null };
  readonly sync: { readonly seq: number; readonly stale?: boolean };
}

interface Head extends Header {
  readonly sync: RowsAnswer["sync"];
  readonly nextCursor: string | null;
}

/** How an answer is asked for and read (`api/http.ts`). A server that answers in JSON all the same is understood. */
export const ROWS = {
  accept: MEDIA_TYPE,
  /** Null where it is no such answer. Rejected where the answer does not come to its end. */
  async read(response: Response): Promise<unknown> {
    const isRows = response.headers.get("Content-Type")?.startsWith(MEDIA_TYPE) === true;
    const bytes = new Uint8Array(await response.arrayBuffer());
    try {
      return isRows ? await answerIn(bytes) : jsonIn(bytes);
    } catch (fault) {
      if (fault instanceof NotRows) return null;
      throw fault;
    }
  },
} as const;

/** Raises `NotRows`. */
export async function answerIn(bytes: Bytes): Promise<RowsAnswer> {
  const frames = framesOf(bytes);
  const head = headIn(frames.next());
  const data: SentRow[] = [];
  for (const fields of frames) {
    data.push(rowIn(head, fields));
    if (data.length % STEP === 0) await aside();
  }
  return { data, page: { nextCursor: head.nextCursor }, sync: head.sync };
}

function headIn(first: IteratorResult<readonly Bytes[], unknown>): Head {
  const [header, ...more] = first.done ? [] : first.value;
  if (!header || more.length > 0) throw new NotRows("it has no header");
  const said = jsonIn(header) as Partial<Head> | null;
  const lists = [said?.word, said?.attrs, said?.roles, said?.people];
  const hasNames = lists.every((list) => Array.isArray(list) && list.every((name) => typeof name === "string"));
  const hasPlace = typeof said?.sync?.seq === "number" && (said.nextCursor === null || typeof said.nextCursor === "string");
  if (!hasNames || !hasPlace || ![said.roles, said.people].every((ids) => ids?.every(isId))) throw new NotRows("the header is not one");
  return said as Head;
}

function isId(text: string): boolean {
  try {
    return idBytes(text).length > 0;
  } catch {
    return false;
  }
}

/** Lets go of the thread for a moment. */
const aside = () => new Promise<void>((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { port1.close(); resolve(); };
  port2.postMessage(null);
});
