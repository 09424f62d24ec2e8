/** A log as a server would keep it, made in the test: events with headers, the tree over them, and signed checkpoints. */
import type { AuditEntry } from "../../../api/oversight";
import type { AuditProofs } from "../../../api/typesOnly.generated";
import { toBase64, toBase64Url } from "../../../crypto/base64url.ts";
import { concat, u8, utf8, type Bytes } from "../../../crypto/bytes.ts";
import { sha256 } from "../../../crypto/derive.ts";
import { rootOfLeaves } from "../../../crypto/merkle.ts";
import type { Word } from "../../../i18n/word.ts";

const EMPTY = new Uint8Array(0);
const NAME = "coffer.example";

/** A text as the server would say it. */
export const word = (text: string): Word => text as unknown as Word;

const ACCOUNT = "00000000-0000-4000-8000-0000000000ac";
const AT = "2026-03-01T12:00:00.123Z";

function id(kind: number, number: number): string {
  return `00000000-0000-4000-8000-${kind.toString(16).padStart(4, "0")}${number.toString(16).padStart(8, "0")}`;
}

function uuid(text: string): Bytes {
  return new Uint8Array(text.replaceAll("-", "").match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? []);
}

function number(value: bigint): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value);
  return bytes;
}

function header(parts: readonly Bytes[]): Bytes {
  const label = utf8("coffer.v1.event");
  const lengths = parts.map((part) => {
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, part.length);
    return concat(length, part);
  });
  return concat(u8(label.length), label, u8(parts.length), ...lengths);
}

function headerOf(position: number): Bytes {
  const none = new Uint8Array(0);
  return header([
    uuid(ACCOUNT), utf8("contact"), uuid(id(1, position)), uuid(id(2, position)), number(1n), utf8("contact.archived"), number(1n),
    uuid(id(3, position)), utf8("user"), uuid(id(4, 1)), none, uuid(id(5, 1)), none, uuid(id(6, position)), none, uuid(id(7, position)),
    none, none, none, number(BigInt(Date.parse(AT)) * 1000n + 456n),
  ]);
}

export function entryOf(position: number, leafHashB64u: string): AuditEntry {
  return {
    id: id(3, position), seq: position, accountId: ACCOUNT, at: AT, recordedAt: AT, category: "content", action: "contact.archived",
    outcome: "success", severity: 1, actor: { type: "user", id: id(4, 1), impersonatorId: null },
    targets: [{ kind: "contact", id: id(1, position), version: 1 }], changes: [],
    context: { sessionId: id(5, 1), deviceId: null, ip: null, agent: null, requestId: word(id(7, position)), correlationId: id(6, position) },
    class: { uid: 3004, activity: 3 }, position, leafHashB64u, schemaVersion: 1,
  };
}

async function path(leaves: readonly Bytes[], index: number): Promise<Bytes[]> {
  if (leaves.length === 1) return [];
  const split = 2 ** (Math.ceil(Math.log2(leaves.length)) - 1);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split
    ? [...(await path(left, index)), await rootOfLeaves(right)]
    : [...(await path(right, index - split)), await rootOfLeaves(left)];
}

async function consistency(leaves: readonly Bytes[], size: number, whole = true): Promise<Bytes[]> {
  if (size === leaves.length) return whole ? [] : [await rootOfLeaves(leaves)];
  const split = 2 ** (Math.ceil(Math.log2(leaves.length)) - 1);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return size <= split
    ? [...(await consistency(left, size, whole)), await rootOfLeaves(right)]
    : [...(await consistency(right, size - split, false)), await rootOfLeaves(left)];
}

export interface TestLog {
  readonly name: string;
  readonly key: string;
  readonly entries: AuditEntry[];
  /** What an honest server answers under a checkpoint of this size. */
  readonly answer: (size: number, from?: number) => Promise<AuditProofs>;
}

/** `changed` are other states than "{}", by position: another past. */
export async function aLog(size: number, changed: Readonly<Record<number, string>> = {}, keys?: CryptoKeyPair): Promise<TestLog> {
  const pair = keys ?? (await newKeys());
  const key = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const positions = Array.from({ length: size }, (_, place) => place + 1);
  const states = positions.map((position) => utf8(changed[position] ?? "{}"));
  const leaves = await Promise.all(positions.map((position, place) => sha256(u8(0), headerOf(position), states[place] ?? EMPTY)));
  const note = async (upTo: number) => {
    const text = `${NAME}/events.v1/0\n${upTo}\n${toBase64(await rootOfLeaves(leaves.slice(0, upTo)))}\ntime 1772366400000\n`;
    const number = (await sha256(utf8(NAME), u8(0x0a), u8(1), key)).slice(0, 4);
    const signature = new Uint8Array(await crypto.subtle.sign("Ed25519", pair.privateKey, utf8(text)));
    return `${text}\n\u2014 ${NAME} ${toBase64(concat(number, signature))}\n`;
  };
  return {
    name: NAME,
    key: toBase64Url(key),
    entries: positions.map((position, place) => entryOf(position, toBase64Url(leaves[place] ?? EMPTY))),
    answer: async (upTo, from = 0) => ({
      note: await note(upTo),
      logKeyB64u: toBase64Url(key),
      consistency: from > 0 && from < upTo ? (await consistency(leaves.slice(0, upTo), from)).map(toBase64Url) : [],
      proofs: await Promise.all(
        positions.slice(0, upTo).map(async (position, place) => ({
          position,
          leafB64u: toBase64Url(leaves[place] ?? EMPTY),
          headerB64u: toBase64Url(headerOf(position)),
          stateB64u: toBase64Url(states[place] ?? EMPTY),
          path: (await path(leaves.slice(0, upTo), place)).map(toBase64Url),
        })),
      ),
    }),
  };
}

export const newKeys = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
