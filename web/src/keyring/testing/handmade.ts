/** Revisions that no screen makes: of whatever somebody with keys likes, on top of whatever they like. */
import { attributesHash, generateSalt } from "../../crypto/attributes.ts";
import { fromBase64Url } from "../../crypto/base64url.ts";
import { boxHash } from "../../crypto/box.ts";
import { generateDataKey } from "../../crypto/contentWrap.ts";
import { sealRecordBody } from "../../crypto/record.ts";
import { statementHash } from "../../crypto/statements.ts";
import { wrapsHash } from "../../crypto/wraps.ts";
import type { SealedItem } from "../contract.ts";
import { wrapForAudience } from "../worker/audience.ts";
import { signContent, type Vault } from "../worker/vault.ts";

interface Place {
  readonly seq: number;
  readonly prevHash: string;
}

export async function aPut(vault: Vault, id: string, place: Place, audience: readonly string[], title: string): Promise<SealedItem> {
  const revision = { account: vault.book.account, kind: "document", id, contentRevision: place.seq };
  const dek = generateDataKey();
  const body = await sealRecordBody(dek, { ...revision, schema: 1 }, { v: 1, title });
  const wraps = await wrapForAudience(vault, revision, dek, audience);
  const attrsSaltB64u = generateSalt();
  const signed = await signContent(vault, "record.put", place, {
    kind: "document", id, contentRevision: place.seq, schema: 1, boxHash: await boxHash(body), audience: [...audience].sort(), wrapsHash: await wrapsHash(wraps),
    attrsHash: await attributesHash(attrsSaltB64u, {}),
  });
  return { id, version: place.seq, later: [], sealed: { attrs: {}, attrsSaltB64u, ...body, wraps, ...signed } };
}

/** What the next revision names. */
export const hashOf = ({ sealed }: SealedItem) => statementHash(fromBase64Url(sealed.statementB64u));
