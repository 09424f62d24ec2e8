/**
 * Leaves of an account's tree: one for each statement, in the order of the log.
 *
 * A leaf tells those who know an object's id that something was said about it, and everybody else no more than
 * that something was said.
 */
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import type { Bytes } from "./bytes.ts";
import { encodeCanonical } from "./canonical.ts";
import { purpose, sha256 } from "./derive.ts";
import type { Id } from "./ids.ts";
import { leafHash } from "./merkle.ts";
import { signaturesOf, type Signed } from "./statements.ts";

/** A leaf as the server lists it. */
export interface Leaf {
  readonly tagB64u: string;
  readonly seq: number;
  readonly hashB64u: string;
}

export async function objectTag(account: Id, kind: string, id: Bytes): Promise<string> {
  const tag = await sha256(purpose("e2ee.v1.object", { account, kind, id: toBase64Url(id) }));
  return toBase64Url(tag.slice(0, 16));
}

/** The hash over a statement with all its signatures. */
export async function signedHash(signed: Signed): Promise<string> {
  const parts = [signed.statementB64u, ...signaturesOf(signed)].map(fromBase64Url);
  return toBase64Url(await sha256(encodeCanonical("e2ee.v1.signed", parts)));
}

export function encodeLeaf({ tagB64u, seq, hashB64u }: Leaf): Bytes {
  return purpose("e2ee.v1.leaf", { tag: tagB64u, seq, signedHash: hashB64u });
}

export function hashLeaf(leaf: Leaf): Promise<Bytes> {
  return leafHash(encodeLeaf(leaf));
}
