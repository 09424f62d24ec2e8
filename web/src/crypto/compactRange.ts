/** The root of a tree that only grows, kept as its right edge: a few hashes for any number of leaves. */
import type { Bytes } from "./bytes.ts";
import { emptyRoot, nodeHash } from "./merkle.ts";

export interface CompactRange {
  readonly size: number;
  /** Roots of the complete subtrees, the largest first: one for each bit of the size. */
  readonly peaks: readonly Bytes[];
}

export const EMPTY_RANGE: CompactRange = { size: 0, peaks: [] };

export async function extend(range: CompactRange, leafHash: Bytes): Promise<CompactRange> {
  const peaks = [...range.peaks];
  let node = leafHash;
  for (let bits = range.size; bits % 2 === 1; bits = Math.floor(bits / 2)) {
    const left = peaks.pop();
    if (!left) throw new RangeError("The range is incomplete.");
    node = await nodeHash(left, node);
  }
  return { size: range.size + 1, peaks: [...peaks, node] };
}

export async function rangeRoot({ peaks }: CompactRange): Promise<Bytes> {
  let root = peaks.at(-1);
  for (let i = peaks.length - 2; i >= 0; i--) {
    const peak = peaks[i];
    if (peak && root) root = await nodeHash(peak, root);
  }
  return root ?? emptyRoot();
}
