/** Where tasks are thrown away and brought back. */
import { useMemo } from "react";

import { answered, useDeleteTasksMutation } from "../../api/tasks";
import type { TaskBulk, TaskAnswer as Sent } from "../../api/workspace.generated";
import { useKeyring } from "../../keyring/react";
import { TASK, type TaskItem } from "../kinds/task";
import { purged, readBulk, readItem, type Verifier } from "../read";
import type { BinDesk } from "../useItemActs";

export function readTasks(keyring: Verifier, { data, error }: { data?: TaskBulk; error?: unknown }) {
  return readBulk(keyring, TASK, { error, data: data && { ...data, data: data.data.map(answered) } });
}

export const readTask = (keyring: Verifier, sent: Sent): Promise<TaskItem> => readItem(keyring, TASK, answered(sent));

export function useTaskDesk(): BinDesk<TaskItem> {
  const keyring = useKeyring();
  const [remove] = useDeleteTasksMutation();
  return useMemo(
    () => ({
      kind: "task",
      read: (sent: Sent) => readTask(keyring, sent),
      remove: async (items) => readTasks(keyring, await remove({ binMoves: { items } })),
      restore: async (items) => readTasks(keyring, await remove({ binMoves: { items, restore: true } })),
      purge: async (items) => purged(items, await remove({ binMoves: { items: items.map(({ id }) => ({ id })), purge: true } })),
    }),
    [keyring, remove],
  );
}
