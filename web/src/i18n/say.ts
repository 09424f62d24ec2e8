/** Every word the app shows passes through here: an id, and the English that stands for it in the code. */
import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";

export type Values = Record<string, string | number | Date | null | undefined>;
export type Say = (id: string, message: string, values?: Values) => string;

/** One function per language: what depends on it is made anew exactly when the language changes. */
const voices = new Map<string, Say>();

export function voice(locale: string): Say {
  const known = voices.get(locale);
  if (known) return known;
  const say: Say = (id, message, values) => i18n._({ id, message, values });
  voices.set(locale, say);
  return say;
}

export function useSay(): Say {
  return voice(useLingui().i18n.locale);
}
