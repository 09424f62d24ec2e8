/**
 * Account heads: signed notes in the common format of public logs.
 *
 * A head says how long the account's tree is, what its root is and which key statement is the newest. It vouches for
 * nothing but what the server has shown; its worth is that two different ones of the same size are evidence.
 */
import { fromBase64, fromBase64Url, toBase64Url } from "./base64url.ts";
import { sameBytes, u8, utf8, type Bytes } from "./bytes.ts";
import { sha256 } from "./derive.ts";
import { damaged } from "./errors.ts";
import type { Id } from "./ids.ts";

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
const ED25519_NOTE = 0x01;

/** The key's number in signature lines: it tells signatures apart and proves nothing. */
async function keyNumber(logName: string, logKey: Bytes): Promise<Bytes> {
  return (await sha256(utf8(logName), u8(0x0a), u8(ED25519_NOTE), logKey)).slice(0, 4);
}

function hashText(match: string | undefined): string {
  return toBase64Url(fromBase64(match ?? ""));
}

function signaturesIn(lines: string, logName: string): Bytes[] {
  const start = `\u2014 ${logName} `;
  return lines
    .split("\n")
    .filter((line) => line.startsWith(start))
    .map((line) => fromBase64(line.slice(start.length)));
}

/**
 * Verifies a head under the log key and returns what it says.
 *
 * Lines of other signers (witnesses) are passed over; one good line of this log's key is needed.
 */
export async function openAccountHead(note: string, account: Id, logName: string, logKey: string): Promise<AccountHead> {
  const border = note.indexOf("\n\n");
  if (border < 0 || !note.endsWith("\n")) throw damaged();
  const text = note.slice(0, border + 1);
  const match = TEXT.exec(text);
  if (match?.[1] !== `${logName}/e2ee.v1/${account}`) throw damaged();

  const keyBytes = fromBase64Url(logKey);
  const [key, number] = await Promise.all([importLogKey(keyBytes), keyNumber(logName, keyBytes)]);
  const mine = signaturesIn(note.slice(border + 2), logName).filter(
    (line) => line.length === 68 && sameBytes(line.slice(0, 4), number),
  );
  const checks = mine.map((line) => crypto.subtle.verify("Ed25519", key, line.slice(4), utf8(text)));
  if (!(await Promise.all(checks)).includes(true)) throw damaged();

  return {
    size: Number(match[2]),
    root: hashText(match[3]),
    keySeq: Number(match[4]),
    keyHead: hashText(match[5]),
    time: Number(match[6]),
  };
}

async function importLogKey(bytes: Bytes): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey("raw", bytes, "Ed25519", false, ["verify"]);
  } catch {
    throw damaged();
  }
}

/** The log's name as the first line of a note says it; it is believed only together with the pinned key. */
export function logNameOf(note: string, account: Id): string {
  const end = `/e2ee.v1/${account}`;
  const origin = note.slice(0, note.indexOf("\n"));
  if (!origin.endsWith(end)) throw damaged();
  return origin.slice(0, -end.length);
}
