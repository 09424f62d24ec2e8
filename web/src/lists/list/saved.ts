/** The saved filter that the address of a list names. What it asks is told by `SavedFilterChip`, so that no list waits for those that have none. */
import { createElement, useState, type ReactNode } from "react";

import { Aside } from "../../components/Border";
import { part } from "../../components/part";
import type { Kind } from "../../desk/row";
import type { Node } from "../../desk/where";

/** In the place of a question that is not known yet, or that cannot be asked: it finds nothing. */
const NOTHING: readonly Node[] = [{ any: [] }];
const NO_QUESTION: readonly Node[] = [];

export interface Told {
  id: string;
  /** Null where it cannot be asked here. */
  where: Node | null;
}

export interface Saved {
  id: string | null;
  where: readonly Node[];
  isKnown: boolean;
  tell: (told: Told) => void;
}

export function useSaved(query: URLSearchParams): Saved {
  const id = query.get("filter");
  const [told, tell] = useState<Told | null>(null);
  const isKnown = id === null || told?.id === id;
  return { id, where: id === null ? NO_QUESTION : isKnown && told?.where ? [told.where] : NOTHING, isKnown, tell };
}

const SavedFilterChip = part(() => import("../SavedFilterChip"));

export const SavedChip = ({ kind, saved: { id, tell } }: { kind: Kind; saved: Saved }): ReactNode =>
  id !== null && createElement(Aside, null, createElement(SavedFilterChip, { key: id, kind, id, tell }));
