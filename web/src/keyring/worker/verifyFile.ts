/** Whether a file's bundle is what its authors signed: header, sizes, manifest and wraps, and the shares that follow. */
import { fromBase64Url, toBase64Url } from "../../crypto/base64url.ts";
import { boxHash } from "../../crypto/box.ts";
import { sha256 } from "../../crypto/derive.ts";
import { ContentAlarm } from "../../crypto/errors.ts";
import type { Id } from "../../crypto/ids.ts";
import type { Put } from "../../crypto/keyLog/chain.ts";
import type { StatementOf } from "../../crypto/statements.ts";
import type { FileBundle } from "./fileOperations.ts";
import type { Vault } from "./vault.ts";
import { noting, readObject, verdictOf, type Reading } from "./verifyItem.ts";

export interface VerifiedFile {
  readonly statement: StatementOf<"file.put">;
  /** What the next statement about the file follows. */
  readonly place: { readonly seq: number; readonly prevHash: string };
  readonly audience: readonly Id[];
  /** Every statement that was served stands in the verified log. */
  readonly proven: boolean;
}

/** The file that was asked for under this id; another one is foreign, whatever it is. */
export function verifyFile(vault: Vault, fileId: Id, bundle: FileBundle, reading: Reading = {}): Promise<VerifiedFile> {
  const answered = [...(reading.chain ?? []), bundle, ...(bundle.later ?? [])];
  return noting(vault, { kind: "file", id: fileId }, answered, () => readFile(vault, fileId, bundle, reading));
}

async function readFile(vault: Vault, fileId: Id, bundle: FileBundle, reading: Reading): Promise<VerifiedFile> {
  const file = { kind: "file", id: fileId, put: bundle, later: bundle.later ?? [], attributes: null, contentsFit: (put: Put) => bundleFits(bundle, put) };
  const found = await readObject(vault, file, reading);
  const put = found.links[found.putAt]?.statement;
  if (put?.type !== "file.put") throw new ContentAlarm("altered", "Its contents are not those of its newest put.");
  const { place, audience, proven } = verdictOf(found);
  return { statement: put, place, audience, proven };
}

async function bundleFits(bundle: FileBundle, put: Put): Promise<boolean> {
  return put.type === "file.put"
    && put.manifestHash === (await boxHash(bundle.manifest).catch(() => null))
    && (await headerFits(bundle.headerB64u, put.headerHash))
    && (await headerFits(bundle.thumbnailHeaderB64u, put.thumbnailHeaderHash));
}

/** A header that is served must be the signed one; a bundle for the contents need not bring that of the thumbnail. */
async function headerFits(header: string | null | undefined, hash: string | null): Promise<boolean> {
  if (header === null || header === undefined) return true;
  try {
    return toBase64Url(await sha256(fromBase64Url(header))) === hash;
  } catch {
    return false;
  }
}
