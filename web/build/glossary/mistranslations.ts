/** Messages of a translated catalogue that say a term of the glossary another way than the rest. */
import { NEVER, TRANSLATIONS, type Language } from "./translations.ts";

export type Messages = ReadonlyMap<string, string>;

/** What a reader sees of a message: its names of values are for the code, and where a long word may be broken is for the browser. */
const read = (text: string): string => text.replace(/\u00ad/g, "").replace(/\{\s*\w+\s*,\s*\w+\s*,/g, " ").replace(/\{\w+\}/g, " ");

const isFixed = (id: string): boolean => id.startsWith("fixed.");

/** One line for each, with the text. Texts that the specification fixes are translated freely. */
export function mistranslations(language: Language, english: Messages, translated: Messages): string[] {
  return [...translated].flatMap(([id, text]) => {
    const source = read(english.get(id) ?? "");
    const never = NEVER[language].exec(read(text))?.[0];
    const missing = isFixed(id)
      ? []
      : TRANSLATIONS.filter((term) => term.english.test(source) && !(id in (term.except ?? {})) && !term.says[language].test(read(text)));
    return [
      ...(never === undefined ? [] : [`${id}: "${never}" in "${text}"`]),
      ...missing.map((term) => `${id}: ${String(term.english)} is not ${String(term.says[language])} in "${text}"`),
    ];
  });
}
