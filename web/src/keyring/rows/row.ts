/**
 * A row (`docs/decisions/0050`) as JSON has the item: what opens it, and what proves it.
 *
 * Nothing is believed here. What a row says is held against its statements by whoever has the keys; what can not be read at all makes no
 * answer (`NotRows`).
 */
import { fromBase64Url, toBase64Url } from "../../crypto/base64url.ts";
import type { Box } from "../../crypto/box.ts";
import { concat, type Bytes } from "../../crypto/bytes.ts";
import { idBytes, idText, type Id } from "../../crypto/ids.ts";
import { parseStatement } from "../../crypto/statements.ts";
import type { SealedItem, ServedWrap, Wrap } from "../contract.ts";
import { jsonIn, NotRows, numberAt, partAt, partsOf } from "./frames.ts";

/** Names and ids that rows name by their place. */
export interface Header {
  readonly word: readonly string[];
  readonly attrs: readonly string[];
  readonly roles: readonly Id[];
  readonly people: readonly Id[];
}

/** What was destroyed, or is not for this reader any more, has nothing but the server's word. */
export type SentRow = { readonly id: Id; readonly word: Readonly<Record<string, unknown>> } & (Whole | object);
type Whole = Pick<SealedItem, "sealed" | "later" | "before">;

const INSTANTS: ReadonlySet<string> = new Set(["storedAt", "closedAt"]);
const PEOPLE: ReadonlySet<string> = new Set(["assigneeIds", "mentionIds"]);
/** In place of a place: the id itself follows, as it came in after the header was written. As the role of a wrap: there is none. */
const ELSEWHERE = 0xffff;
const ID_BYTES = 16;
const SALT_BYTES = 16;
const IV_BYTES = 12;
const HASH_BYTES = 32;
const ABOUT_BYTES = 12;
/** Of a wrap that is for the public key of a role; the others are made by who holds it. */
const SEAL_BYTES = 146;

/** From the fields of a frame of `parts=all`. */
export function rowIn(header: Header, fields: readonly Bytes[]): SentRow {
  if (fields.length !== 8) throw new NotRows("a frame has another number of fields");
  const [id, word, attrs, about, body, wrap, salt, chain] = fields as [Bytes, Bytes, Bytes, Bytes, Bytes, Bytes, Bytes, Bytes];
  const said = { id: idIn(id), word: wordIn(header, word) };
  if (about.length === 0) {
    if (attrs.length + body.length + wrap.length > 0) throw new NotRows("a row says what it does not have");
    return said;
  }
  const links = linksIn(header, chain, ownWrap(header, about, wrap));
  const place = Math.max(0, links.findLastIndex(isPut));
  const { wraps = [], ...put } = links[place] ?? { statementB64u: "", signatureB64u: "" };
  return {
    ...said,
    sealed: { attrs: attributesIn(header, attrs), attrsSaltB64u: toBase64Url(salt), ...boxIn(body), wraps, ...put },
    later: links.slice(place + 1),
    before: links.slice(0, place).map(({ statementB64u, signatureB64u }) => ({ statementB64u, signatureB64u })),
  };
}

type Link = SealedItem["later"][number];

/** By far most items have one statement. One that can not be read is for others to refuse. */
function isPut({ statementB64u }: Link, _place: number, links: readonly Link[]): boolean {
  try {
    return links.length === 1 || parseStatement(fromBase64Url(statementB64u)).type === "record.put";
  } catch {
    return false;
  }
}

function wordIn({ word: names }: Header, bytes: Bytes): Record<string, unknown> {
  const values: unknown = jsonIn(bytes);
  if (!Array.isArray(values) || values.length > names.length) throw new NotRows("the word of a row has other members");
  return Object.fromEntries(values.map((value: unknown, place) => {
    const name = at(names, place);
    return [name, INSTANTS.has(name) && value !== null ? momentOf(value) : value];
  }));
}

function momentOf(milliseconds: unknown): string {
  const moment = new Date(typeof milliseconds === "number" ? milliseconds : NaN);
  if (Number.isNaN(moment.getTime())) throw new NotRows("a moment is none");
  return moment.toISOString();
}

