/** What of the list stands in the address: it is there again after a reload and a lock, and by a link. */
import { useCallback, useMemo } from "react";

import { useAddress, type Address } from "../../components/useAddress";
import { readFilter, writeFilter, type DocumentFilter } from "./filters";

export interface ListAddress extends Address {
  filter: DocumentFilter;
  setFilter: (change: Partial<DocumentFilter>) => void;
  openId: string | null;
  /** Opens a document beside the list; nothing closes it. */
  open: (id: string | null) => void;
  isGallery: boolean;
  isCreating: boolean;
  setCreating: (creating: boolean) => void;
}

export function useListAddress(): ListAddress {
  const { query, change } = useAddress();
  const filter = useMemo(() => readFilter(query), [query]);

  const open = useCallback(
    (id: string | null) =>
      change((next) => {
        if (id) next.set("open", id);
        else next.delete("open");
        next.delete("new");
      }),
    [change],
  );

  return {
    query,
    change,
    filter,
    setFilter: (changed) => change((next) => writeFilter(next, { ...filter, ...changed })),
    openId: query.get("open"),
    open,
    isGallery: query.get("view") === "gallery",
    isCreating: query.has("new"),
    setCreating: (creating) =>
      change((next) => {
        if (creating) next.set("new", "");
        else next.delete("new");
      }),
  };
}

/** The same question to the list, shown in another way. */
export function shownAs(query: URLSearchParams, view: string | null): string {
  const next = new URLSearchParams(query);
  if (view) next.set("view", view);
  else next.delete("view");
  return `/documents?${next}`;
}
