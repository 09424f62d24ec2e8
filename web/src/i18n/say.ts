/** Every word the app shows passes through here: an id, and the English that stands for it in the code. */
import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";

export type Values = Record<string, string | number | Date | null | undefined>;

declare const fixed: unique symbol;

/** Words of the catalogue and nothing else: no value is among them, so nothing that a person wrote. */
export type FixedWords = string & { readonly [fixed]: true };

export type Say = (id: string, message: string, values?: Values) => string;

/** What the app says with: a `Say` that tells its fixed words from all others. */
export interface Voice {
  (id: string, message: string): FixedWords;
  (id: string, message: string, values: Values | undefined): string;
}

/** One function per language, so dependants are recomputed exactly when the language changes. */
const voices = new Map<string, Voice>();

export function voice(locale: string): Voice {
  const known = voices.get(locale);
  if (known) return known;
  // What fails before any language is there is said in that of the code.
  const say = ((id: string, message: string, values?: Values) => (locale ? i18n._({ id, message, values }) : message)) as Voice;
  voices.set(locale, say);
  return say;
}

export function useSay(): Voice {
  return voice(useLingui().i18n.locale);
}
