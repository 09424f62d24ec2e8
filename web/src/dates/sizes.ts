/** Amounts of bytes in words: sizes of files as people count them, and limits as plans give them. */
import { numbersIn } from "./amounts";
import { latin } from "./moments";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

const POWERS = ["", "Ki", "Mi", "Gi", "Ti"] as const;

/** A limit is a round number of its own unit: 2 GiB, and not 2.1 GB. */
export function formatLimit(bytes: number, language: string): string {
  let value = bytes;
  let power = 0;
  while (value >= 1024 && power < POWERS.length - 1) {
    value /= 1024;
    power += 1;
  }
  const amount = numbersIn(latin(language), { maximumFractionDigits: 1 }).format(value);
  // French counts octets.
  return `${amount}\u00a0${POWERS[power] ?? ""}${language === "fr" ? "o" : "B"}`;
}

export function formatBytes(bytes: number, language: string): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return numbersIn(latin(language), {
    style: "unit",
    unit: UNITS[unit] ?? "byte",
    unitDisplay: unit === 0 ? "long" : "short",
    maximumFractionDigits: unit > 1 && value < 100 ? 1 : 0,
  }).format(value);
}
