/** Making tasks and saving what people write about them. */
import { useMemo } from "react";

import { useCreateTaskMutation, useUpdateTasksMutation } from "../../api/tasks";
import { CallFailed, failureOf } from "../../api/failure";
import type { TaskAnswer as Sent } from "../../api/workspace.generated";
import { BEGINNING, signedNewTask } from "../../items/desks/taskAttributes";
import { readTask } from "../../items/desks/tasks";
import * as items from "../../items/revise";
import { useKeyring } from "../../keyring/react";
import type { TaskPayload } from "../../payloads/task";

import { contentsFrom, contentsOf, hidden, membersOf, tidied, type Contents } from "./contents";
import { keepsDates, send, type Sending } from "./sending";
import type { TaskItem } from "../../items/kinds/task";

export type Clash = items.Clash<TaskItem, Contents>;
export type Revise = items.Revise<TaskItem, Contents>;

export function useRevise(): Revise {
  const keyring = useKeyring();
  const [change] = useUpdateTasksMutation();
  return useMemo(() => {
    const sending: Sending = { keyring, change: (altered) => change({ taskChanges: { items: altered } }) };
    return (base, yours) =>
      items.revise<TaskItem, Contents>(
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

/** Makes a task under an id that is the same for all tries: sent twice, it is still one. */
export type Create = (id: string, contents: Contents, statusId: string) => Promise<void>;

export function useCreate(): Create {
  const keyring = useKeyring();
  const [create] = useCreateTaskMutation();
  return useMemo(() => {
    async function put(id: string, { payload, ...rest }: Contents, statusId: string): Promise<{ error?: unknown }> {
      const audience = await keyring.defaultAudience("task");
      const set = { ...rest, statusId };
      const sealed = await keyring.sealRecord({ kind: "task", id, payload, attrs: signedNewTask({ ...BEGINNING, ...set }), audience });
      return create({ newTasks: { id, sealed } });
    }
    return async (id, contents, statusId) => {
      const { taskDates } = await keyring.discloses();
      const said = taskDates ? tidied(contents) : hidden(tidied(contents));
      let { error } = await put(id, said, statusId);
      if (error && keepsDates(failureOf(error)) && said.dueOn) ({ error } = await put(id, hidden(said), statusId));
      if (error) throw new CallFailed(failureOf(error));
    };
  }, [keyring, create]);
}
