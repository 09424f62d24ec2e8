/** The border of contents: what does not have the form of its kind neither leaves for the page nor is sealed. */
import { CryptoError } from "../../crypto/errors.ts";
import type { Document } from "../../crypto/record.ts";
import type { Check } from "../../payloads/fit.ts";
import { PAYLOADS, type PayloadKind } from "../../payloads/kinds.generated.ts";
import { UPGRADES, type Upgrades } from "../../payloads/upgrades.ts";

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

interface Form {
  readonly version: number;
  readonly fault: Check;
}

/** What this app knows of each kind; a test has versions that nobody has written yet. */
export interface Forms {
  readonly of: Readonly<Record<string, Form | undefined>>;
  readonly upgrades: Upgrades;
}

const FORMS: Forms = { of: PAYLOADS, upgrades: UPGRADES };

function formOf(kind: string, { of }: Forms): Form {
  const form = of[kind];
  if (!form) throw new CryptoError("invalid_argument", "Coffer knows no records of this kind.");
  return form;
}

/** Before anything is opened: whoever reads less of an item than there is would write less of it back. */
export function demandReadable(kind: string, schema: number, forms = FORMS): void {
  if (schema > formOf(kind, forms).version) throw new CryptoError("unimplemented", "This item was written by a newer version. Update the application.");
}

/** Opened contents of the version that their statement names, in the newest one. */
export function decoded(kind: string, schema: number, contents: Document, forms = FORMS): Document {
  demandReadable(kind, schema, forms);
  const { version, fault } = formOf(kind, forms);
  // The one is signed and the other sealed: whoever wrote both wrote the same.
  if (contents["v"] !== schema) throw new Unfit("v");
  let now = contents;
  for (let written = schema; written < version; written += 1) {
    const upgrade = forms.upgrades[kind as PayloadKind]?.[written];
    if (!upgrade) throw new Unfit("v");
    now = upgrade(now);
  }
  demandFit(now, fault);
  return now;
}

/** Contents on their way into a box. The version in which they are written: the newest, and never one below that of the content before. */
export function demandWritable(kind: string, contents: Document, before?: number, forms = FORMS): number {
  if (before !== undefined) demandReadable(kind, before, forms);
  const { version, fault } = formOf(kind, forms);
  demandFit(contents, fault);
  return version;
}

function demandFit(contents: Document, fault: Check): void {
  const path = fault(contents);
  if (path !== null) throw new Unfit(path);
}
