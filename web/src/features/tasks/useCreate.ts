/** Making tasks. */
import { useMemo } from "react";

import { CallFailed, failureOf } from "../../api/failure";
import { useCreateTaskMutation } from "../../api/tasks";
import { BEGINNING, signedNewTask } from "../../lists/desks/taskAttributes";
import { useKeyring } from "../../keyring/react";
import { hidden, keepsDates, tidied, type Contents } from "./contents";

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
