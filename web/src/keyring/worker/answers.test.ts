/**
 * What the worker makes of answers about the log, each check with the ones behind it out of reach: an answer that does not
 * fit everything that this browser knows about the account is refused, and stays refused.
 */
import { beforeAll, describe, expect, it } from "vitest";

import { toBase64Url } from "../../crypto/base64url.ts";
import type { Anchored } from "../../crypto/keyLog/anchors.ts";
import type { ForkKind } from "../../crypto/keyLog/pins.ts";
import { newId, SOME_HASH } from "../../crypto/testing/account.ts";
import { aVault, carried, device, openTheAccount, taking, truth } from "../testing/answers.ts";
import { takeAnswer } from "./logBook.ts";
import { vaultOperations } from "./operations.ts";
import { stateNow } from "./vault.ts";

const HOUR = 3_600_000;
const OTHER_KEY = toBase64Url(new Uint8Array(32).fill(7));

beforeAll(openTheAccount);

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
