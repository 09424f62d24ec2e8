/** What others stand in ends in two statements that follow one another; what nobody has signed yet, in three. */
import { afterEach, beforeEach, expect, it } from "vitest";

import { newId } from "../crypto/testing/account.ts";
import type { SealedItem, SignedEnd } from "./contract.ts";
import { anOpenAccount, closeBrowsers, meant } from "./testing/people.ts";

afterEach(closeBrowsers);

let account: Awaited<ReturnType<typeof anOpenAccount>>;
const to = newId();

beforeEach(async () => {
  account = await anOpenAccount();
});

const status = { payload: { v: 1, name: "" }, attrs: { category: "active", outcome: null, default: false } } as const;

async function published(...signed: Parameters<typeof account.server.leaf>[0][]): Promise<void> {
  for (const one of signed) await account.server.leaf(one);
  await account.clara.hear();
}

const ended = (id: string, sealed: SealedItem["sealed"], { moved, statementB64u, signatureB64u }: SignedEnd): SealedItem =>
  ({ id, version: 2, sealed: { ...sealed, attrs: moved.attrs, attrsSaltB64u: moved.attrsSaltB64u }, later: [moved, { statementB64u, signatureB64u }] });

it("says where things go and then that it is deleted", async () => {
  const { server, clara } = account;
  const id = newId();
  const sealed = await clara.keyring.sealRecord({ kind: "status", id, ...status, audience: meant([server.roles.owner]) });
  await published(sealed);
  const item = { id, version: 1, sealed, later: [] };
  const end = await clara.keyring.signEnd("status", item, { movedTo: to });
  expect(end).not.toHaveProperty("put");
  await published(end.moved, end);
  const [verified] = await clara.keyring.verify("status", [ended(id, sealed, end)]);
  expect(verified).toMatchObject({ deleted: true, revision: 3, grade: "proven", attributes: { category: "active", movedTo: to } });
});

it("begins with the first content of what nobody has signed yet", async () => {
  const { server, clara } = account;
  const id = newId();
  const end = await clara.keyring.signEnd("status", { id, ...status, audience: meant([server.roles.owner]) }, { movedTo: to });
  if (!end.put) throw new Error("It has had no content.");
  await published(end.put, end.moved, end);
  const item = ended(id, end.put, end);
  const [verified] = await clara.keyring.verify("status", [item]);
  expect(verified).toMatchObject({ deleted: true, revision: 3, grade: "proven", attributes: { category: "active", movedTo: to }, audience: [server.roles.owner] });
  expect(await clara.keyring.openRecord("status", item)).toEqual(status.payload);
});

it("is not signed on top of another item", async () => {
  const { server, clara } = account;
  const id = newId();
  const sealed = await clara.keyring.sealRecord({ kind: "status", id, ...status, audience: meant([server.roles.owner]) });
  await published(sealed);
  await expect(clara.keyring.signEnd("status", { id: newId(), version: 1, sealed, later: [] }, { movedTo: to })).rejects.toMatchObject({ name: "ContentAlarm" });
});
