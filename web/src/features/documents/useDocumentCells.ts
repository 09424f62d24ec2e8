/** Changes of documents in the list itself. */
import { useMemo } from "react";

import type { Day } from "../../dates/days";
import type { CellWriting } from "../../lists/useActs";
import { cellPatch, contentsOf, isCellName, saying } from "./cells";
import { contentsFrom, membersOf, type Contents } from "./contents";
import type { DocumentRow } from "./rows";
import { useRevise } from "./useRevise";

export function useDocumentCells(today: Day): CellWriting<DocumentRow, Contents> {
  const revise = useRevise();
  return useMemo(
    () => ({
      revise,
      membersOf,
      contentsFrom,
      contentsOf,
      patchOf: (column, value) => (isCellName(column) ? cellPatch(column, value) : null),
      saying: (row, contents) => saying(row, contents, today),
    }),
    [revise, today],
  );
}
