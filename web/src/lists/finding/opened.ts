/** What was opened last in this browser, by account: ids and nothing else. */
import { keep, recall } from "../../browser/preferences";

const MOST = 20;

const nameOf = (accountId: string): string => `opened.${accountId}`;

/** The latest first. */
export const lastOpened = (accountId: string): readonly string[] => recall<string[]>(nameOf(accountId), []);

export function noteOpened(accountId: string, id: string): void {
  keep(nameOf(accountId), [id, ...lastOpened(accountId).filter((one) => one !== id)].slice(0, MOST));
}

/** What was opened lately comes first, the latest of it at the top; the rest stays in its order. */
export function recentFirst<Item>(items: readonly Item[], idOf: (item: Item) => string, opened: readonly string[]): Item[] {
  const place = (item: Item) => {
    const at = opened.indexOf(idOf(item));
    return at < 0 ? opened.length : at;
  };
  return [...items].sort((a, b) => place(a) - place(b));
}
