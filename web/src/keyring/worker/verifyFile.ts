/** Whether a file's bundle is what its authors signed: header, sizes, manifest and wraps, and the shares that follow. */
import { fromBase64Url, toBase64Url } from "../../crypto/base64url.ts";
import { boxHash } from "../../crypto/box.ts";
import { sha256 } from "../../crypto/derive.ts";
import { damaged } from "../../crypto/errors.ts";
import type { Id } from "../../crypto/ids.ts";
import { statementHash, type StatementOf } from "../../crypto/statements.ts";
import { wrapsHash } from "../../crypto/wraps.ts";
import type { FileBundle } from "./fileOperations.ts";
import { withoutAdded } from "./itemChecks.ts";
import type { Vault } from "./vault.ts";
import { demandNewest, judge, verifySigned } from "./verifyItem.ts";

export interface VerifiedFile {
  readonly statement: StatementOf<"file.put">;
  /** What the next statement about the file follows. */
  readonly place: { readonly seq: number; readonly prevHash: string };
  readonly audience: readonly Id[];
  /** Every statement that was served stands in the verified log. */
  readonly proven: boolean;
}

export async function verifyFile(vault: Vault, bundle: FileBundle): Promise<VerifiedFile> {
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
  let { proven } = await judge(vault, bundle, statement, first, null);
  let { audience } = statement;
  let place = { seq: statement.seq + 1, prevHash: await statementHash(fromBase64Url(bundle.statementB64u)) };
  for (const step of later) {
    const share = await verifySigned(vault, step);
    const wraps = step.wraps ?? [];
    const follows = share.type === "content.share" && share.kind === "file" && share.id === bundle.fileId && share.seq === place.seq && share.prevHash === place.prevHash;
    if (!follows || share.wrapsHash !== (await wrapsHash(wraps))) throw damaged();
    const outcome = await judge(vault, step, share, wraps, audience);
    proven &&= outcome.proven;
    ({ audience } = share);
    place = { seq: share.seq + 1, prevHash: await statementHash(fromBase64Url(step.statementB64u)) };
  }
  await demandNewest(vault, "file", bundle.fileId, place.seq - 1, later.at(-1) ?? bundle);
  return { statement, place, audience, proven };
}

/** A header that is served must be the signed one; a bundle for the contents need not bring that of the thumbnail. */
async function headerFits(header: string | null | undefined, hash: string | null): Promise<boolean> {
  return header === null || header === undefined || toBase64Url(await sha256(fromBase64Url(header))) === hash;
}
