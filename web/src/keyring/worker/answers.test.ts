/**
 * What the worker makes of answers about the log, each check with the ones behind it out of reach: an answer that does not
 * fit everything that this browser knows about the account is refused, and stays refused.
 */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";

import { fromBase64Url, toBase64Url } from "../../crypto/base64url.ts";
import type { Anchored } from "../../crypto/keyLog/anchors.ts";
import type { ForkKind } from "../../crypto/keyLog/pins.ts";
import { append, rootOf } from "../../crypto/merkle.ts";
import { writeRecoveryFile, generateRecoverySecret, type RecoveryNotes } from "../../crypto/recoveryFile.ts";
import { hashLeaf, signedHash, type Leaf } from "../../crypto/leaves.ts";
import { signStatement, statementHash, type Signed } from "../../crypto/statements.ts";
import { newId, SOME_HASH } from "../../crypto/testing/account.ts";
import type { HeadBody } from "../calls.ts";
import { anOpenWorker } from "../testing/browser.ts";
import { aNote, type KeyServer, type Request } from "../testing/keyServer.ts";
import { anOpenAccount, closeBrowsers } from "../testing/people.ts";
import { consistencyProof } from "../testing/proofs.ts";
import { takeAnswer, type HeadAnswer, type LogBook } from "./logBook.ts";
import type { LogAnswers } from "./logOperations.ts";
import { openVault, vaultOperations } from "./operations.ts";
import { stateNow, type Vault } from "./vault.ts";

const OTHER_KEY = toBase64Url(new Uint8Array(32).fill(7));
const HOUR = 3_600_000;

let server: KeyServer;
/** The keys of the owner in the hands of whoever likes. */
let insider: Vault;
let device: string;
let owner: string;
let truth: LogAnswers & { readonly head: object };
/** What a link, a QR code or a recovery file of this account says. */
let carried: { readonly account: string; readonly fingerprint: string; readonly logSize: number; readonly logRoot: string; readonly logKey: string };

async function ask<T>(request: Request): Promise<T> {
  return (await server.http(owner)<T>(request)).data;
}

/** Everything that the server has, for a browser that knows nothing yet. */
async function allAnswers(): Promise<typeof truth> {
  const { note, consistency, logKeyB64u: logKey } = await ask<HeadBody>({ path: "/api/auth/keys/head", query: {} });
  const { data: entries } = await ask<{ data: Signed[] }>({ path: "/api/auth/keys/log", query: { after: -1 } });
  const { data: leaves } = await ask<{ data: Leaf[] }>({ path: "/api/auth/keys/leaves", query: { from: 0, to: server.leaves.length } });
  return { entries, leaves, head: { note, consistency, logKey, askedAt: Date.now() } };
}

beforeAll(async () => {
  const worker = anOpenWorker();
  const account = await anOpenAccount({ startWorker: worker.start });
  insider = worker.vault();
  server = account.server;
  owner = account.owner.id;
  closeBrowsers();
  device = Object.keys(server.state().devices)[0] ?? "";
  truth = await allAnswers();
  const { book } = await aVault([]);
  const after = await takeAnswer(book, truth.entries, truth.leaves, truth.head);
  const logSize = 2;
  carried = {
    account: server.account, fingerprint: server.state().fingerprint ?? "", logSize, logRoot: toBase64Url(await rootOf(after.tree, logSize)),
    logKey: after.pin?.logKey ?? "",
  };
});

const aVault = (anchors: readonly Anchored[], now = Date.now): Promise<Vault> =>
  openVault({ account: server.account, pin: null, anchors, acknowledged: [] }, now);

const taking = (vault: Vault, answers: LogAnswers = truth) => takeAnswer(vault.book, answers.entries, answers.leaves, typeof answers.head === "string" ? null : answers.head);

