/**
 * The header of a stored event: everything about it but what it says, in one unambiguous encoding.
 *
 * The label with its length, the number of parts, and each part after its length of four bytes. Numbers are eight bytes,
 * big-endian; times are microseconds since 1970; an absent part has length zero.
 */
import type { Bytes } from "../../crypto/bytes.ts";

const LABEL = "coffer.v1.event";
const NAMES = [
  "account", "kind", "entity", "stream", "version", "type", "schemaVersion", "event", "actorKind", "actor", "impersonator",
  "session", "device", "correlation", "causation", "request", "origin", "ip", "agent", "occurredAt",
] as const;
const IDS = new Set(["account", "entity", "stream", "event", "actor", "impersonator", "session", "device", "correlation", "causation", "request", "origin"]);
const TEXTS = new Set(["kind", "type", "actorKind", "ip", "agent"]);

/** Ids and words as text, numbers as text, times as ISO 8601; "" where there is none. */
export type EventHeader = Readonly<Record<(typeof NAMES)[number], string>>;

/** Raises an error for what is no header of an event. */
export function readHeader(bytes: Bytes): EventHeader {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const start = 1 + LABEL.length + 1;
  if (bytes[0] !== LABEL.length || decoder.decode(bytes.slice(1, start - 1)) !== LABEL || bytes[start - 1] !== NAMES.length)
    throw new Error("This is no header of an event.");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = start;
  const parts = NAMES.map((name): [string, string] => {
    const length = view.getUint32(at);
    const part = bytes.slice(at + 4, at + 4 + length);
    if (part.length !== length) throw new Error("This header ends too early.");
    at += 4 + length;
    return [name, length === 0 ? "" : said(name, part, decoder)];
  });
  if (at !== bytes.length) throw new Error("Something stands behind this header.");
  return Object.fromEntries(parts) as EventHeader;
}

function said(name: string, part: Bytes, decoder: TextDecoder): string {
  if (TEXTS.has(name)) return decoder.decode(part);
  if (IDS.has(name)) return uuid(part);
  const number = new DataView(part.buffer, part.byteOffset, part.byteLength).getBigUint64(0);
  return name === "occurredAt" ? new Date(Number(number / 1000n)).toISOString() : String(number);
}

function uuid(part: Bytes): string {
  if (part.length !== 16) throw new Error("This is no id.");
  const digits = [...part].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join("-");
}
