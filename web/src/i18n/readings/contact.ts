/** Ways to reach somebody, in the forms that lead there. */
import type { Say } from "../say";
import { mailFault } from "./mail";

/** Nothing wrong with an address that is not there. */
export const emailFault = (say: Say, text: string): string | undefined => (text.trim() ? mailFault(say, text) : undefined);

/** At least three digits; letters too, because some numbers are given as words ("0800 FLOWERS"). */
export function phoneFault(say: Say, text: string): string | undefined {
  const digits = text.match(/\p{Nd}/gu)?.length ?? 0;
  if (!text.trim() || (digits >= 3 && /^[\p{L}\p{Nd}\s+()./\-*#,;:x‑–]+$/u.test(text))) return undefined;
  return say("phone.wrong", "Enter a valid phone number, such as +49 30 1234567.");
}

/** With or without `https://`: a name with a point in it, or an address of a computer. */
export function webFault(say: Say, text: string): string | undefined {
  const typed = text.trim();
  if (!typed || leadsSomewhere(typed)) return undefined;
  return say("web.wrong", "Enter a valid web address, such as example.com or https://example.com/page.");
}

function leadsSomewhere(typed: string): boolean {
  if (/\s/.test(typed)) return false;
  const address = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  return address !== null && /^https?:$/.test(address.protocol) && /[^.]\.[^.]/.test(address.hostname);
}
