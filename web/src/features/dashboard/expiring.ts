/** Documents with a last day in the coming year or behind it, in the order of their days. */
import type { DocumentItem } from "../../api/documents";
import { daysBetween, type Day } from "../../dates/days";

export interface Expiring {
  item: DocumentItem;
  day: Day;
  /** Days from today; below zero it is over. */
  left: number;
}

const YEAR = 365;
/** What ran out long ago is no news any more; the list still has it. */
const LONG_AGO = -60;

export function expiringOf(items: readonly DocumentItem[], today: Day): Expiring[] {
  return items
    .flatMap((item) => {
      if (item.lifecycle !== "active" || !item.expiresOn) return [];
      const left = daysBetween(today, item.expiresOn);
      return left >= LONG_AGO && left <= YEAR ? [{ item, day: item.expiresOn, left }] : [];
    })
    .sort((a, b) => a.left - b.left);
}

export interface Placed extends Expiring {
  /** From 0 to 1 along the line. */
  at: number;
  /** The step of its label, 0 nearest to the line; none when there is no room. */
  level: number | null;
}

/** Where each stands on the line, and the first label steps that are free. */
export function place(documents: readonly Expiring[], labelWidth: number, levels: number): Placed[] {
  const from = LONG_AGO;
  const free = Array.from({ length: levels }, () => -Infinity);
  return documents.map((document) => {
    const at = (document.left - from) / (YEAR - from);
    const level = free.findIndex((end) => end <= at);
    // A label at the very end would be cut.
    if (level < 0 || at + labelWidth > 1.04) return { ...document, at, level: null };
    free[level] = at + labelWidth;
    return { ...document, at, level };
  });
}
