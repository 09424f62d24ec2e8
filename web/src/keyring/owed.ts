/** Pays what an item owes: wraps for roles of its own audience that could take none when it was written. */
import type { Context } from "./context.ts";
import type { RecordKind, SealedItem, Signed, Wrap } from "./contract.ts";
import { byItself } from "./deputies.ts";
import { prove, proveFile } from "./proving.ts";
import { syncLately } from "./syncing.ts";
import { inTurn } from "./writing.ts";

export async function payOwed(context: Context, kind: RecordKind, item: SealedItem, asked: readonly string[]): Promise<(Signed & { wraps: Wrap[] }) | null> {
  const { worker, calls } = context;
  await inTurn(context, () => syncLately(context));
  await prove(context, kind, [item]);
  const { roles, fileIds } = await worker.debtOf({ kind, item, roles: asked });
  const acting = await byItself(context, "debt", { item: item.id, roles });
  if (!acting) return null;
  // Files first: a document that opens while its file does not would look damaged.
  for (const fileId of fileIds) {
    const bundle = await calls.fileBundle(fileId);
    await proveFile(context, fileId, bundle);
    const paid = await acting.worker.payFile({ fileId, bundle, roles });
    if (!paid) continue;
    const { wraps, version, statementB64u, signatureB64u } = paid;
    await calls.addFileWraps(fileId, { add: wraps, version, statementB64u, signatureB64u });
  }
  return acting.worker.payRecord({ kind, item, roles });
}
