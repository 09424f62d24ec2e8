/** Whether a file's bundle is what its author signed: header, sizes, manifest and wraps, as the `file.put` names them. */
import { fromBase64Url, toBase64Url } from "../../crypto/base64url.ts";
import { boxHash } from "../../crypto/box.ts";
import { sha256 } from "../../crypto/derive.ts";
import { damaged } from "../../crypto/errors.ts";
import type { StatementOf } from "../../crypto/statements.ts";
import { wrapsHash } from "../../crypto/wraps.ts";
import type { FileBundle } from "./fileOperations.ts";
import { withoutAdded } from "./itemChecks.ts";
import type { Vault } from "./vault.ts";
import { demandNewest, judge, verifySigned } from "./verifyItem.ts";

export async function verifyFile(vault: Vault, bundle: FileBundle): Promise<StatementOf<"file.put">> {
  const statement = await verifySigned(vault, bundle);
  const later = bundle.later ?? [];
  const first = withoutAdded(bundle.wraps, later);
  const fits = statement.type === "file.put"
    && statement.id === bundle.fileId
    && statement.version === bundle.version
    && statement.manifestHash === (await boxHash(bundle.manifest))
    && statement.wrapsHash === (await wrapsHash(first))
    && (await headerFits(bundle.headerB64u, statement.headerHash))
    && (await headerFits(bundle.thumbnailHeaderB64u, statement.thumbnailHeaderHash));
  if (!fits) throw damaged();
  await judge(vault, bundle, statement, first, null);
  let audience = first.map(({ roleId }) => roleId);
  for (const step of later) {
    const share = await verifySigned(vault, step);
    const wraps = step.wraps ?? [];
    if (share.type !== "content.share" || share.id !== bundle.fileId || share.wrapsHash !== (await wrapsHash(wraps))) throw damaged();
    await judge(vault, step, share, wraps, audience);
    audience = [...audience, ...wraps.map(({ roleId }) => roleId)];
  }
  await demandNewest(vault, "file", bundle.fileId, statement.seq + later.length, later.at(-1) ?? bundle);
  return statement;
}

/** A header that is served must be the signed one; a bundle for the contents need not bring that of the thumbnail. */
async function headerFits(header: string | null | undefined, hash: string | null): Promise<boolean> {
  return header === null || header === undefined || toBase64Url(await sha256(fromBase64Url(header))) === hash;
}
