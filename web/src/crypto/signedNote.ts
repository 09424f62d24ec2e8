/**
 * Signed notes (C2SP signed-note): a text, an empty line, and lines of signatures.
 *
 * Lines of other signers (witnesses) are passed over; one good line of the given key is needed.
 */
import { fromBase64, fromBase64Url } from "./base64url.ts";
import { sameBytes, u8, utf8, type Bytes } from "./bytes.ts";
import { sha256 } from "./derive.ts";
import { damaged } from "./errors.ts";

const ED25519_NOTE = 0x01;

/** The text of a note that the key signed under this name. Raises `data_loss` for every other note. */
export async function openNote(note: string, logName: string, logKey: string): Promise<string> {
  const border = note.indexOf("\n\n");
  if (border < 0 || !note.endsWith("\n")) throw damaged();
  const text = note.slice(0, border + 1);
  const keyBytes = fromBase64Url(logKey);
  const [key, number] = await Promise.all([importLogKey(keyBytes), keyNumber(logName, keyBytes)]);
  const mine = signaturesIn(note.slice(border + 2), logName).filter(
    (line) => line.length === 68 && sameBytes(line.slice(0, 4), number),
  );
  const checks = mine.map((line) => crypto.subtle.verify("Ed25519", key, line.slice(4), utf8(text)));
  if (!(await Promise.all(checks)).includes(true)) throw damaged();
  return text;
}

/** The key's number in signature lines: it tells signatures apart and proves nothing. */
async function keyNumber(logName: string, logKey: Bytes): Promise<Bytes> {
  return (await sha256(utf8(logName), u8(0x0a), u8(ED25519_NOTE), logKey)).slice(0, 4);
}

function signaturesIn(lines: string, logName: string): Bytes[] {
  const start = `\u2014 ${logName} `;
  return lines
    .split("\n")
    .filter((line) => line.startsWith(start))
    .map((line) => fromBase64(line.slice(start.length)));
}

async function importLogKey(bytes: Bytes): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey("raw", bytes, "Ed25519", false, ["verify"]);
  } catch {
    throw damaged();
  }
}
