/** The items that others added while the list was open. */
import { useState } from "react";

import type { Item } from "./item";

type Added = Pick<Item, "id" | "createdBy">;

export interface News {
  ids: string[];
  seen: () => void;
}

export function useNews(items: readonly Added[] | undefined, me: string): News {
  const [known, setKnown] = useState<ReadonlySet<string> | null>(null);
  // What the first answer holds is nothing new.
  if (items && !known) setKnown(idsOf(items));
  const fresh = known ? newsOf(items ?? [], known, me) : [];
  return { ids: fresh, seen: () => setKnown(idsOf(items ?? [])) };
}

const idsOf = (items: readonly Added[]) => new Set(items.map(({ id }) => id));

export const newsOf = (items: readonly Added[], known: ReadonlySet<string>, me: string): string[] =>
  items.filter(({ id, createdBy }) => !known.has(id) && createdBy !== me).map(({ id }) => id);
