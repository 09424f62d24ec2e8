/** Saving what people write about tasks. */
import { useMemo } from "react";

import { useUpdateTasksMutation } from "../../api/tasks";
import type { TaskAnswer as Sent } from "../../api/workspace.generated";
import { readTask } from "../../lists/desks/tasks";
import type * as items from "../../lists/revise";
import { revising, useRevisingSoon } from "../../lists/revising";
import { useKeyring } from "../../keyring/react";
import type { TaskItem } from "../../lists/kinds/task";
import type { TaskPayload } from "../../payloads/task";
import { contentsFrom, contentsOf, membersOf, type Contents } from "./contents";
import { send, type Sending } from "./sending";

export type Clash = items.Clash<TaskItem, Contents>;
export type Revise = items.Revise<TaskItem, Contents>;

export function useRevise(): Revise {
  const keyring = useKeyring();
  const [change] = useUpdateTasksMutation();
  useRevisingSoon();
  return useMemo(() => {
    const sending: Sending = { keyring, change: (altered) => change({ taskChanges: { items: altered } }) };
    return async (base, yours) =>
      (await revising()).revise<TaskItem, Contents>(
        {
          membersOf,
          contentsFrom,
          send: (from, contents) => send(sending, base, from, contents),
          read: (sent: Sent) => readTask(keyring, sent),
          open: async (item) => contentsOf(item, (await keyring.openRecord("task", item)) as TaskPayload),
        },
        base,
        yours,
      );
  }, [keyring, change]);
}
