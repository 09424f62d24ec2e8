/** What was once seen is never given up: every other history is a fork. */
import { describe, expect, it } from "vitest";

import { toBase64Url } from "../base64url.ts";
import { append, emptyTree, leafHash, rootOf, type Tree } from "../merkle.ts";
import { ZERO_HASH } from "../statements.ts";
import { anAccountWithOwner, SOME_HASH } from "../testing/account.ts";
import { demandContinuation, demandKeyLog, demandLeaves, Fork, isOwnPast } from "./pins.ts";

async function aTree(size: number): Promise<Tree> {
  const tree = emptyTree();
  for (let i = 0; i < size; i++) await append(tree, await leafHash(new Uint8Array([i])));
  return tree;
}

const head = (size: number, root: string) => ({ size, root, keySeq: 0, keyHead: ZERO_HASH, time: 1 });

describe("a head", () => {
  it("must continue the pin", async () => {
    const tree = await aTree(4);
    const root = async (size: number) => toBase64Url(await rootOf(tree, size));
    const pin = { logSize: 2, logRoot: await root(2) };
    const proof = [toBase64Url(tree.levels[1]?.[1] ?? new Uint8Array())];
    await demandContinuation(pin, head(4, await root(4)), proof);
    await demandContinuation(pin, head(2, await root(2)), []);
    const kind = (attempt: Promise<void>) => attempt.then(() => "none", (error: unknown) => (error as Fork).kind);
    expect(await kind(demandContinuation(pin, head(1, await root(1)), []))).toBe("smaller");
    expect(await kind(demandContinuation(pin, head(2, SOME_HASH), []))).toBe("other root");
    expect(await kind(demandContinuation(pin, head(4, SOME_HASH), proof))).toBe("not continued");
    expect(await kind(demandContinuation(pin, head(4, await root(4)), []))).toBe("not continued");
  });

  it("must name the key log that was replayed, of the account that was pinned", async () => {
    const { account } = await anAccountWithOwner();
    const { state } = account;
    const hashes = (seq: number) => (seq === state.nextSeq - 1 ? state.head : null);
    const good = { ...head(2, ZERO_HASH), keySeq: state.nextSeq - 1, keyHead: state.head };
    demandKeyLog(state, hashes, good, state.fingerprint);
    expect(() => demandKeyLog(state, hashes, good, SOME_HASH)).toThrow(Fork);
    expect(() => demandKeyLog(state, hashes, { ...good, keyHead: SOME_HASH }, null)).toThrow(Fork);
    expect(() => demandKeyLog(state, hashes, { ...good, keySeq: good.keySeq + 1 }, null)).toThrow(Fork);
  });
});

describe("the leaves", () => {
  it("must give the root that was shown, and contain what authors had seen", async () => {
    const tree = await aTree(5);
    const root = toBase64Url(await rootOf(tree, 3));
    await demandLeaves(tree, 3, root);
    await expect(demandLeaves(tree, 3, SOME_HASH)).rejects.toThrow(Fork);
    await expect(demandLeaves(tree, 6, root)).rejects.toThrow(Fork);
    expect(await isOwnPast(tree, 3, root)).toBe(true);
    expect(await isOwnPast(tree, 4, root)).toBe(false);
    expect(await isOwnPast(tree, 9, root)).toBe(false);
    expect(await isOwnPast(tree, 0, ZERO_HASH)).toBe(true);
    expect(await isOwnPast(tree, 0, root)).toBe(false);
  });
});
