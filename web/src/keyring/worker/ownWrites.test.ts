/** Own writes are waited for a minute, by the time at which a head was asked for; then the server hides them. */
import { expect, it } from "vitest";

import type { ContentStatement } from "../../crypto/statements.ts";
import { openVault } from "./operations.ts";
import { awaitOwn, ownWrites, PATIENCE_MS } from "./ownWrites.ts";
import { deviceOperations } from "./deviceOperations.ts";

const AT = 1_800_000_000_000;

async function aVault() {
  const vault = await openVault({ account: crypto.randomUUID(), pin: null, anchors: [], acknowledged: [] });
  await deviceOperations(vault).createDevice({ user: crypto.randomUUID(), proof: { by: "passphrase", passphrase: "a long enough sentence" } });
  const own = vault.device?.key.device ?? "";
  const wrote = (hash: string, authorDevice = own) => awaitOwn(vault, hash, { authorDevice, kind: "document", id: "d1", createdAt: AT } as ContentStatement);
  const headAskedAt = (askedAt: number) => { vault.book.head = { time: askedAt, askedAt }; };
  return { vault, wrote, headAskedAt };
}

it("are not missing before a head was asked for a minute later", async () => {
  const { vault, wrote, headAskedAt } = await aVault();
  wrote("h1");
  expect(ownWrites(vault)).toEqual({ awaited: 1, missing: [] });
  headAskedAt(AT + PATIENCE_MS);
  expect(ownWrites(vault).missing).toEqual([]);
});

it("are missing afterwards, by what they are about", async () => {
  const { vault, wrote, headAskedAt } = await aVault();
  wrote("h1");
  headAskedAt(AT + PATIENCE_MS + 1);
  expect(ownWrites(vault).missing).toEqual([{ kind: "document", id: "d1", at: AT }]);
});

it("are let go as soon as the verified log holds them", async () => {
  const { vault, wrote, headAskedAt } = await aVault();
  wrote("h1");
  vault.book.places.set("h1", 7);
  headAskedAt(AT + 10 * PATIENCE_MS);
  expect(ownWrites(vault)).toEqual({ awaited: 0, missing: [] });
});

it("are one's own: what another device wrote is its matter", async () => {
  const { vault, wrote } = await aVault();
  wrote("h1", crypto.randomUUID());
  expect(ownWrites(vault).awaited).toBe(0);
});
