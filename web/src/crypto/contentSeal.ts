/**
 * The data key of one content revision for a role that the writer does not hold.
 *
 * Anyone who knows the role's public key could make such a box: it counts only under a valid content statement.
 */
import { boxPrefix, open, seal, type Box } from "./box.ts";
import { dataKey, type ContentRevision, type DataKey } from "./contentWrap.ts";
import { agree, generateAgreementPair, importAgreementKey, pointBytes } from "./keys.ts";
import type { RoleGeneration, RoleKey } from "./roleKey.ts";

/** A generation of a role as everybody knows it. */
export interface PublicRole extends RoleGeneration {
  readonly rolePublic: string;
}

function context(to: PublicRole, { account, kind, id, contentRevision }: ContentRevision, ephemeral: string) {
  const { role, generation, rolePublic } = to;
  return { account, kind, id, contentRevision, role, generation, ephemeral, rolePublic };
}

export async function sealContent(to: PublicRole, revision: ContentRevision, dek: DataKey): Promise<Box> {
  const fresh = await generateAgreementPair();
  const ephemeral = await importAgreementKey(fresh.scalar, fresh.point);
  const ikm = await agree(ephemeral, to.rolePublic);
  return seal(ikm, "content-seal", context(to, revision, fresh.point), dek, { prefix: pointBytes(fresh.point) });
}

export async function openContentSeal(key: RoleKey, revision: ContentRevision, box: Box): Promise<DataKey> {
  const ephemeral = boxPrefix("content-seal", box);
  const ikm = await agree(key.agreement, ephemeral);
  return dataKey(await open(ikm, "content-seal", context(key, revision, ephemeral), box));
}
