/** Trees give the roots and proofs of the standard and of the vectors, for every size and every change. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import vectors from "../../../tests/contracts/crypto-vectors.json" with { type: "json" };
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { concat, sameBytes, type Bytes } from "./bytes.ts";
import { EMPTY_RANGE, extend, rangeRoot } from "./compactRange.ts";
import { append, emptyRoot, emptyTree, leafHash, nodeHash, rootOf, rootOfLeaves, treeSize, verifyConsistency, verifyInclusion } from "./merkle.ts";

function fromHex(hex: string): Bytes {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** The definitions of RFC 6962, section 2.1, taken literally: the slow oracle. */
const oracle = {
  split: (n: number) => 2 ** Math.floor(Math.log2(n - 1)),
  async root(d: readonly Bytes[]): Promise<Bytes> {
    if (d.length === 0) return emptyRoot();
    if (d.length === 1) return d[0] ?? concat();
    const k = this.split(d.length);
    return nodeHash(await this.root(d.slice(0, k)), await this.root(d.slice(k)));
  },
  async path(m: number, d: readonly Bytes[]): Promise<Bytes[]> {
    if (d.length <= 1) return [];
    const k = this.split(d.length);
    return m < k
      ? [...(await this.path(m, d.slice(0, k))), await this.root(d.slice(k))]
      : [...(await this.path(m - k, d.slice(k))), await this.root(d.slice(0, k))];
  },
  async proof(m: number, d: readonly Bytes[], whole = true): Promise<Bytes[]> {
    if (m === d.length) return whole ? [] : [await this.root(d)];
    const k = this.split(d.length);
    return m <= k
      ? [...(await this.proof(m, d.slice(0, k), whole)), await this.root(d.slice(k))]
      : [...(await this.proof(m - k, d.slice(k), false)), await this.root(d.slice(0, k))];
  },
};

async function leaves(n: number): Promise<Bytes[]> {
  return Promise.all(Array.from({ length: n }, (_, i) => leafHash(new Uint8Array([i >> 8, i & 255]))));
}

describe("the tree", () => {
  it("has the roots of the published example", async () => {
    const inputs = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];
    const roots = [
      "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
      "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
      "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
      "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
      "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
      "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
      "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ];
    expect(await emptyRoot()).toEqual(fromHex("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
    const hashes = await Promise.all(inputs.map((input) => leafHash(fromHex(input))));
    for (const [i, root] of roots.entries()) expect(await rootOfLeaves(hashes.slice(0, i + 1))).toEqual(fromHex(root));
  });

  it("has the roots and proofs of the vectors", async () => {
    const { log } = vectors;
    const hashes = await Promise.all(log.leaves.map((leaf) => leafHash(fromBase64Url(leaf))));
    for (const [i, root] of log.roots.entries()) expect(toBase64Url(await rootOfLeaves(hashes.slice(0, i + 1)))).toBe(root);
    const root = (size: number) => fromBase64Url(log.roots[size - 1] ?? "");
    const { index, size, path } = log.inclusion;
    expect(await verifyInclusion(index, size, hashes[index] ?? concat(), path.map(fromBase64Url), root(size))).toBe(true);
    const { from, to, proof } = log.consistency;
    expect(await verifyConsistency(from, root(from), to, root(to), proof.map(fromBase64Url))).toBe(true);
  });

  it("agrees with the definition for every size, also looking back, and as a compact range", async () => {
    const all = await leaves(70);
    const tree = emptyTree();
    let range = EMPTY_RANGE;
    for (const [i, leaf] of all.entries()) {
      await append(tree, leaf);
      range = await extend(range, leaf);
      const expected = await oracle.root(all.slice(0, i + 1));
      expect(treeSize(tree)).toBe(i + 1);
      expect(sameBytes(await rootOf(tree), expected)).toBe(true);
      expect(sameBytes(await rangeRoot(range), expected)).toBe(true);
    }
    for (let size = 0; size <= 70; size++) {
      expect(sameBytes(await rootOf(tree, size), await oracle.root(all.slice(0, size)))).toBe(true);
    }
    await expect(rootOf(tree, 71)).rejects.toThrow();
  });

  it("accepts exactly the proofs of the definition", async () => {
    const all = await leaves(40);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), fc.nat(), fc.nat(), fc.nat(3), async (size, a, b, change) => {
        const d = all.slice(0, size);
        const root = await oracle.root(d);
        const index = a % size;
        const path = await oracle.path(index, d);
        const leaf = d[index] ?? concat();
        expect(await verifyInclusion(index, size, leaf, path, root)).toBe(true);
        expect(await verifyInclusion(size, size, leaf, path, root)).toBe(false);
        expect(await verifyInclusion(index, size, leaf, [...path, root], root)).toBe(false);
        if (path.length > 0) expect(await verifyInclusion(index, size, leaf, path.slice(0, -1), root)).toBe(false);
        if (size > 1) expect(await verifyInclusion((index + 1) % size, size, leaf, path, root)).toBe(false);

        const from = 1 + (b % size);
        const fromRoot = await oracle.root(d.slice(0, from));
        const proof = await oracle.proof(from, d);
        expect(await verifyConsistency(from, fromRoot, size, root, proof)).toBe(true);
        expect(await verifyConsistency(from, fromRoot, size, root, [...proof, root])).toBe(false);
        if (proof.length > 0) {
          const at = change % proof.length;
          const changed = proof.map((hash, i) => (i === at ? fromRoot.map((byte) => byte ^ 1) : hash));
          expect(await verifyConsistency(from, fromRoot, size, root, changed)).toBe(false);
          expect(await verifyConsistency(from, fromRoot, size, root, proof.slice(1))).toBe(false);
        }
        if (from < size) expect(await verifyConsistency(size, root, from, fromRoot, proof)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });
});
