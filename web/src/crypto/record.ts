/**
 * The body of a record: one box with all its secret fields.
 *
 * Fields can not be swapped between records, within one, or between revisions, because there is one box per
 * content revision, bound to its place. A file's manifest is such a record of the kind `file`.
 */
import { open, seal, type Box } from "./box.ts";
import { textOf, utf8 } from "./bytes.ts";
import type { ContentRevision, DataKey } from "./contentWrap.ts";
import { damaged } from "./errors.ts";
import { padDocument, unpadDocument } from "./padding.ts";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined };
export type Document = { readonly [name: string]: Json | undefined };

export interface RecordPlace extends ContentRevision {
  readonly schema: number;
}

/** JSON with the members of every object in the order of their names. */
export function sortedJson(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(sortedJson).join(",")}]`;
  const members = Object.keys(value).sort().flatMap((name) => {
    const member = value[name];
    return member === undefined ? [] : [`${JSON.stringify(name)}:${sortedJson(member)}`];
  });
  return `{${members.join(",")}}`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function context({ account, kind, id, contentRevision, schema }: RecordPlace) {
  return { account, kind, id, contentRevision, schema };
}

export function sealRecordBody(dek: DataKey, place: RecordPlace, document: Document): Promise<Box> {
  return seal(dek, "record", context(place), padDocument(utf8(sortedJson(document))));
}

export async function openRecordBody(dek: DataKey, place: RecordPlace, box: Box): Promise<Document> {
  const document = unpadDocument(await open(dek, "record", context(place), box));
  let parsed: unknown;
  try {
    parsed = JSON.parse(textOf(document));
  } catch {
    throw damaged();
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw damaged();
  return parsed as Document;
}