/** The one wrap that comes whole: of a role that its reader holds, where one was made for such a role. */
function ownWrap({ roles }: Header, about: Bytes, wrap: Bytes): Wrap | null {
  if (about.length !== ABOUT_BYTES) throw new NotRows("the numbers of a row have another size");
  const place = numberAt(about, 6, 2);
  if ((place === ELSEWHERE) !== (wrap.length === 0)) throw new NotRows("a wrap is for nobody");
  if (wrap.length === 0) return null;
  const box = boxIn(wrap);
  const mode = wrap.length - SALT_BYTES - IV_BYTES === SEAL_BYTES ? "seal" : "wrap";
  return { roleId: at(roles, place), generation: numberAt(about, 8, 4), mode, ...box };
}

function boxIn(bytes: Bytes): Box {
  if (bytes.length < SALT_BYTES + IV_BYTES) throw new NotRows("a box is cut off");
  return {
    saltB64u: toBase64Url(bytes.subarray(0, SALT_BYTES)),
    ivB64u: toBase64Url(bytes.subarray(SALT_BYTES, SALT_BYTES + IV_BYTES)),
    dataB64u: toBase64Url(bytes.subarray(SALT_BYTES + IV_BYTES)),
  };
}

/** As they are signed. */
function attributesIn({ attrs: names, people }: Header, bytes: Bytes): Record<string, string> {
  const attrs: [string, string][] = [];
  for (let from = 0, last = -1; from < bytes.length; ) {
    const place = numberAt(bytes, from, 1);
    if (place <= last) throw new NotRows("attributes are out of their order");
    const [name, value] = [at(names, place), partAt(bytes, from + 1)];
    attrs.push([name, toBase64Url(PEOPLE.has(name) ? peopleIn(people, value) : value)]);
    [from, last] = [from + 5 + value.length, place];
  }
  return Object.fromEntries(attrs);
}

function peopleIn(people: readonly Id[], bytes: Bytes): Bytes {
  const ids: Bytes[] = [];
  for (let from = 0; from < bytes.length; ) {
    const { id, next } = idAt(people, bytes, from);
    ids.push(idBytes(id));
    from = next;
  }
  return concat(...ids);
}

/** The statements of an item in their order, each with the wraps that it brought. */
function linksIn(header: Header, chain: Bytes, own: Wrap | null): Link[] {
  const parts = partsOf(chain);
  if (parts.length % 3 !== 0) throw new NotRows("a chain has another form");
  return Array.from({ length: parts.length / 3 }, (_, i) => {
    const [statement, signature, wraps] = parts.slice(3 * i, 3 * i + 3) as [Bytes, Bytes, Bytes];
    return { statementB64u: toBase64Url(statement), signatureB64u: toBase64Url(signature), wraps: partsOf(wraps).map((wrap) => wrapIn(header, wrap, own)) };
  });
}

/** As its statement names it. That which is said without a hash is the one that came: so the wrap that is used is the one that was signed. */
function wrapIn({ roles }: Header, bytes: Bytes, own: Wrap | null): ServedWrap {
  const { id: roleId, next } = idAt(roles, bytes, 0);
  const generation = numberAt(bytes, next, 4);
  const hash = bytes.subarray(next + 4);
  if (hash.length === HASH_BYTES) return { roleId, generation, boxHash: toBase64Url(hash) };
  if (hash.length > 0 || own?.roleId !== roleId || own.generation !== generation) throw new NotRows("a wrap has another name");
  return own;
}

function idAt(listed: readonly Id[], bytes: Bytes, from: number): { readonly id: Id; readonly next: number } {
  const place = numberAt(bytes, from, 2);
  if (place !== ELSEWHERE) return { id: at(listed, place), next: from + 2 };
  return { id: idIn(bytes.subarray(from + 2, from + 2 + ID_BYTES)), next: from + 2 + ID_BYTES };
}

function at<One>(listed: readonly One[], place: number): One {
  const one = listed[place];
  if (one === undefined) throw new NotRows("there is nothing at this place of the header");
  return one;
}

function idIn(bytes: Bytes): Id {
  if (bytes.length !== ID_BYTES) throw new NotRows("an id has another size");
  return idText(bytes);
}
