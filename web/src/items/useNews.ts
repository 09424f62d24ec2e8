/** The items that others added while the list was open. */
import { useState } from "react";

import type { Item } from "./item";

interface Identified {
  id: string;
}

interface Shown extends Identified {
  item: Pick<Item, "createdBy" | "updatedBy">;
}

export interface News {
  ids: string[];
  seen: () => void;
}

/** Of what is answered it is known what is new, and of what was verified who has added it. */
export function useNews(answers: readonly Identified[] | undefined, rows: readonly Shown[] | undefined, me: string): News {
  const [known, setKnown] = useState<ReadonlySet<string> | null>(null);
  // What the first answer holds is nothing new.
  if (answers && !known) setKnown(idsOf(answers));
  const fresh = known ? newsOf(rows ?? [], known, me) : [];
  return { ids: fresh, seen: () => setKnown(idsOf(answers ?? [])) };
}

const idsOf = (items: readonly Identified[]) => new Set(items.map(({ id }) => id));

/** Until the first statement is known, the author of the newest one stands for that of the first. */
function isOfOthers({ createdBy, updatedBy }: Shown["item"], me: string): boolean {
  const author = createdBy ?? updatedBy;
  return author !== null && author !== me;
}

export const newsOf = (rows: readonly Shown[], known: ReadonlySet<string>, me: string): string[] =>
  rows.filter(({ id, item }) => !known.has(id) && isOfOthers(item, me)).map(({ id }) => id);
