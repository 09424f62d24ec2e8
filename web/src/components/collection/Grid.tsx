/** A list whose rows are all here: it sorts them itself. */
import { useEffect } from "react";

import { useArrangement } from "./useArrangement";
import type { Arrangement } from "./columns";
import { useSorted } from "./source";
import { WindowGrid, type GridParts } from "./WindowGrid";

export interface GridProps<Row> extends GridParts<Row> {
  /** Under which the arrangement of the columns is kept. */
  name: string;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  groupOf?: (row: Row) => string;
  sort?: Arrangement["sort"];
  onOrder?: (ids: string[]) => void;
}

const UNSORTED: Arrangement["sort"] = [];

export function Grid<Row>({ name, rows, rowId, groupOf, sort = UNSORTED, onOrder, ...parts }: GridProps<Row>) {
  const [arrangement, arrange] = useArrangement(name, parts.columns, sort);
  const { source, ids } = useSorted({ rows, columns: parts.columns, rowId, groupOf, sort: arrangement.sort });
  useEffect(() => onOrder?.(ids), [ids, onOrder]);
  return <WindowGrid {...parts} source={source} arrangement={arrangement} onArrange={arrange} />;
}
