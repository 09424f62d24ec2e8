/**
 * What the query of the address says of a page: what is open over it, and what narrows it. Ids and keys only.
 *
 * What is opened over a page is an entry of its own in the history, so that Back closes it. Closed in another way it takes the
 * entry along; all else changes the entry that is there.
 */
import { useCallback } from "react";
import { useNavigate, useSearchParams } from "react-router";

import { afterStep, stepBack } from "./back";

/** An item beside the list, or a form for a new one. */
const OVER = ["open", "new"];

const isOver = (query: URLSearchParams): boolean => OVER.some((name) => query.has(name));

function under(query: URLSearchParams): string {
  const next = new URLSearchParams(query);
  for (const name of OVER) next.delete(name);
  return next.toString();
}

/** What the page below said when something was opened over it; nothing where a link came here at once. */
const openedOver = (): string | undefined => (history.state as { usr?: { over?: string } | null } | null)?.usr?.over;

export interface Address {
  query: URLSearchParams;
  change: (how: (next: URLSearchParams) => void) => void;
}

export function useAddress(): Address {
  const [query] = useSearchParams();
  const navigate = useNavigate();

  const change = useCallback(
    (how: (next: URLSearchParams) => void) =>
      afterStep(() => {
        // As it is now: it may have changed since the page was drawn.
        const now = new URLSearchParams(location.search);
        const next = new URLSearchParams(now);
        how(next);
        const over = openedOver();
        if (isOver(now) && !isOver(next) && over === next.toString()) return stepBack();
        const opens = !isOver(now) && isOver(next);
        const state = opens ? { over: under(now) } : isOver(next) && over !== undefined ? { over } : null;
        void navigate({ search: next.toString() }, { replace: !opens, state });
      }),
    [navigate],
  );

  return { query, change };
}