describe("an answer about the log", () => {
  const BROUGHT = ["link", "qr", "file"] as const;
  const differing: [string, (is: "link" | "qr" | "file") => Anchored, ForkKind][] = [
    ["another fingerprint", (is) => ({ is, ...carried, fingerprint: SOME_HASH }), "other fingerprint"],
    ["another root at its size", (is) => ({ is, ...carried, logRoot: SOME_HASH }), "leaves differ"],
    ["a size that the log does not reach", (is) => ({ is, ...carried, logSize: 10_000 }), "leaves differ"],
    ["another log key", (is) => ({ is, ...carried, logKey: OTHER_KEY }), "head not signed"],
  ];

  it.each(BROUGHT.flatMap((is) => differing.map(([what, anchor, kind]) => [is, what, anchor, kind] as const)))(
    "is refused where the %s names %s", async (is, _what, anchor, kind) => {
      await expect(taking(await aVault([anchor(is)]))).rejects.toMatchObject({ name: "Fork", kind });
    });

  it.each(BROUGHT)("is refused where the %s names another log key than what was verified before", async (is) => {
    const pinned = await taking(await aVault([]));
    const again = { ...pinned, anchors: [{ is, ...carried, logKey: OTHER_KEY }] };
    await expect(takeAnswer(again, [], [], { ...truth.head })).rejects.toMatchObject({ name: "Fork", kind: "head not signed" });
  });

  it.each(BROUGHT)("is refused where the %s names another root than what was verified before", async (is) => {
    const pinned = await taking(await aVault([]));
    const again = { ...pinned, anchors: [{ is, ...carried, logRoot: SOME_HASH }] };
    await expect(takeAnswer(again, [], [], { ...truth.head })).rejects.toMatchObject({ name: "Fork", kind: "leaves differ" });
  });

  it("is held against each of two things that were brought along", async () => {
    const link: Anchored = { is: "link", ...carried };
    for (const file of [{ ...carried, logKey: OTHER_KEY }, { ...carried, logRoot: SOME_HASH }, { ...carried, fingerprint: SOME_HASH }]) {
      await expect(taking(await aVault([link, { is: "file", ...file }]))).rejects.toThrow();
      await expect(taking(await aVault([{ is: "file", ...file }, link]))).rejects.toThrow();
    }
    await taking(await aVault([link, { is: "file", ...carried }]));
  });

  it.each<[string, () => Anchored]>([
    ["was compared", () => ({ is: "comparison", fingerprint: SOME_HASH })],
    ["this device has opened", () => ({ is: "genesis", device: newId() })],
  ])("is refused where it begins otherwise than the account that %s, with a head and without", async (_name, anchor) => {
    const vault = await aVault([anchor()]);
    await expect(taking(vault)).rejects.toMatchObject({ kind: "other fingerprint" });
    await expect(takeAnswer(vault.book, truth.entries, truth.leaves, null)).rejects.toMatchObject({ kind: "other fingerprint" });
  });

  it("is refused where the device that opened the account came to it in another way", async () => {
    const { state: { devices } } = await vaultOperations(await aVault([])).takeLog(truth);
    const vault = await aVault([{ is: "genesis", device }]);
    await taking(vault);
    const other = { ...vault.book, start: { ...vault.book.start, nextSeq: 1, devices: { [device]: { ...devices[device], how: "first" } } } };
    await expect(takeAnswer(other as never, [], [], null)).rejects.toMatchObject({ kind: "other fingerprint" });
  });

  it("that fits all of it is taken", async () => {
    const { fingerprint } = carried;
    const vault = await aVault([...BROUGHT.map((is) => ({ is, ...carried })), { is: "comparison", fingerprint }, { is: "genesis", device }]);
    await vaultOperations(vault).takeLog(truth);
    expect(stateNow(vault)).toBe("verified");
  });

  it("changes nothing where any part of it is refused", async () => {
    const vault = await aVault([{ is: "link", ...carried, logRoot: SOME_HASH }]);
    const { takeLog } = vaultOperations(vault);
    await expect(takeLog(truth)).rejects.toThrow();
    const { entries, tree, places, leavesOf, keysBefore, pin, head } = vault.book;
    expect([entries.length, tree.levels.flat().length, places.size, leavesOf.size, keysBefore, pin, head]).toEqual([0, 0, 0, 0, [0], null, null]);
  });

  it("that was refused is followed by no other, however true", async () => {
    const vault = await aVault([{ is: "link", ...carried, logRoot: SOME_HASH }]);
    const { takeLog, loadLog } = vaultOperations(vault);
    const first = await takeLog(truth).catch((error: unknown) => error);
    vault.book.anchors = [{ is: "link", ...carried }];
    const { book } = vault;
    await expect(takeLog(truth)).rejects.toBe(first);
    expect(vault.book).toBe(book);
    await expect(loadLog({ entries: truth.entries.slice(1), leaves: truth.leaves })).rejects.toBe(first);
    await expect(takeLog({ entries: [], leaves: [], head: "unreachable" })).rejects.toBe(first);
    expect(stateNow(vault)).toBe("alarm");
  });

  it("that is none, where an account was brought along, is followed by no other either", async () => {
    const vault = await aVault([{ is: "link", ...carried }]);
    const { takeLog } = vaultOperations(vault);
    await expect(takeLog({ entries: [], leaves: [], head: "missing" })).rejects.toMatchObject({ kind: "missing" });
    await expect(takeLog(truth)).rejects.toMatchObject({ kind: "missing" });
    expect(stateNow(vault)).toBe("alarm");
  });
});

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

