/** Which items others added while a list was open. */
import type { Item } from "../item";

interface Shown {
  id: string;
  item: Pick<Item, "createdBy" | "updatedBy">;
}

/** Until the first statement is known, the author of the newest one stands for that of the first. */
function isOfOthers({ createdBy, updatedBy }: Shown["item"], me: string): boolean {
  const author = createdBy ?? updatedBy;
  return author !== null && author !== me;
}

export const newsOf = (rows: readonly Shown[], known: ReadonlySet<string>, me: string): string[] =>
  rows.filter(({ id, item }) => !known.has(id) && isOfOthers(item, me)).map(({ id }) => id);
