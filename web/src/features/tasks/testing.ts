/** Tasks on a desk, as the keys worker tells of them. */
import type { StatusEntry } from "../../lists/boards/statuses";
import { openDesk } from "../../desk/desk";
import type { View } from "../../desk/messages";
import type { Opened, Word } from "../../desk/row";
import { openShown } from "../../desk/shown";
import { aVerified } from "../../lists/testing";
import type { AttributeValues } from "../../keyring/contract";
import type { TaskPayload } from "../../payloads/task";
import { taskDesk } from "./desk";

interface Given {
  attributes?: AttributeValues;
  payload?: Partial<TaskPayload>;
  word?: Word;
}

export const openTask = (id: string, { attributes = {}, payload = {}, word = {} }: Given = {}): Opened => ({
  id, version: 1, word: { rank: "m", hiddenBy: null, nextDueOn: null, ...word }, state: "open",
  item: aVerified("task", id, { state: "active", statusId: "todo", ...attributes }), payload: { v: 1, title: id, ...payload },
});

export const sealedTask = (id: string, attributes: AttributeValues = {}): Opened =>
  ({ id, version: 1, word: { rank: "m" }, state: "sealed", item: aVerified("task", id, { state: "active", statusId: "todo", ...attributes }) });

/** Of it nothing was verified, whatever the server says. */
export const refusedTask = (id: string, state: "altered" | "withheld" = "altered"): Opened => ({ id, version: 1, word: { rank: "a", hiddenBy: "p1" }, state, item: null, last: null });

export const status = (id: string, category: StatusEntry["category"] = "open", movedTo: string | null = null): StatusEntry => ({ id, category, movedTo }) as StatusEntry;

export function aTaskDesk(rows: readonly Opened[]) {
  const desk = openDesk({ kinds: [taskDesk], language: "en", tell: (message) => shown.hear(structuredClone(message)) });
  const shown = openShown((message) => desk.page(structuredClone(message)), (callback) => callback());
  desk.keys({ put: "task", rows });
  return { of: (view: Partial<View>) => shown.pick({ view: { kind: "task", where: null, text: "", sort: [], group: null, ...view }, except: [] }) };
}
