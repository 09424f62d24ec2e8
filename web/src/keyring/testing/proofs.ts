/** Consistency proofs as a log makes them, for servers in tests. */
import type { Bytes } from "../../crypto/bytes.ts";
import { toBase64Url } from "../../crypto/base64url.ts";
import { rootOfLeaves, type Tree } from "../../crypto/merkle.ts";

function split(size: number): number {
  return 2 ** Math.floor(Math.log2(size - 1));
}

async function proof(from: number, leaves: readonly Bytes[], whole: boolean): Promise<Bytes[]> {
  if (from === leaves.length) return whole ? [] : [await rootOfLeaves(leaves)];
  const at = split(leaves.length);
  return from <= at
    ? [...(await proof(from, leaves.slice(0, at), whole)), await rootOfLeaves(leaves.slice(at))]
    : [...(await proof(from - at, leaves.slice(at), false)), await rootOfLeaves(leaves.slice(0, at))];
}

export async function consistencyProof(tree: Tree, from: number, to: number): Promise<string[]> {
  if (from === 0 || from > to) return [];
  return (await proof(from, (tree.levels[0] ?? []).slice(0, to), true)).map(toBase64Url);
}
