/** Of an answer only what was signed is read and signed again: whatever else the server says changes nothing (`crypto.md` 17.3). */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { toBase64Url } from "../crypto/base64url.ts";
import { fromBase64Url } from "../crypto/base64url.ts";
import { utf8 } from "../crypto/bytes.ts";
import { parseStatement, type Signed } from "../crypto/statements.ts";
import { newId } from "../crypto/testing/account.ts";
import type { Sealed, SealedItem } from "./contract.ts";
import { anOpenWorker } from "./testing/browser.ts";
import { anOpenAccount, closeBrowsers, meant } from "./testing/people.ts";
import { vaultOperations } from "./worker/operations.ts";

afterEach(closeBrowsers);

const [EARLY, LATE] = ["10000000-0000-4000-8000-000000000000", "20000000-0000-4000-8000-000000000000"] as const;

let account: Awaited<ReturnType<typeof anOpenAccount>>;
let item: SealedItem;

/** A document with attributes of every type, one that this version does not know, and a set that nobody would encode like that now. */
beforeEach(async () => {
  const worker = anOpenWorker();
  account = await anOpenAccount({ startWorker: worker.start });
  const { server, clara } = account;
  const id = newId();
  const sealed = await vaultOperations(worker.vault()).sealRecord({
    kind: "document", id, payload: { v: 1, title: "Passport" }, audience: meant([server.roles.owner]),
    attributes: {
      state: { is: "text", value: "active" }, expiresOn: { is: "text", value: "2031-02-28" }, profileIds: { is: "ids in order", value: [LATE, EARLY] },
      remindDays: { is: "integers", value: [7, 30] }, versions: { is: "ids in order", value: [LATE] }, noteOnly: { is: "flag", value: true },
      future: { is: "text", value: "of a later version" },
    },
  });
  await server.leaf(sealed);
  await clara.hear();
  item = { id, version: 1, sealed, later: [] };
});

const text = (value: string) => toBase64Url(utf8(value));
const attrsOf = (signed: object) => (signed as { attrs: Record<string, string> }).attrs;

/** What a statement says, but for when it was made and for hashes over what is random. */
function said({ statementB64u }: Pick<Signed, "statementB64u">): object {
  const CHANGING = ["createdAt", "attrsHash", "boxHash", "wrapsHash"];
  return Object.fromEntries(Object.entries(parseStatement(fromBase64Url(statementB64u))).filter(([name]) => !CHANGING.includes(name)));
}

/** What is signed of an answer in every way in which a page signs. */
async function signedOf(answer: SealedItem) {
  const { keyring } = account.clara;
  const attrs = await keyring.signAttrs("document", answer, { state: "archived" });
  const put = await keyring.sealRecord({ kind: "document", id: answer.id, payload: { v: 1, title: "New passport" }, attrs: { expiresOn: null }, previous: answer });
  const end = await keyring.signDelete("document", answer);
  return { attrs: [said(attrs), attrsOf(attrs)], put: [said(put), put.attrs, put.wraps.map(({ roleId }) => roleId)], end: said(end) };
}

const told = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.uuid()), fc.constant([{ number: 1, fileId: EARLY }]));
const MEMBERS = [
  "version", "word", "audience", "owed", "createdAt", "createdBy", "updatedAt", "updatedBy", "expiresOn", "remindDays", "profileIds", "topicIds", "fileIds", "versions",
  "noteOnly", "lifecycle", "state", "deleted", "kind", "attributes", "attrs", "revision", "contentRevision", "schema", "rank", "hiddenBy", "placed", "grade",
] as const;
const SEALED_MEMBERS = ["id", "revision", "contentRevision", "schema", "audience", "owed", "createdAt", "createdBy", "state", "kind", "attributes", "version", "prevHash"] as const;
const lies = (members: readonly string[]) => fc.record(Object.fromEntries(members.map((name) => [name, told])), { requiredKeys: [] });

