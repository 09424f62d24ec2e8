/** The admin plugin of the reference client: people, their sessions, and looking on behalf of one (section 13). */
import { nextCode } from "../e2e/support/inbox";
import { grantPlatform } from "../e2e/support/operator";
import { expect, test } from "./support/test";
import { elsewhere, newMember, newVisitor, sendCode, type Answer, type Visitor } from "./support/visitor";

import type { Browser } from "@playwright/test";

async function newAdmin(browser: Browser): Promise<Visitor> {
  const admin = await newMember(browser, "Ada Lovelace");
  await grantPlatform(admin.email);
  return admin;
}

async function idOf({ ask }: Visitor): Promise<string> {
  return (await ask((client) => client.getSession())).data.user.id;
}

const isIn = async ({ ask }: Visitor): Promise<boolean> => (await ask((client) => client.getSession())).data !== null;

const refusal = ({ data, error }: Answer) => [data, error?.status, error?.code];

test("somebody of the platform lists people, finds one, and gets one", async ({ browser }) => {
  const admin = await newAdmin(browser);
  const ben = await newMember(browser, "Ben Okri");
  // Others of other tests may have come in the same moment.
  const page = await admin.ask((client) => client.admin.listUsers({ query: { limit: 20, offset: 0, sortBy: "createdAt", sortDirection: "desc" } }));
  expect(page.error).toBeNull();
  const listed = page.data.users as { email: string; createdAt: Date }[];
  expect(listed.map(({ email }) => email)).toContain(ben.email);
  expect(listed[0]?.createdAt).toBeInstanceOf(Date);
  expect(listed.map(({ createdAt }) => createdAt)).toEqual(listed.map(({ createdAt }) => createdAt).sort((a, b) => b.getTime() - a.getTime()));
  expect(page.data).toMatchObject({ limit: 20, offset: 0 });
  const first = await admin.ask((client) => client.admin.listUsers({ query: { limit: 1 } }));
  expect(first.data.users).toHaveLength(1);
  expect(first.data.total).toBeGreaterThan(1);

  const found = await admin.ask((client, value) => client.admin.listUsers({ query: { searchValue: value, searchField: "email", searchOperator: "contains" } }), ben.email);
  expect(found.data.users).toHaveLength(1);
  const [user] = found.data.users;
  expect(user).toMatchObject({ name: "Ben Okri", role: "user", banned: false, banReason: null, banExpires: null, emailVerified: true });
  const one = await admin.ask((client, id) => client.admin.getUser({ query: { id } }), user.id);
  expect(one).toEqual({ data: user, error: null });
  const nobody = await admin.ask((client) => client.admin.getUser({ query: { id: "nobody" } }));
  expect(refusal(nobody)).toEqual([null, 404, "USER_NOT_FOUND"]);
});

test("somebody is made known, proves the address, and gets another password and another name", async ({ browser }) => {
  const admin = await newAdmin(browser);
  const cleo = await newVisitor(browser, "Cleo Known");
  const { email, password, name } = cleo;
  const given = { email, password, name, role: "user" };
  const made = await admin.ask((client, user) => client.admin.createUser(user), given);
  expect(made.error).toBeNull();
  expect(made.data.user).toMatchObject({ email, name, emailVerified: false });
  const again = await admin.ask((client, user) => client.admin.createUser(user), given);
  expect(refusal(again)).toEqual([null, 422, "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL"]);

  const early = await cleo.ask((client, body) => client.signIn.email(body), { email, password });
  expect(refusal(early)).toEqual([null, 403, "EMAIL_NOT_VERIFIED"]);
  await sendCode(cleo, "sign-in");
  const proof = { email, otp: await nextCode(cleo.request, email) };
  expect((await cleo.ask((client, body) => client.signIn.emailOtp(body), proof)).data.user.emailVerified).toBe(true);

  const userId = made.data.user.id;
  const renamed = await admin.ask((client, id) => client.admin.updateUser({ userId: id, data: { name: "Cleopatra" } }), userId);
  expect(renamed.data).toMatchObject({ id: userId, name: "Cleopatra" });
  const weak = await admin.ask((client, id) => client.admin.setUserPassword({ userId: id, newPassword: "password1" }), userId);
  expect(refusal(weak)).toEqual([null, 400, "PASSWORD_COMPROMISED"]);
  const newPassword = `${crypto.randomUUID()} quince`;
  const set = await admin.ask((client, body) => client.admin.setUserPassword(body), { userId, newPassword });
  expect(set).toEqual({ data: { status: true }, error: null });
  expect(await isIn(cleo)).toBe(false);
  await cleo.move();
  const back = await cleo.ask((client, body) => client.signIn.email(body), { email, password: newPassword });
  expect(back.error).toBeNull();
});

test("a ban ends every session, shuts out, and is lifted", async ({ browser }) => {
  const admin = await newAdmin(browser);
  const ben = await newMember(browser, "Ben Okri");
  const there = await elsewhere(browser, ben);
  const userId = await idOf(ben);
  const ban = await admin.ask((client, id) => client.admin.banUser({ userId: id, banReason: "abuse", banExpiresIn: 3600 }), userId);
  expect(ban.data.user).toMatchObject({ banned: true, banReason: "abuse" });
  expect(ban.data.user.banExpires).toBeInstanceOf(Date);
  expect([await isIn(ben), await isIn(there)]).toEqual([false, false]);
  const login = { email: ben.email, password: ben.password };
  await ben.move();
  const out = await ben.ask((client, body) => client.signIn.email(body), login);
  expect(refusal(out)).toEqual([null, 403, "BANNED_USER"]);
  const lifted = await admin.ask((client, id) => client.admin.unbanUser({ userId: id }), userId);
  expect(lifted.data.user).toMatchObject({ banned: false, banReason: null, banExpires: null });
  expect((await ben.ask((client, body) => client.signIn.email(body), login)).error).toBeNull();
});

