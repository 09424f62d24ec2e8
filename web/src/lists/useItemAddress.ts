/** What the address of a list says: which item is open, whether one is being made, and what narrows the list. Ids and keys only. */
import { useCallback, useMemo } from "react";

import { useAddress } from "../components/useAddress";

export interface ItemAddress {
  query: URLSearchParams;
  openId: string | null;
  /** Opens an item beside the list; nothing closes it. */
  open: (id: string | null) => void;
  isCreating: boolean;
  setCreating: (creating: boolean) => void;
  /** The answers that pass, by question. */
  chosen: (question: string) => string[];
  choose: (question: string, answers: readonly string[]) => void;
}

export function useItemAddress(): ItemAddress {
  const { query, change } = useAddress();
  const open = useCallback(
    (id: string | null) =>
      change((next) => {
        if (id) next.set("open", id);
        else next.delete("open");
        next.delete("new");
      }),
    [change],
  );

  return useMemo(
    () => ({
      query,
      openId: query.get("open"),
      open,
      isCreating: query.has("new"),
      setCreating: (creating) =>
        change((next) => {
          if (creating) next.set("new", "");
          else next.delete("new");
        }),
      chosen: (question) => (query.get(question) ?? "").split(",").filter(Boolean),
      choose: (question, answers) =>
        change((next) => {
          if (answers.length > 0) next.set(question, answers.join(","));
          else next.delete(question);
        }),
    }),
    [query, open, change],
  );
}
