/** The browser's names of countries and languages; it throws at what is no code, and the server can say anything. */

/** "Switzerland", in the language of the reader; what is no code stays as it is. */
export const regionName = (code: string, language: string): string => named(code, language, "region", /^[A-Z]{2}$/);

/** "French", in the language of the reader; what is no code stays as it is. */
export const languageName = (code: string, language: string): string => named(code, language, "language", /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/);

function named(code: string, language: string, type: "region" | "language", form: RegExp): string {
  return form.test(code) ? (new Intl.DisplayNames([language], { type, fallback: "code" }).of(code) ?? code) : code;
}
