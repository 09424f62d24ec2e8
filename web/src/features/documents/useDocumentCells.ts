/** Changes of documents in the list itself. */
import { useMemo } from "react";

import type { Day } from "../../dates/days";
import { useCellEdits, type CellEdits, type CellWriting } from "../../items/useCellEdits";
import { cellPatch, contentsOf, isCellName, saying } from "./cells";
import type { Contents } from "./contents";
import type { DocumentRow } from "./rows";
import { useRevise, type Clash } from "./useRevise";

export function useDocumentCells(
  rows: DocumentRow[] | undefined,
  today: Day,
  onClash: (id: string, clash: Clash) => void,
): CellEdits<DocumentRow> {
  const revise = useRevise();
  const writing = useMemo<CellWriting<DocumentRow, Contents>>(
    () => ({
      revise,
      contentsOf,
      patchOf: (column, value) => (isCellName(column) ? cellPatch(column, value) : null),
      saying: (row, contents) => saying(row, contents, today),
    }),
    [revise, today],
  );
  return useCellEdits<DocumentRow, Contents>(rows, writing, onClash);
}
