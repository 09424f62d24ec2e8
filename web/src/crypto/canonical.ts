/**
 * The canonical encoding `C(label, f1..fn)` under every key, signature and hash.
 *
 * Label, number of fields and each length stand in front of what they describe, so two different
 * lists of values never give the same bytes; whatever is left over or missing is refused.
 */
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { concat, readU32, readU64, textOf, u64, utf8, type Bytes } from "./bytes.ts";
import { malformed } from "./errors.ts";
import { idBytes, idText, type Id } from "./ids.ts";
import { PREFIX, type Fields } from "./labels.ts";

export interface Decoded {
  readonly label: string;
  readonly fields: readonly Bytes[];
}

export function encodeCanonical(label: string, fields: readonly Bytes[]): Bytes {
  const name = utf8(label);
  if (!label.startsWith(PREFIX) || name.length > 255 || name.length !== label.length) throw malformed("Unknown label.");
  if (fields.length > 255) throw malformed("Too many fields.");
  const bytes = new Uint8Array(fields.reduce((size, field) => size + 4 + field.length, 2 + name.length));
  const view = new DataView(bytes.buffer);
  bytes[0] = name.length;
  bytes.set(name, 1);
  bytes[1 + name.length] = fields.length;
  let at = 2 + name.length;
  for (const field of fields) {
    view.setUint32(at, field.length);
    bytes.set(field, at + 4);
    at += 4 + field.length;
  }
  return bytes;
}

export function decodeCanonical(bytes: Bytes): Decoded {
  let at = 0;
  const take = (length: number): Bytes => {
    if (at + length > bytes.length) throw malformed("This encoding ends too early.");
    at += length;
    return bytes.slice(at - length, at);
  };

  const label = String.fromCharCode(...take(take(1)[0] ?? 0));
  if (!label.startsWith(PREFIX) || !/^[\x21-\x7e]+$/.test(label)) throw malformed("Unknown label.");
  const count = take(1)[0] ?? 0;
  const fields = Array.from({ length: count }, () => take(readU32(take(4))));
  if (at !== bytes.length) throw malformed("This encoding has bytes left over.");
  return { label, fields };
}

type Value = string | number | readonly Id[] | null;

function sized(bytes: Bytes, length: number): Bytes {
  if (bytes.length !== length) throw malformed("A field has the wrong length.");
  return bytes;
}

function checkedPoint(bytes: Bytes): Bytes {
  if (sized(bytes, 65)[0] !== 4) throw malformed("A public key is not an uncompressed point.");
  return bytes;
}

/** As many roles as an audience, and an item's wraps, have at most. */
export const MOST_ROLES = 64;

/** UUID text in lower case ascends as its bytes do, so a list has one encoding. */
function demandAscending(roles: readonly Id[]): void {
  if (roles.length === 0 || roles.length > MOST_ROLES) throw malformed("A list of roles has 1 to 64.");
  if (roles.some((role, i) => i > 0 && role <= (roles[i - 1] ?? ""))) throw malformed("A list of roles ascends.");
}

export function encodeRoles(roles: readonly Id[]): Bytes {
  demandAscending(roles);
  return concat(...roles.map(idBytes));
}

export function decodeRoles(bytes: Bytes): Id[] {
  if (bytes.length % 16 !== 0) throw malformed("A list of roles ends within one.");
  const roles = Array.from({ length: bytes.length / 16 }, (_, i) => idText(bytes.slice(16 * i, 16 * (i + 1))));
  demandAscending(roles);
  return roles;
}

function encodeValue(field: string, value: Value): Bytes {
  const kind = field.slice(field.indexOf(":") + 1);
  if (value === null || value === "") {
    if (kind.endsWith("?") || kind === "text" || kind === "bytes") return new Uint8Array();
    throw malformed(`The field ${field} is missing.`);
  }
  if (typeof value === "number") {
    if (!kind.startsWith("u64") || !Number.isSafeInteger(value) || value < 0) throw malformed(`The field ${field} is no number.`);
    return u64(value);
  }
  if (typeof value === "object") {
    if (!kind.startsWith("roles")) throw malformed(`The field ${field} is no list.`);
    return encodeRoles(value);
  }
  switch (kind.replace("?", "")) {
    case "id":
      return idBytes(value);
    case "text":
      return utf8(value.normalize("NFC"));
    case "hash":
      return sized(fromBase64Url(value), 32);
    case "point":
      return checkedPoint(fromBase64Url(value));
    case "bytes":
      return fromBase64Url(value);
    default:
      throw malformed(`The field ${field} does not take text.`);
  }
}

function decodeValue(field: string, bytes: Bytes): Value {
  const kind = field.slice(field.indexOf(":") + 1);
  if (kind.endsWith("?") && bytes.length === 0) return null;
  switch (kind.replace("?", "")) {
    case "id":
      return idText(bytes);
    case "u64": {
      const value = readU64(sized(bytes, 8));
      if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw malformed("A number is too large.");
      return Number(value);
    }
    case "text": {
      const text = textOf(bytes);
      if (text.normalize("NFC") !== text) throw malformed("A text is not in its normal form.");
      return text;
    }
    case "hash":
      return toBase64Url(sized(bytes, 32));
    case "point":
      return toBase64Url(checkedPoint(bytes));
    case "roles":
      return decodeRoles(bytes);
    default:
      return toBase64Url(bytes);
  }
}

/** The fields of a list as bytes, in the order of the list. */
export function encodeFields<const Spec extends readonly string[]>(spec: Spec, values: Fields<Spec>): Bytes[] {
  const byName = values as Readonly<Record<string, Value>>;
  return spec.map((field) => encodeValue(field, byName[field.slice(0, field.indexOf(":"))] ?? null));
}

export function decodeFields<const Spec extends readonly string[]>(spec: Spec, fields: readonly Bytes[]): Fields<Spec> {
  if (fields.length !== spec.length) throw malformed("The number of fields is wrong.");
  const entries = spec.map((field, i) => [
    field.slice(0, field.indexOf(":")),
    decodeValue(field, fields[i] ?? new Uint8Array()),
  ]);
  return Object.fromEntries(entries) as Fields<Spec>;
}