describe("the state", () => {
  it("is an alarm where the log does not begin as everything says, also when the answer was let through", async () => {
    for (const anchor of [{ is: "comparison", fingerprint: SOME_HASH }, { is: "genesis", device: newId() }, { is: "link", ...carried, account: newId() }] as const) {
      const vault = await aVault([]);
      await vaultOperations(vault).takeLog(truth);
      expect(stateNow(vault)).toBe("unconfirmed");
      vault.book.anchors = [anchor];
      expect(stateNow(vault)).toBe("alarm");
    }
  });

  it.each([["of its time", 0], ["from the future", 30 * 24 * HOUR]])("is late two hours after the question, with a head %s", async (_name, ahead) => {
    let now = Date.now();
    const vault = await aVault([{ is: "link", ...carried }], () => now);
    await vaultOperations(vault).takeLog(truth);
    if (vault.book.head) vault.book.head = { ...vault.book.head, time: vault.book.head.time + ahead };
    expect(stateNow(vault)).toBe("verified");
    now += 3 * HOUR;
    expect(stateNow(vault)).toBe("late");
  });
});

describe("a browser", () => {
  it("that has reached nobody yet does not take the account for an empty one", async () => {
    const vault = await aVault([]);
    const { takeLog } = vaultOperations(vault);
    await takeLog({ entries: [], leaves: [], head: "unreachable" });
    expect(stateNow(vault)).toBe("starting");
    await takeLog({ entries: [], leaves: [], head: "missing" });
    expect(stateNow(vault)).toBe("empty");
    await takeLog({ entries: [], leaves: [], head: "unreachable" });
    expect(stateNow(vault)).toBe("empty");
  });

  it("whose device has ended has nothing left that vouches for the account", async () => {
    const vault = await aVault([{ is: "link", ...carried }]);
    const { takeLog, forgetDevice } = vaultOperations(vault);
    await takeLog(truth);
    await forgetDevice();
    expect(stateNow(vault)).toBe("unconfirmed");
  });

  it("compares its card with nobody where that names another account than the log", async () => {
    const vault = await aVault([]);
    const { takeLog, codeFits, createDevice } = vaultOperations(vault);
    await takeLog(truth);
    const { identity: { user, device: own, ecdhPublic, ecdsaPublic } } = await createDevice({ user: newId(), proof: { by: "passphrase", passphrase: "a long enough sentence" } });
    const card = { user, device: own, ecdhPublic, ecdsaPublic, fingerprint: SOME_HASH, recoveryHash: SOME_HASH, protection: "passphrase" as const, personCommitment: null };
    await expect(codeFits({ card, typed: "" })).rejects.toMatchObject({ code: "data_loss" });
    expect(await codeFits({ card: { ...card, fingerprint: carried.fingerprint }, typed: "" })).toBe(false);
    expect(stateNow(vault)).toBe("unconfirmed");
  });
});

describe("a recovery file", () => {
  const notes = (): RecoveryNotes => ({
    account: carried.account, accountFingerprint: carried.fingerprint, device, log: { size: carried.logSize, root: carried.logRoot }, logKey: carried.logKey,
    created: "2026-11-23",
  });

  it("is asked of every answer from then on, and of what was shown before", async () => {
    const vault = await aVault([]);
    const { takeLog, takeFile } = vaultOperations(vault);
    await takeLog(truth);
    expect(await takeFile({ text: await writeRecoveryFile(generateRecoverySecret(), notes()) })).toBe(true);
    expect(stateNow(vault)).toBe("starting");
    await takeLog({ entries: [], leaves: [], head: truth.head });
    expect(stateNow(vault)).toBe("verified");
  });

  it.each(["accountFingerprint", "log", "logKey"] as const)("without its line %s vouches for nothing", async (name) => {
    const vault = await aVault([]);
    const { takeLog, takeFile } = vaultOperations(vault);
    await takeLog(truth);
    const others = Object.fromEntries(Object.entries(notes()).filter(([said]) => said !== name));
    expect(await takeFile({ text: await writeRecoveryFile(generateRecoverySecret(), others) })).toBe(false);
    expect(vault.book.anchors).toEqual([]);
    expect(stateNow(vault)).toBe("unconfirmed");
  });

  it("of another account is an alarm", async () => {
    const vault = await aVault([]);
    await vaultOperations(vault).takeFile({ text: await writeRecoveryFile(generateRecoverySecret(), { ...notes(), account: newId() }) });
    await expect(vaultOperations(vault).takeLog(truth)).rejects.toThrow();
    expect(stateNow(vault)).toBe("alarm");
  });
});
