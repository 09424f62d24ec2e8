/** The same acts, telling the desk what they have ended: whoever has deleted it does not wait until the next answer leaves it out. */
import { useMemo } from "react";

import { useDesk } from "../../desk/react";
import type { Kind } from "../../desk/row";
import type { Item } from "../item";
import type { BinActs } from "../useItemActs";

export function useEnding<One extends Item, Acts extends BinActs<One>>(kind: Kind, acts: Acts): Acts {
  const { keys } = useDesk();
  return useMemo(
    () => ({
      ...acts,
      async remove(...given: Parameters<BinActs<One>["remove"]>) {
        const result = await acts.remove(...given);
        if (result.done.length > 0) keys({ end: kind, rows: result.done.map(({ id, revision }) => ({ id, revision })) });
        return result;
      },
    }),
    [acts, keys, kind],
  );
}
