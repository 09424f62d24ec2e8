/** How a person has arranged the columns of a list on this browser. */
import { useCallback, useEffect, useState } from "react";

import { arrange, keepArrangement, recallArrangement, type Arrangement, type Column } from "./columns";

export type Rearrange = (change: Partial<Arrangement>) => void;

/** `name`: under which it is kept. `sort`: as long as nobody has sorted the list otherwise. */
export function useArrangement<Row>(name: string, columns: readonly Column<Row>[], sort: Arrangement["sort"]): [Arrangement, Rearrange] {
  const [arrangement, setArrangement] = useState(() => arrange(columns, recallArrangement(name), sort));
  useEffect(() => keepArrangement(name, arrangement), [name, arrangement]);
  const rearrange = useCallback((change: Partial<Arrangement>) => setArrangement((current) => ({ ...current, ...change })), []);
  return [arrangement, rearrange];
}
