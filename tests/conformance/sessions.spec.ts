/** Listing and ending sessions (sections 4 and 6). */
import { expect, test } from "./support/test";
import { elsewhere, newMember, newVisitor, type Visitor } from "./support/visitor";

const DONE = { data: { status: true }, error: null };

async function sessionsOf({ ask }: Visitor) {
  const { data, error } = await ask((client) => client.listSessions());
  expect(error).toBeNull();
  return data as { id: string; token: string; userAgent: string; ipAddress: string; expiresAt: Date }[];
}

test("the list holds live sessions, and one can be ended by its token", async ({ browser }) => {
  const ann = await newMember(browser);
  const there = await elsewhere(browser, ann);
  const both = await sessionsOf(ann);
  expect(both).toHaveLength(2);
  expect(both.every(({ expiresAt }) => expiresAt instanceof Date)).toBe(true);
  expect(both.every(({ userAgent, ipAddress }) => userAgent.includes("Mozilla") && typeof ipAddress === "string")).toBe(true);

  const theirs = (await there.ask((client) => client.getSession())).data.session;
  expect(await ann.ask((client, token) => client.revokeSession({ token }), theirs.token)).toEqual(DONE);
  expect((await there.ask((client) => client.getSession())).data).toBeNull();
  expect(await sessionsOf(ann)).toHaveLength(1);
});

test("ending an unknown session, or that of somebody else, changes nothing and says the same", async ({ browser }) => {
  const ann = await newMember(browser);
  const bob = await newMember(browser, "Bob Built");
  const token = (await bob.ask((client) => client.getSession())).data.session.token;
  expect(await ann.ask((client, given) => client.revokeSession({ token: given }), token)).toEqual(DONE);
  expect(await ann.ask((client) => client.revokeSession({ token: "nonsense" }))).toEqual(DONE);
  expect((await bob.ask((client) => client.getSession())).data).not.toBeNull();
});

test("all others are ended, or all", async ({ browser }) => {
  const ann = await newMember(browser);
  const there = await elsewhere(browser, ann);
  expect(await ann.ask((client) => client.revokeOtherSessions())).toEqual(DONE);
  expect((await there.ask((client) => client.getSession())).data).toBeNull();
  expect((await ann.ask((client) => client.getSession())).data).not.toBeNull();
  expect(await ann.ask((client) => client.revokeSessions())).toEqual(DONE);
  expect((await ann.ask((client) => client.getSession())).data).toBeNull();
});

test("a call with an ended session is refused and takes the cookies away", async ({ browser }) => {
  const ann = await newMember(browser);
  const there = await elsewhere(browser, ann);
  await ann.ask((client) => client.revokeOtherSessions());
  const { error } = await there.ask((client) => client.listSessions());
  expect(error).toMatchObject({ status: 401, code: "UNAUTHORIZED", message: "Unauthorized" });
  expect(await there.cookies()).toEqual([]);
});

for (const call of [
  "listSessions", "revokeSessions", "revokeOtherSessions", "listAccounts",
] as const) {
  test(`${call} is refused to a stranger`, async ({ browser }) => {
    const { ask } = await newVisitor(browser);
    const { error } = await ask((client, name) => client[name as string](), call);
    expect(error).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
  });
}

test("the session store of the client follows sign-in and sign-out by itself", async ({ browser }) => {
  const ann = await newMember(browser);
  await ann.ask((client) => client.signOut());
  await ann.page.evaluate(() => {
    const seen: unknown[] = [];
    Object.assign(globalThis, { seen });
    globalThis.authClient.useSession.subscribe((value: { isPending: boolean; data: { user: { email: string } } | null }) => {
      if (!value.isPending) seen.push(value.data?.user.email ?? null);
    });
  });
  const seen = () => ann.page.evaluate(() => (globalThis as unknown as { seen: unknown[] }).seen.at(-1));
  await expect.poll(seen).toBeNull();
  await ann.ask((client, body) => client.signIn.email(body), { email: ann.email, password: ann.password });
  await expect.poll(seen).toBe(ann.email);
  await ann.ask((client) => client.signOut());
  await expect.poll(seen).toBeNull();
});
