/** The border at which opened contents leave for the page: what does not have the form of its kind never comes past it. */
import type { Document } from "../../crypto/record.ts";
import { FAULTS } from "../../payloads/faults.ts";
import type { Check } from "../../payloads/fit.ts";

/** Signed by its author, opened by its key, and nothing that a screen could show. */
class Unfit extends Error {
  /** The first member that does not fit; never what stands there. */
  readonly kind: string;

  constructor(path: string) {
    super("This record does not have the form that Coffer expects.");
    this.name = "Unfit";
    this.kind = path;
  }
}

const faults: Readonly<Record<string, Check | undefined>> = FAULTS;

export function decoded(kind: string, contents: Document): Document {
  const path = faults[kind]?.(contents) ?? null;
  if (path !== null) throw new Unfit(path);
  return contents;
}
