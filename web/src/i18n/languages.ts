/** The languages the app speaks, and how one of them is put on. */
import { i18n } from "@lingui/core";

import { ofBrowser } from "../browser/shelf";
import { putOn } from "./words";

export const LANGUAGES = {
  en: { name: "English" },
  de: { name: "Deutsch" },
  fr: { name: "Français" },
  es: { name: "Español" },
  ar: { name: "العربية" },
} as const;

export type Language = keyof typeof LANGUAGES;

const STORED = "coffer.language";

export const isLanguage = (code: string | null | undefined): code is Language => typeof code === "string" && code in LANGUAGES;

/** What was chosen here, else what the browser asks for. */
export function preferredLanguage(): Language {
  const stored = ofBrowser.get(STORED);
  if (isLanguage(stored)) return stored;
  const wanted = navigator.languages.map((code) => code.split("-")[0]).find(isLanguage);
  return wanted ?? "en";
}

/** A text that no catalogue holds is shown as the code has it; the English one holds no others. */
i18n.setMessagesCompiler((text) => [text]);

export async function speak(language: Language): Promise<void> {
  await putOn(language);
  ofBrowser.set(STORED, language);
  document.documentElement.lang = language;
  document.documentElement.dir = language === "ar" ? "rtl" : "ltr";
}
