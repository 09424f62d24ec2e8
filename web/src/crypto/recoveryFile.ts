/**
 * The text of a recovery key: one line `value.checksum` among comments that name account, device and pin.
 *
 * The checksum finds typing errors before anything is asked of the server. The comments are hints that a
 * recovered browser checks the key log against; a file without them opens as well.
 */
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { randomBytes, sameBytes, type Bytes } from "./bytes.ts";
import { sha256 } from "./derive.ts";
import { malformed, TEXTS } from "./errors.ts";
import type { Id } from "./ids.ts";

/** What the file says about the state of the account when it was made. */
export interface RecoveryNotes {
  readonly account: Id;
  readonly accountFingerprint: string;
  readonly device: string;
  readonly log: { readonly size: number; readonly root: string };
  readonly logKey: string;
  readonly created: string;
}

export interface RecoveryFile {
  readonly secret: Bytes;
  readonly notes: Partial<RecoveryNotes>;
}

export function generateRecoverySecret(): Bytes {
  return randomBytes(32);
}

async function checksumOf(secret: Bytes): Promise<Bytes> {
  return (await sha256(secret)).slice(0, 4);
}

/** The line itself; its last six characters confirm a copy. */
export async function recoveryLine(secret: Bytes): Promise<string> {
  return `${toBase64Url(secret)}.${toBase64Url(await checksumOf(secret))}`;
}

export async function writeRecoveryFile(secret: Bytes, notes: Partial<RecoveryNotes>): Promise<string> {
  const said = {
    account: notes.account,
    "account-fingerprint": notes.accountFingerprint,
    device: notes.device,
    log: notes.log && `${notes.log.size} ${notes.log.root}`,
    "log-key": notes.logKey,
    created: notes.created,
  };
  const comments = Object.entries(said).flatMap(([name, value]) => (value === undefined ? [] : [`# ${name}: ${value}\n`]));
  return `${comments.join("")}\n${await recoveryLine(secret)}\n`;
}

function parseLog(value: string | undefined): { size: number; root: string } | undefined {
  const match = /^(0|[1-9]\d{0,15}) ([\w-]{43})$/.exec(value ?? "");
  return match ? { size: Number(match[1]), root: match[2] ?? "" } : undefined;
}

function parseNotes(lines: readonly string[]): Partial<RecoveryNotes> {
  const said = new Map<string, string>();
  for (const line of lines) {
    const match = /^#\s*([a-z-]+):\s*(.*)$/.exec(line);
    if (match) said.set(match[1] ?? "", (match[2] ?? "").trim());
  }
  const notes = {
    account: said.get("account"),
    accountFingerprint: said.get("account-fingerprint"),
    device: said.get("device"),
    log: parseLog(said.get("log")),
    logKey: said.get("log-key"),
    created: said.get("created"),
  };
  return Object.fromEntries(Object.entries(notes).filter(([, value]) => value !== undefined));
}

function decodePart(text: string, length: number): Bytes {
  let bytes: Bytes;
  try {
    bytes = fromBase64Url(text);
  } catch {
    throw malformed(TEXTS.recoveryFormat);
  }
  if (bytes.length !== length) throw malformed(TEXTS.recoveryFormat);
  return bytes;
}

export async function readRecoveryFile(text: string): Promise<RecoveryFile> {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/).map((line) => line.trim());
  const value = lines.find((line) => line !== "" && !line.startsWith("#"));
  const parts = value?.split(".") ?? [];
  if (parts.length !== 2) throw malformed(TEXTS.recoveryFormat);
  const secret = decodePart(parts[0] ?? "", 32);
  const checksum = decodePart(parts[1] ?? "", 4);
  if (!sameBytes(checksum, await checksumOf(secret))) throw malformed(TEXTS.recoveryChecksum);
  return { secret, notes: parseNotes(lines.filter((line) => line.startsWith("#"))) };
}
