/** An act on many items says for each what became of it, and stops nowhere on its way but when cancelled. */
import { expect, test } from "vitest";

import { BATCH, inBatches } from "./bulk";
import { firstFailure, type BulkAnswer } from "./itemErrors";

interface Item {
  id: string;
  version: number;
}

const item = (id: string, version = 1): Item => ({ id, version });
const many = (count: number) => Array.from({ length: count }, (_, at) => item(String(at)));
const error = (id: string, reason: string, current?: Item) => ({
  id,
  code: "aborted",
  message: `Refused ${id}`,
  details: { reason, ...(current ? { current } : {}) },
});
const all = (items: Item[]): Promise<BulkAnswer<Item>> => Promise.resolve({ data: { data: items, errors: [] } });
const prove = () => Promise.resolve();
const sign = (one: Item) => Promise.resolve(one);
const read = (sent: Item) => Promise.resolve(sent);

test("a batch is proven in one question, before any of it is signed; what that says of each, its own signature says again", async () => {
  const order: string[] = [];
  const work = { read, sign: (one: Item) => { order.push(`sign ${one.id}`); return sign(one); }, send: all };
  await inBatches(many(2), { ...work, prove: (batch) => { order.push(`prove ${batch.length}`); return Promise.reject(new Error("No connection.")); } });
  expect(order).toEqual(["prove 2", "sign 0", "sign 1"]);
});

test("batches, and progress after each", async () => {
  const sizes: number[] = [];
  const progress: number[] = [];
  const { done, refused } = await inBatches(many(BATCH + 50), {
    prove,
    read,
    sign,
    send: (signed) => {
      sizes.push(signed.length);
      return all(signed);
    },
    onProgress: (settled) => progress.push(settled),
  });
  expect([sizes, progress, done.length, refused]).toEqual([[BATCH, 50], [BATCH, BATCH + 50], BATCH + 50, []]);
});

test("what cannot be signed and what is refused stands by itself; the rest is done", async () => {
  const { done, refused } = await inBatches(["a", "b", "c"].map((id) => item(id)), {
    prove,
    read,
    sign: (one) => (one.id === "a" ? Promise.reject(new Error("No key")) : sign(one)),
    send: (signed) =>
      Promise.resolve({ data: { data: signed.filter(({ id }) => id !== "b"), errors: [error("b", "storage_limit")] } }),
  });
  expect(done.map(({ id }) => id)).toEqual(["c"]);
  expect(refused).toEqual([
    { id: "a", message: "This did not work in this browser. Reload the page and try again." },
    { id: "b", message: "Your plan has not enough storage left for this file.", reason: "storage_limit" },
  ]);
});

test("an item that moved on is signed once more, as it is now", async () => {
  const versions: number[] = [];
  const { done, refused } = await inBatches([item("a", 1)], {
    prove,
    read,
    sign,
    send: (signed) => {
      versions.push(...signed.map(({ version }) => version));
      return signed[0]?.version === 1
        ? Promise.resolve({ data: { data: [], errors: [error("a", "version_conflict", item("a", 5))] } })
        : all(signed);
    },
  });
  expect([versions, done.map(({ version }) => version), refused]).toEqual([[1, 5], [5], []]);
});

test("an item that moved on and is not what was signed is not signed again", async () => {
  const signed: number[] = [];
  const acting = inBatches([item("refused", 1)], {
    prove,
    read: () => Promise.reject(new Error("Altered")),
    sign: (one) => {
      signed.push(one.version);
      return sign(one);
    },
    send: () => Promise.resolve({ data: { data: [], errors: [error("refused", "version_conflict", item("refused", 5))] } }),
  });
  await acting.catch(() => undefined);
  expect(signed).toEqual([1]);
});

test("a call that fails as a whole fails for its batch, and the next one is tried", async () => {
  let calls = 0;
  const { done, refused } = await inBatches(many(BATCH + 1), {
    prove,
    read,
    sign,
    send: (signed) => ((calls += 1) === 1 ? Promise.resolve({ error: { status: 503, code: "unavailable", message: "Away" } }) : all(signed)),
  });
  expect([done.length, refused.length, refused[0]?.message]).toEqual([1, BATCH, "Away"]);
});

test("a cancelled act leaves the rest as it is", async () => {
  const control = new AbortController();
  const { done } = await inBatches(many(BATCH * 3), {
    prove,
    read,
    sign,
    send: all,
    signal: control.signal,
    onProgress: () => control.abort(),
  });
  expect(done.length).toBe(BATCH);
});

test("the first refusal of an answer, with its reason", async () => {
  expect((await firstFailure({ data: { data: [], errors: [error("a", "roll_due")] } }))?.reason).toBe("roll_due");
  expect(await firstFailure({ data: { data: [], errors: [] } })).toBeNull();
});
