/** Identifiers: UUIDs as text in code and on the wire, sixteen raw bytes inside every encoding. */
import { concat, utf8, type Bytes } from "./bytes.ts";
import { malformed } from "./errors.ts";

export type Id = string;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const HYPHEN = 0x2d;
const PAIRS: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** The value of a hexadecimal digit in lower case. */
function digit(code: number): number {
  return code < 0x3a ? code - 0x30 : code - 0x57;
}

export function idBytes(id: Id): Bytes {
  if (!UUID.test(id)) throw malformed("This is not an identifier.");
  const bytes = new Uint8Array(16);
  for (let i = 0, at = 0; i < 16; i++, at += 2) {
    if (id.charCodeAt(at) === HYPHEN) at++;
    bytes[i] = (digit(id.charCodeAt(at)) << 4) | digit(id.charCodeAt(at + 1));
  }
  return bytes;
}

export function idText(bytes: Bytes): Id {
  if (bytes.length !== 16) throw malformed("This is not an identifier.");
  let text = "";
  for (let i = 0; i < 16; i++) text += (i === 4 || i === 6 || i === 8 || i === 10 ? "-" : "") + (PAIRS[bytes[i] ?? 0] ?? "");
  return text;
}

export function versionOf(id: Id): string {
  return id.charAt(14);
}

/** The id that a name has inside a namespace (RFC 9562, version 5). SHA-1 names things here and protects nothing. */
export async function namedId(namespace: Id, name: string): Promise<Id> {
  const digest = await crypto.subtle.digest("SHA-1", concat(idBytes(namespace), utf8(name)));
  const bytes = new Uint8Array(digest.slice(0, 16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return idText(bytes);
}

export function personalRoleId(account: Id, user: Id): Promise<Id> {
  return namedId(account, `personal:${user}`);
}

const BUILT_IN_ROLES = ["owner", "admin", "member", "auditor", "analyst"] as const;
export type BuiltInRole = (typeof BUILT_IN_ROLES)[number];

export function builtInRoleId(account: Id, role: BuiltInRole): Promise<Id> {
  return namedId(account, `role:${role}`);
}

export function builtInRoleIds(account: Id): Promise<Id[]> {
  return Promise.all(BUILT_IN_ROLES.map((role) => builtInRoleId(account, role)));
}
