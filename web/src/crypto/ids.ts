/** Identifiers: UUIDs as text in code and on the wire, sixteen raw bytes inside every encoding. */
import { concat, utf8, type Bytes } from "./bytes.ts";
import { malformed } from "./errors.ts";

export type Id = string;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function idBytes(id: Id): Bytes {
  if (!UUID.test(id)) throw malformed("This is not an identifier.");
  const hex = id.replaceAll("-", "");
  return Uint8Array.from({ length: 16 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}

export function idText(bytes: Bytes): Id {
  if (bytes.length !== 16) throw malformed("This is not an identifier.");
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
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
