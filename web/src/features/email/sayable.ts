/**
 * A text as an email can say it.
 *
 * The server refuses what a reader cannot see, and other spaces than the usual one: pasted texts are full of both. Here they
 * are taken out before anybody sees a preview, so that the preview is what arrives. Joiners stay: they are part of how Persian,
 * Arabic and emoji are written.
 */
const UNSEEN = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu;

export function sayableText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/gu, "\n")
    .replace(/(?! )\p{Zs}/gu, " ")
    .replace(UNSEEN, "");
}

export const sayableLine = (text: string): string => sayableText(text).replace(/[\t\n]+/gu, " ").trim();
