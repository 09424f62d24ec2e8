/** What crosses between the page and the desk worker, beside what the desk itself says. */
import type { CopyOwner } from "../keyring/copies.ts";
import type { KeptRow } from "../keyring/contract.ts";
import type { CopyNote } from "./copy/copy.ts";
import type { FromDesk, FromKeys, ToDesk } from "./messages.ts";
import type { Kind, Opened } from "./row.ts";

/** Said first; and in answer to whoever asks whether it lives. */
export const ALIVE = "alive";
export const ASK = "ask";

/** A row of the copy, as far as the page needs it to have it judged. */
export type Recalled = KeptRow & Pick<Opened, "version" | "word">;

/** A language is said first, and again when its person takes another. */
export type ToWorker =
  | { readonly language: string }
  | { readonly keys: FromKeys }
  | { readonly desk: ToDesk }
  /** Whose copy it keeps, and the way to have its boxes sealed and opened. */
  | { readonly copy: CopyOwner; readonly port: MessagePort }
  | { readonly recall: Kind }
  /** Those of what was recalled that stand. */
  | { readonly keep: Kind; readonly ids: readonly string[] }
  /** Nobody looks, or the keys are about to go: what waits to be written is written now. */
  | { readonly rest: number }
  | typeof ASK;
export type FromWorker = FromDesk | { readonly recalled: Kind; readonly rows: readonly Recalled[] } | { readonly copy: CopyNote } | { readonly rested: number } | typeof ALIVE;
