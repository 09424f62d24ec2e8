/**
 * Merkle trees of RFC 6962, and the proofs about them.
 *
 * Leaves and nodes are hashed under different first bytes, so a node never passes for a leaf. The tree keeps all
 * complete subtrees by level, which gives the root of every earlier size without going through the leaves again.
 */
import { concat, sameBytes, u8, type Bytes } from "./bytes.ts";
import { sha256 } from "./derive.ts";

const LEAF = u8(0);
const NODE = u8(1);

export function leafHash(leaf: Bytes): Promise<Bytes> {
  return sha256(LEAF, leaf);
}

export function nodeHash(left: Bytes, right: Bytes): Promise<Bytes> {
  return sha256(NODE, left, right);
}

export function emptyRoot(): Promise<Bytes> {
  return sha256(concat());
}

/** A growing tree: `levels[h][i]` is the complete subtree of 2^h leaves that begins at leaf i·2^h. */
export interface Tree {
  readonly levels: Bytes[][];
}

export function emptyTree(): Tree {
  return { levels: [] };
}

export function treeSize(tree: Tree): number {
  return tree.levels[0]?.length ?? 0;
}

export async function append(tree: Tree, hash: Bytes): Promise<void> {
  let node = hash;
  for (let height = 0; ; height++) {
    const level = (tree.levels[height] ??= []);
    level.push(node);
    if (level.length % 2 === 1) return;
    node = await nodeHash(level[level.length - 2] ?? node, node);
  }
}

/** The root over the first `size` leaves; the whole tree when it is not given. */
export async function rootOf(tree: Tree, size = treeSize(tree)): Promise<Bytes> {
  if (size < 0 || size > treeSize(tree)) throw new RangeError("The tree is smaller than that.");
  let root: Bytes | null = null;
  let end = size;
  for (let height = 0; end > 0; height++, end >>>= 1) {
    if (end % 2 === 0) continue;
    const peak = tree.levels[height]?.[end - 1];
    if (!peak) throw new RangeError("The tree is incomplete.");
    root = root ? await nodeHash(peak, root) : peak;
  }
  return root ?? emptyRoot();
}

export async function rootOfLeaves(hashes: readonly Bytes[]): Promise<Bytes> {
  const tree = emptyTree();
  for (const hash of hashes) await append(tree, hash);
  return rootOf(tree);
}

/** Whether `path` leads from the leaf hash at `index` to the root of a tree of `size` leaves. */
export async function verifyInclusion(
  index: number, size: number, hash: Bytes, path: readonly Bytes[], root: Bytes,
): Promise<boolean> {
  if (index < 0 || index >= size) return false;
  let node = hash;
  let at = index;
  let last = size - 1;
  for (const sibling of path) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      node = await nodeHash(sibling, node);
      while (at % 2 === 0 && at !== 0) {
        at = Math.floor(at / 2);
        last = Math.floor(last / 2);
      }
    } else {
      node = await nodeHash(node, sibling);
    }
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && sameBytes(node, root);
}

/** Whether the tree of `from` leaves with `fromRoot` is the beginning of the one of `to` leaves with `toRoot`. */
export async function verifyConsistency(
  from: number, fromRoot: Bytes, to: number, toRoot: Bytes, proof: readonly Bytes[],
): Promise<boolean> {
  if (from < 0 || from > to) return false;
  if (from === to) return proof.length === 0 && sameBytes(fromRoot, toRoot);
  if (from === 0) return proof.length === 0 && sameBytes(fromRoot, await emptyRoot());

  const powerOfTwo = Number.isInteger(Math.log2(from));
  const path = powerOfTwo ? [fromRoot, ...proof] : proof;
  const seed = path[0];
  if (!seed) return false;

  let at = from - 1;
  let last = to - 1;
  while (at % 2 === 1) {
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  let older = seed;
  let newer = seed;
  for (const hash of path.slice(1)) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      older = await nodeHash(hash, older);
      newer = await nodeHash(hash, newer);
      while (at % 2 === 0 && at !== 0) {
        at = Math.floor(at / 2);
        last = Math.floor(last / 2);
      }
    } else {
      newer = await nodeHash(newer, hash);
    }
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && sameBytes(older, fromRoot) && sameBytes(newer, toRoot);
}
