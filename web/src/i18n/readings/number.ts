/** Numbers, whole ones within limits and others as people write them. */
import type { Say } from "../say";
import { toLatinDigits } from "./digits";
import { reading, type Reading } from "./reading";

export interface Limits {
  least: number;
  most: number;
}

export function wholeReading(say: Say, text: string, { least, most }: Limits): Reading<number> {
  return reading(
    text,
    (typed) => {
      const digits = toLatinDigits(typed);
      const value = /^\d{1,9}$/.test(digits) ? Number(digits) : null;
      return value !== null && value >= least && value <= most ? value : null;
    },
    () => say("number.wrong", "Enter a whole number from {least} to {most}.", { least, most }),
  );
}

/** `1200`, `-3.5`, `1,200.50` or `1.200,50`. */
const NUMBER = /^[+-]?(\d{1,3}(?:[.,'’\s]\d{3})+|\d+)(?:[.,]\d+)?$/;

export const numberReading = (say: Say, text: string): Reading<string> =>
  reading(
    text,
    (typed) => (NUMBER.test(toLatinDigits(typed).replace(/[\u00a0\u202f]/g, " ")) ? typed : null),
    () => say("number.none", "Enter a number, such as 1200 or 12.5, without a unit."),
  );