test("sessions of others are listed and ended, one or all", async ({ browser }) => {
  const admin = await newAdmin(browser);
  const ben = await newMember(browser, "Ben Okri");
  const there = await elsewhere(browser, ben);
  const userId = await idOf(ben);
  const { data } = await admin.ask((client, id) => client.admin.listUserSessions({ userId: id }), userId);
  expect(data.sessions).toHaveLength(2);
  expect(data.sessions[0].expiresAt).toBeInstanceOf(Date);
  const one = await admin.ask((client, token) => client.admin.revokeUserSession({ sessionToken: token }), data.sessions[1].token);
  expect(one).toEqual({ data: { success: true }, error: null });
  expect([await isIn(ben), await isIn(there)]).toEqual([true, false]);
  const all = await admin.ask((client, id) => client.admin.revokeUserSessions({ userId: id }), userId);
  expect(all).toEqual({ data: { success: true }, error: null });
  expect(await isIn(ben)).toBe(false);
});

test("a role is given, and asked about", async ({ browser }) => {
  const admin = await newAdmin(browser);
  const ben = await newMember(browser, "Ben Okri");
  const ask = ({ ask }: Visitor) => ask((client) => client.admin.hasPermission({ permissions: { user: ["ban"], session: ["revoke"] } }));
  expect(await ask(admin)).toEqual({ data: { success: true }, error: null });
  expect((await ask(ben)).data).toEqual({ success: false, error: 'unauthorized to access resource "user"' });
  const userId = await idOf(ben);
  const given = await admin.ask((client, id) => client.admin.setRole({ userId: id, role: "admin" }), userId);
  expect(given.data.user.role).toBe("admin");
  expect((await ask(ben)).data).toEqual({ success: true });
  const odd = await admin.ask((client, id) => client.admin.setRole({ userId: id, role: "king" }), userId);
  expect(refusal(odd)).toEqual([null, 400, "VALIDATION_ERROR"]);
});

test("looking on behalf of somebody is a session of its own, only reads, and ends where it began", async ({ browser }) => {
  const admin = await newAdmin(browser);
  const ben = await newMember(browser, "Ben Okri");
  const userId = await idOf(ben);
  const own = (await admin.ask((client) => client.getSession())).data;
  const bare = await admin.ask((client, id) => client.admin.impersonateUser({ userId: id }), userId);
  expect(refusal(bare)).toEqual([null, 400, "VALIDATION_ERROR"]);
  const looks = await admin.ask((client, id) => client.admin.impersonateUser({ userId: id, reason: "support" }), userId);
  expect(looks.error).toBeNull();
  expect(looks.data.user).toMatchObject({ id: userId, email: ben.email });
  const seen = (await admin.ask((client) => client.getSession())).data;
  expect(seen.user.email).toBe(ben.email);
  expect(seen.session.impersonatedBy).toBe(own.user.id);
  expect(seen.session.expiresAt.getTime() - seen.session.createdAt.getTime()).toBe(3_600_000);

  const change = await admin.ask((client) => client.updateUser({ name: "Mallory" }));
  expect(refusal(change)).toEqual([null, 403, "IMPERSONATED"]);
  const list = await admin.ask((client) => client.admin.listUsers({ query: {} }));
  expect(refusal(list)).toEqual([null, 403, "NOT_ALLOWED"]);

  const stop = await admin.ask((client) => client.admin.stopImpersonating());
  expect(stop.data).toMatchObject({ user: { id: own.user.id }, session: { id: own.session.id } });
  expect((await admin.ask((client) => client.getSession())).data.session.id).toBe(own.session.id);
  expect(await isIn(ben)).toBe(true);
  const more = await admin.ask((client) => client.admin.stopImpersonating());
  expect(more.error).toMatchObject({ status: 400, message: "You are not impersonating anyone" });
});

test("somebody is removed", async ({ browser }) => {
  const admin = await newAdmin(browser);
  const ben = await newMember(browser, "Ben Okri");
  const removed = await admin.ask((client, id) => client.admin.removeUser({ userId: id }), await idOf(ben));
  expect(removed).toEqual({ data: { success: true }, error: null });
  expect(await isIn(ben)).toBe(false);
  const { email, password } = ben;
  await ben.move();
  const gone = await ben.ask((client, body) => client.signIn.email(body), { email, password });
  expect(refusal(gone)).toEqual([null, 401, "INVALID_EMAIL_OR_PASSWORD"]);
});

test("nothing of it is for others, for oneself, or against somebody of the platform", async ({ browser }) => {
  const admin = await newAdmin(browser);
  const other = await newAdmin(browser);
  const ben = await newMember(browser, "Ben Okri");
  const [me, them] = [await idOf(admin), await idOf(other)];
  const asBen = await ben.ask((client, id) => client.admin.banUser({ userId: id, banReason: "abuse" }), me);
  expect(refusal(asBen)).toEqual([null, 403, "NOT_ALLOWED"]);
  expect(asBen.error?.message).toBe("You are not allowed to access resource: user");
  const myself = await admin.ask((client, id) => client.admin.banUser({ userId: id, banReason: "abuse" }), me);
  expect(refusal(myself)).toEqual([null, 400, "SELF"]);
  const colleague = await admin.ask((client, id) => client.admin.impersonateUser({ userId: id, reason: "support" }), them);
  expect(refusal(colleague)).toEqual([null, 403, "TARGET_IS_ADMIN"]);
  const nobody = await newVisitor(browser);
  const asNobody = await nobody.ask((client) => client.admin.listUsers({ query: {} }));
  expect(refusal(asNobody)).toEqual([null, 401, "UNAUTHORIZED"]);
});
