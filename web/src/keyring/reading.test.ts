/** Lists are shown in few messages, and verified after everything that was asked for is shown. */
import { expect, it } from "vitest";

import type { Context } from "./context.ts";
import type { SealedItem } from "./contract.ts";
import { startReading } from "./reading.ts";
import type { Many } from "./worker/listOperations.ts";
import type { Shown } from "./worker/shown.ts";

const item = (id: string) => ({ id, sealed: { id, revision: 1 }, later: [] }) as unknown as SealedItem;

function aReader(forged: readonly string[] = []) {
  const messages: string[] = [];
  const heard: unknown[] = [];
  const answer = (name: string, { items }: { items: readonly { id: string }[] }, value: (id: string) => unknown) => {
    messages.push(`${name} ${items.length}`);
    return Promise.resolve(items.map(({ id }) => (name === "verify" && forged.includes(id) ? { error: { name: "Error", message: "forged" } } : { value: value(id) })));
  };
  const worker = {
    showRecords: (many: { items: readonly Shown[] }) => answer("show", many, (id) => ({ title: id })),
    verifyRecords: (many: Many) => answer("verify", many, () => ({ proven: true, behind: [], author: "" })),
  };
  const show = startReading({
    use: (work) => work({ worker } as unknown as Context), sound: (error) => heard.push(error), verified: () => undefined,
  });
  return { show, messages, heard };
}

it("asks for many items in one message, and shows all of them before it verifies the first", async () => {
  const { show, messages } = aReader();
  const shown = await Promise.all(Array.from({ length: 300 }, (_, i) => show("document", item(String(i)))));
  expect(shown[299]?.payload).toEqual({ title: "299" });
  await Promise.all(shown.map(({ verified }) => verified));
  expect(messages.slice(0, 3)).toEqual(["show 256", "show 44", "verify 32"]);
});

it("answers what is asked for in the very moment of an earlier answer", async () => {
  const { show } = aReader();
  for (let i = 0; i < 20; i++) {
    const { verified } = await show("document", item(String(i)));
    if (i % 3 === 0) await verified;
  }
});

it("takes back what turns out not to be signed, and nothing else", async () => {
  const { show, heard } = aReader(["b"]);
  const [good, bad] = await Promise.all([show("document", item("a")), show("document", item("b"))]);
  await expect(bad.verified).rejects.toThrow("forged");
  await expect(good.verified).resolves.toBeUndefined();
  expect(heard).toHaveLength(1);
});

it("lets the next rows of a long list come before the first of it is verified", async () => {
  const { show, messages } = aReader();
  let last = await show("document", item("first"));
  for (let i = 0; i < 5; i++) last = await show("document", item(String(i)));
  await last.verified;
  expect(messages).toEqual([...Array.from({ length: 6 }, () => "show 1"), "verify 6"]);
});
