/** Formats of distances in time and of numbers, which no page before the sign-in has. */
import { madeOnce } from "./formats";

export const distancesIn = madeOnce((locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options));
export const numbersIn = madeOnce((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
