/** Whoever changes what they are called is seen to have been called otherwise: by what was signed, and for thirty days. */
import { IDBFactory } from "fake-indexeddb";
import { afterEach, expect, test, vi } from "vitest";

import type { PersonName } from "./contract.ts";
import { aColleague, anOpenAccount, browser, closeBrowsers } from "./testing/people.ts";
import type { TestBrowser } from "./testing/browser.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

afterEach(() => {
  vi.useRealTimers();
  closeBrowsers();
});

/** Clara and Jonas read, and Clara's browser has seen what both are called. */
async function twoPeople() {
  const storage = new IDBFactory();
  const account = await anOpenAccount({ storage });
  const { server, clara } = account;
  const { member, jonas } = await aColleague(server, clara);
  await clara.hear();
  await jonas.hear();
  await jonas.until("ready");
  const before: PersonName = { name: member.name, email: member.email };
  const nowOf = async (at: TestBrowser) => {
    await at.hear();
    return (await at.keyring.directory()).people.find(({ id }) => id === member.id);
  };
  expect(await nowOf(clara)).toMatchObject({ ...before, standing: "signed", renamed: null });
  const told = (change: Partial<PersonName>) => {
    const place = server.members.findIndex(({ id }) => id === member.id);
    server.members.splice(place, 1, { ...(server.members[place] ?? member), ...change });
  };
  const call = async (name: string) => {
    told({ name });
    await jonas.keyring.confirmOwnName({ name, email: member.email });
  };
  return { ...account, storage, member, jonas, before, nowOf, told, call };
}

test("a change that only its person has signed is shown with the name before it", async () => {
  const { clara, before, call, nowOf } = await twoPeople();
  await call("clara");
  const jonas = await nowOf(clara);
  expect(jonas).toMatchObject({ name: "clara", standing: "signed", renamed: { before } });
  expect(Math.abs(Date.parse(jonas?.renamed?.at ?? "") - Date.now())).toBeLessThan(DAY_MS);
});

test("the name before it stays the one that counted before, however often it is changed again", async () => {
  const { clara, before, call, nowOf } = await twoPeople();
  await call("somebody");
  await nowOf(clara);
  await call("clara");
  expect((await nowOf(clara))?.renamed?.before).toEqual(before);
});

test("signing the same once more is no change", async () => {
  const { clara, before, call, nowOf } = await twoPeople();
  await call(before.name);
  expect(await nowOf(clara)).toMatchObject({ standing: "signed", renamed: null });
});

test("it is known over a reload, and to a browser that has never seen the name before it as a change", async () => {
  const { server, owner, storage, clara, jonas, before, call, nowOf } = await twoPeople();
  clara.keyring.end();
  await call("clara");
  const again = await browser(server, owner, { storage });
  await again.until("ready");
  expect((await nowOf(again))?.renamed).toMatchObject({ before });
  expect((await nowOf(jonas))?.renamed).not.toBe(null);
});

test.each([[29, true], [31, false]])("after %i days it is shown: %s", async (days, shown) => {
  vi.useFakeTimers({ toFake: ["Date"], shouldAdvanceTime: true });
  const { clara, call, nowOf } = await twoPeople();
  await call("clara");
  expect((await nowOf(clara))?.renamed).not.toBe(null);
  vi.setSystemTime(Date.now() + days * DAY_MS);
  expect((await clara.keyring.directory()).people.some(({ renamed }) => renamed !== null)).toBe(shown);
});

test("the server makes nobody change their name: what nobody signed is no change", async () => {
  const { clara, told, nowOf } = await twoPeople();
  told({ name: "clara" });
  expect(await nowOf(clara)).toMatchObject({ standing: "unconfirmed", renamed: null });
});

test("whoever the record ended has left, although the server lists them still", async () => {
  const { server, clara, member } = await twoPeople();
  await clara.keyring.removeMember(member.id);
  server.members.push(member);
  await clara.hear();
  expect((await clara.keyring.directory()).left).toEqual([member.id]);
});

test("nobody has left whom the server just leaves out", async () => {
  const { server, clara, member } = await twoPeople();
  server.members.splice(server.members.findIndex(({ id }) => id === member.id), 1);
  await clara.hear();
  expect(await clara.keyring.directory()).toMatchObject({ left: [], withDevices: expect.arrayContaining([member.id]) as unknown });
});
