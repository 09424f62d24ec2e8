/** Contacts and vendors as lists have them: sealed content, those it is for, and a state. */
import type { Whole } from "./itemSync";
import type { ShownItem } from "./workspace.generated";

/** As the server sends it, with every member that it may leave out in its place. */
export type PlainItem = Whole<ShownItem>;

export function whole(item: ShownItem): PlainItem {
  return { ...item, later: item.later ?? [], lifecycle: item.lifecycle ?? "active" };
}
