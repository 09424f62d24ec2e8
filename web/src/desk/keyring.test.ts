/** Records of a real account, from the keys worker to a window: sealed, signed, served, opened, and not always honestly. */
import { afterEach, expect, test } from "vitest";

import type { Answered } from "../api/answered";
import { contactDesk } from "../features/contacts/desk";
import { anOpenAccount, closeBrowsers } from "../keyring/testing/people";
import type { ContactPayload } from "../payloads/contact";
import { openDesk } from "./desk";
import { startFeed } from "./feed";
import type { View } from "./messages";
import { openShown } from "./shown";

afterEach(closeBrowsers);

const VIEW: View = { kind: "contact", where: { any: [{ field: "state", op: "ne", value: "archived" }, { field: "row", op: "ne", value: "open" }] }, text: "", sort: [{ field: "title", dir: "asc" }], group: null };
const PHONE = contactDesk.cells.indexOf("phone");

async function anAddressBook() {
  const { server, clara } = await anOpenAccount();
  const { keyring } = clara;
  const audience = await keyring.defaultAudience("contact");

  async function aContact(full: string, number: string): Promise<Answered> {
    const id = crypto.randomUUID();
    const payload: ContactPayload = { v: 1, kind: "individual", name: { full }, phones: [{ number }] };
    const sealed = await keyring.sealRecord({ kind: "contact", id, payload, attrs: { state: "active" }, audience });
    await server.leaf(sealed);
    return { id, version: 1, sealed, later: [], word: {} };
  }

  const sent: string[] = [];
  const desk = openDesk({
    kinds: [contactDesk], language: "en",
    tell: (message) => {
      sent.push(JSON.stringify(message));
      shown.hear(structuredClone(message));
    },
  });
  const shown = openShown((message) => desk.page(structuredClone(message)), (callback) => callback());
  const list = shown.view();
  list.show(VIEW, 0, 50);
  const feed = startFeed({ kind: "contact", keyring, to: (message) => desk.keys(structuredClone(message)), told: () => undefined });
  const lines = () => list.now()?.ids.map((id) => list.now()?.rows.get(id)).map((row) => [row?.state, row?.cells[0], row?.cells[PHONE]]);
  return { server, clara, keyring, aContact, shown, list, feed, lines, sent };
}

test("contacts are opened, sorted, found without their accents, and become proven", async () => {
  const { clara, aContact, shown, list, feed, lines } = await anAddressBook();
  const answers = [await aContact("Zoë Åström", "+41 44 1"), await aContact("Мария", "+41 44 2")];
  await clara.hear();
  await feed.take(answers, Date.now() + 1);
  expect(lines()).toEqual([["open", "Zoë Åström", "+41 44 1"], ["open", "Мария", "+41 44 2"]]);
  await expect.poll(() => [...(list.now()?.rows.values() ?? [])].map(({ grade }) => grade)).toEqual(["proven", "proven"]);
  expect((await shown.find("astro", ["contact"], 5)).map(({ row: { id } }) => id)).toEqual([answers[0]?.id]);
  feed.end();
});

test("of an answer that is not what its author signed nothing comes to the page but the word for it", async () => {
  const { clara, aContact, shown, feed, lines, sent } = await anAddressBook();
  const [anna, ben] = [await aContact("Anna", "+41 44 1"), await aContact("Ben", "+41 44 2")];
  await clara.hear();
  // One box is changed, and one contact is served under the name of another.
  const box = anna.sealed.dataB64u;
  const altered = { ...anna, sealed: { ...anna.sealed, dataB64u: `${box.startsWith("A") ? "B" : "A"}${box.slice(1)}` } };
  await feed.take([altered, { ...ben, id: crypto.randomUUID() }]);
  expect(lines()?.map(([state]) => state).sort()).toEqual(["altered", "foreign"]);
  expect(lines()?.flatMap(([, ...cells]) => cells)).toEqual([null, null, null, null]);
  expect(await shown.find("anna", ["contact"], 5)).toEqual([]);
  expect(sent.join()).not.toMatch(/Anna|Ben|\+41/);
  feed.end();
});

test("what is archived leaves the view by what was signed, and what is deleted leaves the desk", async () => {
  const { server, clara, keyring, aContact, shown, feed, lines } = await anAddressBook();
  const [anna, ben] = [await aContact("Anna", "+41 44 1"), await aContact("Ben", "+41 44 2")];
  await clara.hear();
  await feed.take([anna, ben], Date.now() + 1);
  const { attrs, attrsSaltB64u, ...signed } = await keyring.signAttrs("contact", anna, { state: "archived" });
  await server.leaf(signed);
  await clara.hear();
  const archived: Answered = { ...anna, version: 2, sealed: { ...anna.sealed, attrs, attrsSaltB64u }, later: [signed] };
  await feed.take([archived, ben], Date.now() + 1);
  expect(lines()).toEqual([["open", "Ben", "+41 44 2"]]);
  expect(await shown.facets({ ...VIEW, where: null }, "state")).toEqual([{ value: "archived", count: 1 }, { value: "active", count: 1 }]);

  await server.leaf(await keyring.signDelete("contact", ben));
  await clara.hear();
  await feed.take([archived], Date.now() + 1);
  expect(lines()).toEqual([]);
  expect(await shown.pick({ view: { ...VIEW, where: null }, except: [] })).toEqual([anna.id]);
  feed.end();
});

test("when the device locks, the page has nothing left, and what is answered later opens nowhere", async () => {
  const { clara, keyring, aContact, shown, list, feed, lines, sent } = await anAddressBook();
  const [anna, ben] = [await aContact("Anna", "+41 44 1"), await aContact("Ben", "+41 44 2")];
  await clara.hear();
  await feed.take([anna]);
  expect(lines()).toHaveLength(1);
  await keyring.lock();
  feed.end();
  shown.end();
  sent.length = 0;
  await feed.take([anna, ben]);
  expect([list.now(), sent]).toEqual([null, []]);
});
