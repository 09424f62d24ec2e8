/** What this browser keeps of a person goes with the person: their keys open nothing any more, sealed as they are. */
import { dropCopies } from "./copies.ts";
import { forgetDrafts } from "./drafts.ts";
import { forgetKeys } from "./store.ts";

/** In all accounts. Lock before: what locks still writes. */
export async function forgetPerson(userId: string): Promise<void> {
  await forgetKeys(userId);
  await forgetDrafts(userId);
  await dropCopies(userId);
}
