/** How a change of a task goes out: sealed anew, with the attributes that its person changed, and without dates where these are kept from the server. */
import type { AlterTask } from "../../api/tasks";
import type { TaskBulk } from "../../api/workspace.generated";
import { firstFailure, type BulkAnswer } from "../../lists/itemErrors";
import { signedTask } from "../../lists/desks/taskAttributes";
import { readTasks } from "../../lists/desks/tasks";
import type { TaskItem } from "../../lists/kinds/task";
import type * as items from "../../lists/revise";
import type { Keyring } from "../../keyring/contract";
import { changedFrom, changesDates, hidden, keepsDates, tidied, type Contents } from "./contents";

export type Found = items.Found<TaskItem, Contents>;

export interface Sending {
  keyring: Keyring;
  change: (items: AlterTask[]) => Promise<{ data?: TaskBulk; error?: unknown }>;
}

async function put({ keyring, change }: Sending, { item }: Found, { payload, ...rest }: Contents): Promise<BulkAnswer<TaskItem>> {
  const attrs = signedTask(changedFrom(item, { payload, ...rest }));
  const sealed = await keyring.sealRecord({ kind: "task", id: item.id, payload, attrs, previous: item });
  return readTasks(keyring, await change([{ id: item.id, version: item.version, sealed }]));
}

/** `base` is what the person began with, `from` the version that it goes on top of. */
export async function send(sending: Sending, base: Found, from: Found, contents: Contents): Promise<BulkAnswer<TaskItem>> {
  const said = tidied(contents);
  const isHidden = base.contents.dueOn !== null && !base.item.dueOn;
  if (isHidden) return put(sending, from, hidden(said));
  // Dates that were signed, and that nobody touches, stay as they are whatever the server says that it may see.
  if (!changesDates(from.item, said)) return put(sending, from, said);
  if (!(await sending.keyring.discloses()).taskDates) return put(sending, from, hidden(said));
  const answer = await put(sending, from, said);
  // It began to keep dates from the server a moment ago.
  return keepsDates(await firstFailure(answer)) ? put(sending, from, hidden(said)) : answer;
}
