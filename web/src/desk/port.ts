/** What crosses between the page and the desk worker, beside what the desk itself says. */
import type { FromDesk, FromKeys, ToDesk } from "./messages.ts";

/** Said first; and in answer to whoever asks whether it lives. */
export const ALIVE = "alive";
export const ASK = "ask";

/** A language is said first, and again when its person takes another. */
export type ToWorker = { readonly language: string } | { readonly keys: FromKeys } | { readonly desk: ToDesk } | typeof ASK;
export type FromWorker = FromDesk | typeof ALIVE;
