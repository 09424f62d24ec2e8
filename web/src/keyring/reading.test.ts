/** Lists are verified and opened in few messages, and nothing of an item is answered before it was verified. */
import { expect, it } from "vitest";

import { aVerified } from "../lists/testing.tsx";
import type { Context } from "./context.ts";
import type { SealedItem, VerifiedItem } from "./contract.ts";
import { startReading } from "./reading.ts";
import type { Many, Shown } from "./worker/listOperations.ts";
import type { Settled } from "./worker/rpc.ts";

const item = (id: string) => ({ id, sealed: { id, revision: 1 }, later: [] }) as unknown as SealedItem;

interface Worker {
  forged?: readonly string[];
  closed?: readonly string[];
  /** How many outcomes it leaves out at the end of a batch. */
  short?: number;
}

function aReader({ forged = [], closed = [], short = 0 }: Worker = {}) {
  const messages: string[] = [];
  const heard: unknown[] = [];
  const told: [string, VerifiedItem][] = [];
  const outcomeOf = ({ id }: SealedItem): Settled<Shown> =>
    forged.includes(id)
      ? { error: { name: "ContentAlarm", message: "forged" } }
      : { value: { item: aVerified("document", id), contents: closed.includes(id) ? { error: { name: "Sealed", message: "No key" } } : { value: { v: 1, title: id } } } };
  const worker = {
    showRecords: ({ kind, items }: Many) => {
      messages.push(`${kind} ${items.length}`);
      return Promise.resolve(items.map(outcomeOf).slice(0, items.length - short));
    },
  };
  const show = startReading({
    use: (work) => work({ worker } as unknown as Context), sound: (error) => heard.push(error), verified: ({ id }, found) => told.push([id, found]),
  });
  return { show, messages, heard, told };
}

it("asks for many items in few messages, and for each kind in its own", async () => {
  const { show, messages, told } = aReader();
  const asked = [...Array.from({ length: 300 }, (_, i) => show("document", item(String(i)))), show("contact", item("c"))];
  const shown = await Promise.all(asked);
  expect(shown[299]).toEqual({ item: aVerified("document", "299"), contents: { payload: { v: 1, title: "299" } } });
  expect(messages).toEqual(["document 256", "document 44", "contact 1"]);
  expect(told).toHaveLength(301);
});

it("answers what is asked for in the very moment of an earlier answer", async () => {
  const { show } = aReader();
  for (let i = 0; i < 20; i++) expect((await show("document", item(String(i)))).item.id).toBe(String(i));
});

it("refuses what is not what was signed, with nothing of it, and nothing else", async () => {
  const { show, heard, told } = aReader({ forged: ["b"] });
  const [good, bad] = await Promise.allSettled([show("document", item("a")), show("document", item("b"))]);
  expect(good).toMatchObject({ status: "fulfilled", value: { contents: { payload: { title: "a" } } } });
  expect(bad).toMatchObject({ status: "rejected", reason: { name: "ContentAlarm", message: "forged" } });
  expect(heard).toHaveLength(1);
  expect(told.map(([id]) => id)).toEqual(["a"]);
});

it("answers the facts of what no key of this device opens, and raises no alarm", async () => {
  const { show, heard, told } = aReader({ closed: ["b"] });
  const { item: found, contents } = await show("document", item("b"));
  expect(found.id).toBe("b");
  expect(contents).toMatchObject({ closed: { name: "Sealed" } });
  expect([heard.length, told.length]).toEqual([0, 1]);
});

it("refuses an item about which the worker has answered nothing", async () => {
  const { show } = aReader({ short: 1 });
  const [first, last] = await Promise.allSettled([show("document", item("a")), show("document", item("b"))]);
  expect([first.status, last.status]).toEqual(["fulfilled", "rejected"]);
});
