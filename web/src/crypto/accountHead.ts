/**
 * Account heads: signed notes in the common format of public logs.
 *
 * A head says how long the account's tree is, what its root is and which key statement is the newest. It vouches for
 * nothing but what the server has shown; its worth is that two different ones of the same size are evidence.
 */
import { fromBase64, toBase64Url } from "./base64url.ts";
import { damaged } from "./errors.ts";
import type { Id } from "./ids.ts";
import { openNote } from "./signedNote.ts";

export interface AccountHead {
  readonly size: number;
  readonly root: string;
  readonly keySeq: number;
  readonly keyHead: string;
  readonly time: number;
}

const NUMBER = "(0|[1-9][0-9]{0,15})";
const HASH = "([A-Za-z0-9+/]{43}=)";
const TEXT = new RegExp(`^([^\\n]+)\\n${NUMBER}\\n${HASH}\\nkey ${NUMBER} ${HASH}\\ntime ${NUMBER}\\n$`);
function hashText(match: string | undefined): string {
  return toBase64Url(fromBase64(match ?? ""));
}

/**
 * Verifies a head under the log key and returns what it says.
 *
 * Lines of other signers (witnesses) are passed over; one good line of this log's key is needed.
 */
export async function openAccountHead(note: string, account: Id, logName: string, logKey: string): Promise<AccountHead> {
  const match = TEXT.exec(await openNote(note, logName, logKey));
  if (match?.[1] !== `${logName}/e2ee.v1/${account}`) throw damaged();

  return {
    size: Number(match[2]),
    root: hashText(match[3]),
    keySeq: Number(match[4]),
    keyHead: hashText(match[5]),
    time: Number(match[6]),
  };
}

/** The log's name as the first line of a note says it; it is believed only together with the pinned key. */
export function logNameOf(note: string, account: Id): string {
  const end = `/e2ee.v1/${account}`;
  const origin = note.slice(0, note.indexOf("\n"));
  if (!origin.endsWith(end)) throw damaged();
  return origin.slice(0, -end.length);
}
