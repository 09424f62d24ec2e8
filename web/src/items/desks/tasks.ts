/** Where tasks are thrown away and brought back. */
import { useMemo } from "react";

import { useDeleteTasksMutation, whole, type TaskItem } from "../../api/tasks";
import type { TaskBulk } from "../../api/workspace.generated";
import type { BulkAnswer } from "../bulk";
import type { BinDesk } from "../useItemActs";
import { attributesOf } from "./taskAttributes";

export function wholeAll({ data, error }: { data?: TaskBulk; error?: unknown }): BulkAnswer<TaskItem> {
  return { error, data: data && { ...data, data: data.data.map(whole) } };
}

export function useTaskDesk(): BinDesk<TaskItem> {
  const [remove] = useDeleteTasksMutation();
  return useMemo(
    () => ({
      kind: "task",
      attributesOf: (item) => attributesOf(item),
      whole,
      remove: async (items) => wholeAll(await remove({ binMoves: { items } })),
      restore: async (items) => wholeAll(await remove({ binMoves: { items, restore: true } })),
      purge: async (items) => wholeAll(await remove({ binMoves: { items: items.map(({ id }) => ({ id })), purge: true } })),
    }),
    [remove],
  );
}