describe("an answer with all of its own members changed", () => {
  it("shows the same item, and the same is signed on top of it", async () => {
    const { keyring } = account.clara;
    const shown = await keyring.showRecord("document", item);
    expect(shown).toMatchObject({
      item: {
        id: item.id, kind: "document", audience: [account.server.roles.owner], owed: [], author: account.owner.id, creator: account.owner.id, deleted: false, grade: "proven",
        fileIds: [LATE], attributes: { state: "active", expiresOn: "2031-02-28", profileIds: [LATE, EARLY], remindDays: [7, 30], versions: [LATE], noteOnly: true },
      },
      contents: { payload: { v: 1, title: "Passport" } },
    });
    const signed = await signedOf(item);
    await fc.assert(
      fc.asyncProperty(lies(MEMBERS), lies(SEALED_MEMBERS), async (beside, within) => {
        const lied = { ...item, ...beside, sealed: { ...item.sealed, ...within } };
        expect(await keyring.showRecord("document", lied)).toEqual(shown);
        expect(await keyring.verify("document", [lied])).toEqual([shown.item]);
        expect(await signedOf(lied)).toEqual(signed);
      }),
      { numRuns: 20 },
    );
  });

  it("attributes other than the signed ones are refused, and nothing is signed on top of them", async () => {
    const { keyring } = account.clara;
    const lied = { ...item, sealed: { ...item.sealed, attrs: { ...item.sealed.attrs, state: text("archived") } } };
    await expect(keyring.showRecord("document", lied)).rejects.toMatchObject({ name: "ContentAlarm", kind: "altered" });
    await expect(keyring.signAttrs("document", lied, { expiresOn: null })).rejects.toMatchObject({ name: "ContentAlarm", kind: "altered" });
  });
});

describe("what a person has not changed", () => {
  it("is signed again byte for byte, also what this version does not know", async () => {
    const { keyring } = account.clara;
    expect(item.sealed.attrs).toHaveProperty("future");
    expect(attrsOf(await keyring.signAttrs("document", item, {}))).toEqual(item.sealed.attrs);
    expect(attrsOf(await keyring.signAttrs("document", item, { state: "archived" }))).toEqual({ ...item.sealed.attrs, state: text("archived") });
    const put = await keyring.sealRecord({ kind: "document", id: item.id, payload: { v: 1, title: "New" }, attrs: { expiresOn: "2032-01-01" }, previous: item });
    expect(put.attrs).toEqual({ ...item.sealed.attrs, expiresOn: text("2032-01-01") });
  });

  it("is gone only where null was said", async () => {
    const { keyring } = account.clara;
    const rest = Object.fromEntries(Object.entries(item.sealed.attrs).filter(([name]) => name !== "expiresOn"));
    expect(attrsOf(await keyring.signAttrs("document", item, { expiresOn: null, topicIds: null, remindDays: undefined }))).toEqual(rest);
    const put: Sealed = await keyring.sealRecord({ kind: "document", id: item.id, payload: { v: 1, title: "New" }, attrs: { expiresOn: null }, previous: item });
    expect(put.attrs).toEqual(rest);
  });

  it("is carried over from the newest statement about it, and not from an older one", async () => {
    const { server, clara } = account;
    const archived = await clara.keyring.signAttrs("document", item, { state: "archived" });
    await server.leaf(archived);
    await clara.hear();
    const newer = { ...item, version: 2, later: [archived], sealed: { ...item.sealed, attrs: attrsOf(archived), attrsSaltB64u: archived.attrsSaltB64u } };
    expect(attrsOf(await clara.keyring.signAttrs("document", newer, { expiresOn: null }))).toMatchObject({ state: text("archived"), future: item.sealed.attrs["future"] });
    const mixed = { ...newer, sealed: item.sealed };
    await expect(clara.keyring.signAttrs("document", mixed, { expiresOn: null })).rejects.toMatchObject({ name: "ContentAlarm" });
  });
});
