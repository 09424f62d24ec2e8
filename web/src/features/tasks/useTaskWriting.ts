/** Making tasks and saving what people write about them. */
import { useMemo } from "react";

import { useCreateTaskMutation, useUpdateTasksMutation } from "../../api/tasks";
import { CallFailed, failureOf } from "../../api/failure";
import type { TaskAnswer as Sent } from "../../api/workspace.generated";
import { firstFailure, type BulkAnswer } from "../../items/bulk";
import { BEGINNING, signedNewTask, signedTask } from "../../items/desks/taskAttributes";
import { readTask, readTasks } from "../../items/desks/tasks";
import * as items from "../../items/revise";
import { useKeyring } from "../../keyring/react";
import type { TaskPayload } from "../../payloads/task";

import { changedFrom, changesDates, contentsFrom, contentsOf, hidden, membersOf, tidied, type Contents } from "./contents";
import type { TaskItem } from "../../items/kinds/task";

export type Found = items.Found<TaskItem, Contents>;
export type Clash = items.Clash<TaskItem, Contents>;
export type Revise = items.Revise<TaskItem, Contents>;

const keepsDates = (failure: { reason?: string } | null): boolean => failure?.reason === "disclosure_off";

export function useRevise(): Revise {
  const keyring = useKeyring();
  const [change] = useUpdateTasksMutation();
  return useMemo(() => {
    async function put({ item }: Found, contents: Contents): Promise<BulkAnswer<TaskItem>> {
      const { payload, ...rest } = contents;
      const set = changedFrom(item, { payload, ...rest });
      const sealed = await keyring.sealRecord({
        kind: "task",
        id: item.id,
        payload,
        attrs: signedTask(set),
        previous: item,
      });
      return readTasks(keyring, await change({ taskChanges: { items: [{ id: item.id, version: item.version, sealed }] } }));
    }
    return (base, yours) =>
      items.revise<TaskItem, Contents>(
        {
          membersOf,
          contentsFrom,
          async send(from, contents) {
            const said = tidied(contents);
            const isHidden = base.contents.dueOn !== null && !base.item.dueOn;
            if (isHidden) return put(from, hidden(said));
            // Dates that were signed, and that nobody touches, stay as they are whatever the server says that it may see.
            if (!changesDates(from.item, said)) return put(from, said);
            if (!(await keyring.discloses()).taskDates) return put(from, hidden(said));
            const answer = await put(from, said);
            // It began to keep dates from the server a moment ago.
            return keepsDates(await firstFailure(answer)) ? put(from, hidden(said)) : answer;
          },
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
