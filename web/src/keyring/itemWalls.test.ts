/**
 * An item that was not asked for is kept out by two walls, each tried with the other one down (`crypto.md` 19).
 *
 * The first is the id under which it is answered, the second its statement. What is drawn goes by the second alone.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { fromBase64Url } from "../crypto/base64url.ts";
import { isContentStatement, parseStatement } from "../crypto/statements.ts";
import { newId } from "../crypto/testing/account.ts";
import type { SealedItem } from "./contract.ts";
import { anOpenWorker } from "./testing/browser.ts";
import { anOpenAccount, closeBrowsers, meant } from "./testing/people.ts";
import { vaultOperations } from "./worker/operations.ts";
import { readItem } from "./worker/verifyItem.ts";

const walls = vi.hoisted(() => ({ statement: true }));

// Down, it reads a chain as that of the object which its own statements name.
vi.mock(import("../crypto/keyLog/chain.ts"), async (original) => {
  const chain = await original();
  return {
    ...chain,
    readChain: (served) => {
      const named = parseStatement(fromBase64Url(served.statements[0]?.statementB64u ?? ""));
      return chain.readChain(walls.statement || !isContentStatement(named) ? served : { ...served, asked: { kind: named.kind, id: named.id } });
    },
  };
});

let worker: ReturnType<typeof anOpenWorker>;
let passport: SealedItem;
let will: SealedItem;

beforeEach(async () => {
  walls.statement = true;
  worker = anOpenWorker();
  const { server, clara } = await anOpenAccount({ startWorker: worker.start });
  const written = async (title: string): Promise<SealedItem> => {
    const id = newId();
    const sealed = await clara.keyring.sealRecord({ kind: "document", id, payload: { v: 1, title }, attrs: { state: "active" }, audience: meant([server.roles.owner]) });
    await server.leaf(sealed);
    return { id, version: 1, sealed, later: [] };
  };
  [passport, will] = [await written("Passport"), await written("Will")];
  await clara.hear();
});

afterEach(closeBrowsers);

const read = (asked: SealedItem, answered: SealedItem) => readItem(worker.vault(), "document", asked.id, answered);
/** These two walls say so. Behind them stands what was proven of the item that was asked for, and says something else. */
const foreign = { name: "ContentAlarm", kind: "foreign", reason: "It is not what was asked for." };

describe("the answer about another item", () => {
  it("is foreign under its own id, also where its statements are not asked", async () => {
    for (const statement of [true, false]) {
      walls.statement = statement;
      await expect(read(passport, passport)).resolves.toMatchObject({ is: "verified" });
      await expect(read(passport, will)).rejects.toMatchObject(foreign);
    }
  });

  it("is foreign by its statement, also under the id that was asked for", async () => {
    await expect(read(passport, { ...will, id: passport.id })).rejects.toMatchObject(foreign);
    await expect(read(passport, { ...passport, sealed: will.sealed })).rejects.toMatchObject(foreign);
  });

  it("goes by the id that was signed where neither is asked, and not by that of the answer", async () => {
    walls.statement = false;
    const open = (item: SealedItem) => vaultOperations(worker.vault()).openRecord({ kind: "document", item });
    await expect(open({ ...will, id: passport.id })).resolves.toMatchObject({ payload: { title: "Will" }, verified: { id: will.id } });
  });

  it("is nothing that a new revision is written on top of", async () => {
    const seal = (previous: SealedItem) => vaultOperations(worker.vault()).sealRecord({
      kind: "document", id: passport.id, payload: { v: 1, title: "Mine" }, attributes: {}, previous,
    });
    walls.statement = false;
    await expect(seal(will)).rejects.toMatchObject(foreign);
  });
});
