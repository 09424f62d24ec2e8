/** Another audience for items that their person has selected, for one role that they have named; or the same under a new key. */
import type { Context } from "./context.ts";
import type { AudienceWish, NewAudience, RecordKind, SealedItem } from "./contract.ts";
import { byItself } from "./deputies.ts";
import { prove, proveFile } from "./proving.ts";
import { syncLately } from "./syncing.ts";
import { inTurn } from "./writing.ts";

export async function changeAudience(context: Context, kind: RecordKind, item: SealedItem, wish: AudienceWish): Promise<NewAudience | null> {
  const { worker, calls } = context;
  await inTurn(context, () => syncLately(context));
  await prove(context, kind, [item]);
  const acting = await byItself(context, "audience", { item: item.id, wish });
  if (!acting) return null;
  // Files first: a document that opens while its file does not would look damaged.
  for (const fileId of await worker.filesToShare({ kind, item, wish })) {
    if (wish === "same") break;
    const bundle = await calls.fileBundle(fileId);
    await proveFile(context, fileId, bundle);
    const shared = await acting.worker.shareFile({ fileId, bundle, role: wish.role });
    if (!shared) continue;
    const { wraps, version, statementB64u, signatureB64u } = shared;
    await calls.addFileWraps(fileId, { add: wraps, version, statementB64u, signatureB64u });
  }
  return acting.worker.changeAudience({ kind, item, wish });
}
