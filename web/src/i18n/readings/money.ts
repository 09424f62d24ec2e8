/** Amounts as they are typed, and as they are kept: whole minor units, so that nothing is rounded. */
import type { Say } from "../say";
import { toLatinDigits } from "./digits";
import { reading, type Reading } from "./reading";

/** How many digits a currency has after its point: none for yen, three for dinars. */
function digitsOf(currency: string): number {
  try {
    return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** Takes `1200`, `1,200.50`, `1.200,50` and `1 200,50`; null for what is no amount. */
export function readAmount(text: string, currency: string): number | null {
  const bare = toLatinDigits(text).replace(/[\s\u00a0\u202f'’]/g, "");
  const match = /^(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d{1,3}))?$/.exec(bare);
  if (!match) return null;
  const digits = digitsOf(currency);
  const [, whole = "", part = ""] = match;
  if (part.length > digits) return null;
  const minor = Number(whole.replace(/[.,]/g, "") + part.padEnd(digits, "0"));
  return Number.isSafeInteger(minor) ? minor : null;
}

/** As it can be typed again. */
export function writeAmount(minor: number, currency: string): string {
  const digits = digitsOf(currency);
  return digits === 0 ? String(minor) : `${Math.trunc(minor / 10 ** digits)}.${String(minor % 10 ** digits).padStart(digits, "0")}`;
}

export const amountReading = (say: Say, text: string, currency: string): Reading<number> =>
  reading(
    text,
    (typed) => readAmount(typed, currency),
    () => say("money.wrong", "Enter an amount in {currency}, such as {example}.", { currency, example: writeAmount(120_050, currency) }),
  );

/** Money without a field for its currency: the amount, with the currency before or after it where somebody writes one. */
export const moneyReading = (say: Say, text: string): Reading<string> =>
  reading(
    text,
    (typed) => {
      const bare = toLatinDigits(typed).replace(/^(?:\p{Sc}|[A-Z]{3})\s*|\s*(?:\p{Sc}|[A-Z]{3})$/gu, "");
      return readAmount(bare, "EUR") === null ? null : typed;
    },
    () => say("money.none", "Enter an amount, such as 1200, 1,200.50 or 1,200.50 EUR."),
  );
