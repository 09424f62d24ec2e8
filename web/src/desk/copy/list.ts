/** Which boxes of a copy are in force: sealed itself, so that no box of another day passes for one of them. */
import type { KeptBox } from "../../keyring/copies.ts";
import type { Kind } from "../row.ts";

/** Another one, and what lies there is dropped: of what a list holds, of what a box does, or of how texts are folded. */
const FORMAT = 2;

/** A box by its number, which is used once, and its salt, on which its key hangs. */
export type InForce = readonly [counter: number, salt: string];

export interface KindBoxes {
  /** Of the kind: what it makes of its contents may be another one in the next version of the app. */
  readonly version: number;
  readonly boxes: readonly InForce[];
}

export interface CopyList {
  /** The number that the next box has. */
  readonly next: number;
  readonly kinds: Readonly<Partial<Record<Kind, KindBoxes>>>;
}

export const EMPTY: CopyList = { next: 1, kinds: {} };

export const listText = (list: CopyList): string => JSON.stringify({ format: FORMAT, ...list });

/** Null where it has another form. */
export function listIn(text: string): CopyList | null {
  const { format, next, kinds } = (JSON.parse(text) ?? {}) as { readonly format?: unknown } & CopyList;
  return format === FORMAT ? { next, kinds } : null;
}

/** Whoever writes to the disk puts there whatever they like. */
export function isKept(found: unknown): found is KeptBox {
  const { counter, box } = (found ?? {}) as Partial<KeptBox>;
  return Number.isSafeInteger(counter) && Number(counter) >= 0 && [box?.saltB64u, box?.ivB64u, box?.dataB64u].every((part) => typeof part === "string");
}

export const inForce = ({ counter, box }: KeptBox): InForce => [counter, box.saltB64u];
