/** Long lists become proven in few questions, a few items at a time, and what no head holds yet waits for the next one. */
import { expect, it } from "vitest";

import type { Context } from "./context.ts";
import type { SealedItem } from "./contract.ts";
import { startProvingLater } from "./provingLater.ts";

const item = (id: string) => ({ id, sealed: { id }, later: [] }) as unknown as SealedItem;

function aProver({ forged = [], fresh = [] }: { forged?: readonly string[]; fresh?: string[] } = {}) {
  const asked: string[] = [];
  const looks: number[] = [];
  const heard: unknown[] = [];
  const worker = {
    missingChains: ({ items }: { items: readonly SealedItem[] }) => Promise.resolve(items.map(({ id }) => ({ kind: "document", id, after: 0 }))),
    proveRecords: ({ items, chains }: { items: readonly SealedItem[]; chains: readonly unknown[] }) => {
      asked.push(`prove ${items.length}`);
      expect(chains).toHaveLength(items.length);
      return Promise.resolve(items.map(({ id }) => (
        forged.includes(id) ? { error: { name: "ContentAlarm", message: "", kind: "foreign" } } : { value: { proven: !fresh.includes(id) } })));
    },
  };
  const calls = {
    chains: (objects: readonly unknown[]) => {
      asked.push(`chains ${objects.length}`);
      return Promise.resolve({ data: objects.map(() => ({ statements: [] })), more: false });
    },
  };
  const prover = startProvingLater({
    use: (work) => work({ worker, calls } as unknown as Context), sound: (error) => heard.push(error), lookSoon: () => looks.push(1), learnt: () => undefined,
  });
  return { prover, asked, looks, heard };
}

it("asks for five hundred chains at once, and proves thirty-two items in a message", async () => {
  const { prover, asked } = aProver();
  await Promise.all(Array.from({ length: 600 }, (_, i) => prover.whenProven("document", item(String(i)))));
  expect(asked.filter((one) => one.startsWith("chains"))).toEqual(["chains 500", "chains 100"]);
  expect(asked.filter((one) => one.startsWith("prove"))).toHaveLength(16 + 4);
  expect(asked[1]).toBe("prove 32");
});

it("tells each item what became of it, and of one kind at a time", async () => {
  const { prover, asked, heard } = aProver({ forged: ["b"] });
  const all = await Promise.allSettled([prover.whenProven("document", item("a")), prover.whenProven("document", item("b")), prover.whenProven("task", item("c"))]);
  expect(all).toMatchObject([{ status: "fulfilled" }, { status: "rejected", reason: { name: "ContentAlarm", kind: "foreign" } }, { status: "fulfilled" }]);
  expect(asked.filter((one) => one.startsWith("chains"))).toEqual(["chains 2", "chains 1"]);
  expect(heard).toHaveLength(1);
});

it("lets what is newer than the log wait until that has grown", async () => {
  const fresh = ["a"];
  const { prover, looks } = aProver({ fresh });
  let isProven = false;
  const proven = prover.whenProven("document", item("a")).then(() => { isProven = true; });
  await expect.poll(() => looks).toHaveLength(1);
  expect(isProven).toBe(false);
  prover.again();
  await expect.poll(() => looks).toHaveLength(2);
  expect(isProven).toBe(false);
  fresh.splice(0);
  prover.again();
  await proven;
});
