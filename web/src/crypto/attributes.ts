/**
 * The clear attributes of an item, as they are signed: the server reads them and can not change them.
 *
 * What has no value is left out, so equal attributes have one encoding. The salt stays beside them and is erased
 * with them; the hash in the statement then says nothing any more.
 */
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { concat, randomBytes, u64, u8, utf8, type Bytes } from "./bytes.ts";
import { encodeCanonical } from "./canonical.ts";
import { sha256 } from "./derive.ts";
import { malformed } from "./errors.ts";
import { idBytes, idText, type Id } from "./ids.ts";

export type AttributeValue =
  | { readonly is: "id"; readonly value: Id | null }
  | { readonly is: "text"; readonly value: string | null }
  | { readonly is: "integer"; readonly value: number | null }
  | { readonly is: "flag"; readonly value: boolean }
  /** Ids as a set, or in an order that means something. */
  | { readonly is: "ids" | "ids in order"; readonly value: readonly Id[] }
  | { readonly is: "integers"; readonly value: readonly number[] };

/** Attributes as they travel: name to base64url of the value's bytes. */
export type Attributes = Readonly<Record<string, string>>;

export const MOST_ATTRIBUTES = 120;

/** The bytes of a value; none for a value that is left out. */
export function attributeBytes(attribute: AttributeValue): Bytes {
  if (attribute.value === null) return concat();
  switch (attribute.is) {
    case "id":
      return idBytes(attribute.value);
    case "text":
      return utf8(attribute.value.normalize("NFC"));
    case "integer":
      return u64(attribute.value);
    case "flag":
      return attribute.value ? u8(1) : concat();
    case "ids":
      return concat(...[...attribute.value].sort().map(idBytes));
    case "ids in order":
      return concat(...attribute.value.map(idBytes));
    case "integers":
      return concat(...[...attribute.value].sort((left, right) => left - right).map(u64));
  }
}

/** Bytes of a fixed length each. */
function chunks(bytes: Bytes, length: number): Bytes[] {
  if (bytes.length % length !== 0) throw malformed("An attribute has another length.");
  return Array.from({ length: bytes.length / length }, (_, i) => bytes.subarray(i * length, (i + 1) * length));
}

function integer(bytes: Bytes): number {
  const value = Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0));
  if (!Number.isSafeInteger(value)) throw malformed("An attribute is too large a number.");
  return value;
}

function single<T>(values: readonly T[]): T {
  const [value, ...more] = values;
  if (value === undefined || more.length > 0) throw malformed("An attribute has another length.");
  return value;
}

/** The value that attribute bytes stand for (base64url): the reverse of `attributeBytes`. */
export function valueOf(is: AttributeValue["is"], encoded: string): NonNullable<AttributeValue["value"]> {
  const bytes = fromBase64Url(encoded);
  switch (is) {
    case "id":
      return idText(single(chunks(bytes, 16)));
    case "text":
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    case "integer":
      return integer(single(chunks(bytes, 8)));
    case "flag":
      if (bytes.length !== 1 || bytes[0] !== 1) throw malformed("A flag is one or nothing.");
      return true;
    case "ids":
    case "ids in order":
      return chunks(bytes, 16).map(idText);
    case "integers":
      return chunks(bytes, 8).map(integer);
  }
}

export function encodeAttributes(values: Readonly<Record<string, AttributeValue>>): Attributes {
  const entries = Object.entries(values).map(([name, value]) => [name, attributeBytes(value)] as const);
  return Object.fromEntries(entries.filter(([, bytes]) => bytes.length > 0).map(([name, bytes]) => [name, toBase64Url(bytes)]));
}

export function generateSalt(): string {
  return toBase64Url(randomBytes(16));
}

export async function attributesHash(salt: string, attributes: Attributes): Promise<string> {
  const names = Object.keys(attributes).sort();
  const saltBytes = fromBase64Url(salt);
  if (saltBytes.length !== 16) throw malformed("A salt has 16 bytes.");
  if (names.length > MOST_ATTRIBUTES) throw malformed("An item has too many attributes.");
  const pairs = names.flatMap((name) => {
    const value = fromBase64Url(attributes[name] ?? "");
    if (value.length === 0) throw malformed("An attribute without a value is left out.");
    return [utf8(name), value];
  });
  return toBase64Url(await sha256(encodeCanonical("e2ee.v1.attrs", [saltBytes, ...pairs])));
}
