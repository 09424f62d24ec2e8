/** Which heads the worker takes: those that continue what was verified, hold all of the log, and are of this account. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";

import { fromBase64Url, toBase64Url } from "../../crypto/base64url.ts";
import type { ForkKind } from "../../crypto/keyLog/pins.ts";
import { hashLeaf, signedHash } from "../../crypto/leaves.ts";
import { append, rootOf } from "../../crypto/merkle.ts";
import { signStatement, statementHash } from "../../crypto/statements.ts";
import { newId, SOME_HASH } from "../../crypto/testing/account.ts";
import { aVault, insider, openTheAccount, server, taking, truth } from "../testing/answers.ts";
import { aNote } from "../testing/keyServer.ts";
import { consistencyProof } from "../testing/proofs.ts";
import { takeAnswer, type HeadAnswer, type LogBook } from "./logBook.ts";

beforeAll(openTheAccount);

describe("a head", () => {
  let keys: CryptoKeyPair;
  let pinned: LogBook;
  beforeAll(async () => { keys = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]); });

  const keyOf = async ({ publicKey }: CryptoKeyPair) => toBase64Url(new Uint8Array(await crypto.subtle.exportKey("raw", publicKey)));

  /** A head over the true log, or over what a test says. */
  async function aHead(change: Partial<Parameters<typeof aNote>[1]> = {}, by = keys): Promise<HeadAnswer> {
    const { nextSeq, head } = server.state();
    const { tree } = await taking(await aVault([]));
    const note = await aNote(by, { account: server.account, size: server.leaves.length, root: await rootOf(tree), keySeq: nextSeq - 1, keyHead: head, time: 1, ...change });
    return { note, consistency: [], logKey: await keyOf(by), askedAt: 1 };
  }

  beforeEach(async () => { pinned = await takeAnswer((await aVault([])).book, truth.entries, truth.leaves, await aHead()); });

  const refused = async (head: HeadAnswer, kind: ForkKind, book = pinned) =>
    expect(takeAnswer(book, [], [], head)).rejects.toMatchObject({ name: "Fork", kind });

  it("that continues what was verified is taken", async () => {
    await takeAnswer(pinned, [], [], await aHead({ time: 2 }));
  });

  it("under another log key than what was verified is refused, also where the server says that this is the key", async () => {
    await refused(await aHead({}, await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])), "head not signed");
  });

  it("of a log by another name is refused, although the key is the same", async () => {
    await refused(await aHead({ name: "other.test" }), "head not signed");
  });

  it("of another account is refused", async () => {
    await refused(await aHead({ account: newId() }), "head not signed");
    await refused(await aHead({ account: newId() }), "head not signed", { ...pinned, pin: null });
  });

  it("whose root is not that of the leaves is refused, also by a browser that has verified nothing yet", async () => {
    const { book } = await aVault([]);
    const other = await aHead({ root: new Uint8Array(32).fill(9) });
    await expect(takeAnswer(book, truth.entries, truth.leaves, other)).rejects.toMatchObject({ kind: "leaves differ" });
  });

  it("that is smaller, or has another root at the same size, than what was verified is refused", async () => {
    await refused(await aHead({ size: 3, root: await rootOf(pinned.tree, 3) }), "smaller");
    await refused(await aHead({ root: new Uint8Array(32).fill(9) }), "other root");
  });

  it("without the proof that it continues what was verified is refused, although leaves give its root", async () => {
    const before = await takeAnswer((await aVault([])).book, truth.entries, truth.leaves, await aHead({ size: 3, root: await rootOf(pinned.tree, 3) }));
    await refused(await aHead(), "not continued", before);
    await takeAnswer(before, [], [], { ...(await aHead()), consistency: await consistencyProof(pinned.tree, 3, server.leaves.length) });
  });

  it("that names a newest key statement which the log does not have is refused", async () => {
    const { nextSeq, head } = server.state();
    await refused(await aHead({ keyHead: SOME_HASH }), "key log differs");
    await refused(await aHead({ keySeq: nextSeq, keyHead: head }), "key log differs");
    await refused(await aHead({ keySeq: nextSeq - 2, keyHead: head }), "key log differs");
  });

  it("over an account that begins otherwise than the one that was verified is refused", async () => {
    const pin = pinned.pin && { ...pinned.pin, fingerprint: SOME_HASH };
    await refused(await aHead(), "other fingerprint", { ...pinned, pin });
  });

  it.each([["one that never was", () => Promise.resolve({ viewSize: 2, viewRoot: SOME_HASH })],
    ["one that comes after it", async () => ({ viewSize: server.leaves.length + 1, viewRoot: toBase64Url(await rootOf(pinned.tree)) })],
    ["none under a root", () => Promise.resolve({ viewSize: 0, viewRoot: SOME_HASH })]] as const)(
    "over a key statement whose author has seen another history, %s, is refused", async (_name, view) => {
      await expect(withStatement(await view())).rejects.toMatchObject({ name: "Fork", kind: "not continued" });
    });

  it("over one whose author has seen a beginning of this history is taken", async () => {
    await withStatement({ viewSize: 2, viewRoot: toBase64Url(await rootOf(pinned.tree, 2)) });
  });

  /** The log with one more statement, which its author has made with this view. */
  async function withStatement(view: { readonly viewSize: number; readonly viewRoot: string }): Promise<LogBook> {
    const { key } = insider.device ?? {};
    if (!key) throw new Error("No device.");
    const { nextSeq: seq, head: prevHash } = server.state();
    const { account, user, device: authorDevice } = key;
    const header = { account, seq, prevHash, authorUser: user, authorDevice, createdAt: 1, ...view };
    const signed = await signStatement(key.signing, "role.set", header, { role: server.roles.member, nameCommitment: SOME_HASH, capabilities: 0 });
    const leaf = { tagB64u: "", seq, hashB64u: await signedHash(signed) };
    const tree = { levels: pinned.tree.levels.map((level) => [...level]) };
    await append(tree, await hashLeaf(leaf));
    const size = server.leaves.length + 1;
    const head = await aHead({ size, root: await rootOf(tree), keySeq: seq, keyHead: await statementHash(fromBase64Url(signed.statementB64u)) });
    return takeAnswer(pinned, [signed], [leaf], { ...head, consistency: await consistencyProof(tree, size - 1, size) });
  }

  it("over leaves in which a key statement is another one, or stands in another place, is refused", async () => {
    const { book } = await aVault([]);
    const at = truth.leaves.findLastIndex(({ tagB64u }) => tagB64u === "");
    for (const change of [{ hashB64u: SOME_HASH }, { seq: 0 }]) {
      const leaves = truth.leaves.map((leaf, i) => (i === at ? { ...leaf, ...change } : leaf));
      await expect(takeAnswer(book, truth.entries, leaves, null)).rejects.toMatchObject({ kind: "leaves differ" });
    }
  });
});
