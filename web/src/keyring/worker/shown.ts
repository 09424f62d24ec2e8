/** Of an item, what showing it takes: its statements stay behind until they are verified. */
import type { Sealed, SealedItem } from "../contract.ts";

export type Shown = Omit<Sealed, "attrs" | "attrsSaltB64u" | "statementB64u" | "signatureB64u">;

/** The newest statement of an item, by its own word: the record and what was said about it later. */
export function shownOf({ sealed, later }: SealedItem): Shown {
  const { id, revision, contentRevision, schema, ivB64u, saltB64u, dataB64u, wraps } = sealed;
  return { id, revision: revision + later.length, contentRevision, schema, ivB64u, saltB64u, dataB64u, wraps };
}
