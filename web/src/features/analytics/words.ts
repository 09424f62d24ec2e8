/** How numbers of this page are written. */
import { latin } from "../../dates/settings";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** Bytes in the largest unit of which there is one. */
export function bytesInWords(bytes: number, language: string): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat(latin(language), { style: "unit", unit: UNITS[power] ?? "byte", unitDisplay: "short", maximumFractionDigits: 1 }).format(bytes / 1000 ** power);
}
