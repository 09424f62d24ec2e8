/** How the documents are called that tasks point at. */
import { useMemo } from "react";

import { useDocuments } from "../../lists/list/useDocuments";
import { useTitles } from "../../lists/list/useTitles";
import type { Named } from "../../lists/tasks/names";

/** The documents with these ids that this device can open. */
export function useDocumentNames(ids: readonly string[]): readonly Named[] {
  useDocuments({ skip: ids.length === 0 });
  return useTitles("document", ids);
}

/** The documents that some tasks point at. */
export const useLinked = (rows: readonly { item: { documentIds: readonly string[] } }[]): readonly Named[] =>
  useDocumentNames(useMemo(() => [...new Set(rows.flatMap(({ item }) => item.documentIds))], [rows]));
