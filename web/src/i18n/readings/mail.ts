/** The form of an e-mail address, by the limits of the specification. */
import type { Say } from "../say";

const FORM = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

export function isMail(text: string): boolean {
  const local = text.slice(0, text.lastIndexOf("@"));
  return text.length <= 254 && local.length <= 64 && FORM.test(text);
}

/** The email address in typed text, or in a URL parameter. */
export function mailOf(text: string): string | undefined {
  const address = text.trim();
  return isMail(address) ? address : undefined;
}

export function mailFault(say: Say, text: string): string | undefined {
  if (text.trim() === "") return say("auth.email.missing", "Enter your email address.");
  return mailOf(text) !== undefined ? undefined : say("auth.email.wrong", "Enter a valid email address.");
}
