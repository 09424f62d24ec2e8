/** Sign-up, sign-in and sign-out of the wire (sections 4 and 6), as the reference client sees them. */
import { nextCode } from "../e2e/support/inbox";
import { expect, test } from "./support/test";
import { elsewhere, newMember, newVisitor, sendCode, signUp } from "./support/visitor";

test("signing up answers a user without a session, and the same for an address that is taken", async ({ browser }) => {
  const ann = await newVisitor(browser);
  const given = { email: ann.email.toUpperCase(), password: ann.password, name: "Ann" };
  const first = await ann.ask((client, body) => client.signUp.email(body), given);
  expect(first.error).toBeNull();
  expect(first.data.token).toBeNull();
  expect(first.data.user).toMatchObject({ email: ann.email, name: "Ann", emailVerified: false, image: null });
  expect(first.data.user.createdAt).toBeInstanceOf(Date);
  expect(await ann.cookies()).toEqual(["coffer.pending_registration"]);

  await signUp(ann);
  const stranger = await newVisitor(browser);
  const second = await stranger.ask((client, body) => client.signUp.email(body), { ...given, name: "Stranger" });
  expect(second.error).toBeNull();
  expect(Object.keys(second.data.user)).toEqual(Object.keys(first.data.user));
  expect(second.data.user).toMatchObject({ email: ann.email, name: "Stranger", emailVerified: false });
});

for (const [what, given, code] of [
  ["a password of seven", { password: "seven77" }, "PASSWORD_TOO_SHORT"],
  ["a password of 129", { password: "x".repeat(129) }, "PASSWORD_TOO_LONG"],
  ["an address without a host", { email: "ann" }, "VALIDATION_ERROR"],
  ["no name", { name: undefined }, "VALIDATION_ERROR"],
  ["a role", { role: "admin" }, "FIELD_NOT_ALLOWED"],
  ["a ban", { banned: false }, "FIELD_NOT_ALLOWED"],
] as const) {
  test(`signing up with ${what} is refused`, async ({ browser }) => {
    const { ask, email, password, name } = await newVisitor(browser);
    const { data, error } = await ask((client, body) => client.signUp.email(body), { email, password, name, ...given });
    expect(data).toBeNull();
    expect(error).toMatchObject({ status: 400, code });
  });
}

test("the password is checked only in the browser that typed it, until the address is proven", async ({ browser }) => {
  const ann = await newVisitor(browser);
  const { email, password, name } = ann;
  await ann.ask((client, body) => client.signUp.email(body), { email, password, name });
  const here = await ann.ask((client, body) => client.signIn.email(body), { email, password });
  expect(here.error).toMatchObject({ status: 403, code: "EMAIL_NOT_VERIFIED", message: "Email not verified" });
  const wrong = await ann.ask((client, body) => client.signIn.email(body), { email, password: `${password}!` });
  expect(wrong.error).toMatchObject({ status: 401, code: "INVALID_EMAIL_OR_PASSWORD" });
  const other = await newVisitor(browser);
  const there = await other.ask((client, body) => client.signIn.email(body), { email, password });
  expect(there.error).toMatchObject({ status: 401, code: "INVALID_EMAIL_OR_PASSWORD" });
});

test("signing in with a password, and out again", async ({ browser }) => {
  const ann = await newMember(browser);
  const { email, password } = ann;
  const out = await ann.ask((client) => client.signOut());
  expect(out).toEqual({ data: { success: true }, error: null });
  expect(await ann.cookies()).toEqual([]);
  expect((await ann.ask((client) => client.getSession())).data).toBeNull();

  const back = await ann.ask((client, body) => client.signIn.email(body), { email, password });
  expect(back.error).toBeNull();
  expect(back.data).toMatchObject({ redirect: false, user: { email, emailVerified: true, role: "user", banned: false } });
  expect(await ann.cookies()).toEqual(["better-auth.session_token"]);

  const seen = await ann.ask((client) => client.getSession());
  expect(seen.data.session).toMatchObject({ userId: seen.data.user.id, accountId: null, impersonatedBy: null });
  expect(seen.data.session.expiresAt.getTime() - seen.data.session.createdAt.getTime()).toBe(7 * 86_400_000);
  expect(seen.data.account).toBeNull();
  expect(seen.data.redirect).toMatch(/\/subscribe$/);
});

test("rememberMe false makes a session of one day whose cookie ends with the browser", async ({ browser }) => {
  const ann = await newMember(browser);
  const { email, password } = ann;
  const brief = await newVisitor(browser);
  await brief.ask((client, body) => client.signIn.email(body), { email, password, rememberMe: false });
  const cookies = await brief.page.context().cookies();
  expect(await brief.cookies()).toEqual(["better-auth.dont_remember", "better-auth.session_token"]);
  expect(cookies.filter(({ name }) => name.startsWith("better-auth")).map(({ expires }) => expires)).toEqual([-1, -1]);
  const { data } = await brief.ask((client) => client.getSession());
  expect(data.session.expiresAt.getTime() - data.session.createdAt.getTime()).toBe(86_400_000);
});

for (const [what, change, status, code] of [
  ["a malformed address", { email: "ann" }, 400, "INVALID_EMAIL"],
  ["a password of 129", { password: "x".repeat(129) }, 400, "PASSWORD_TOO_LONG"],
  ["an unknown address", { email: "nobody@nowhere.test" }, 401, "INVALID_EMAIL_OR_PASSWORD"],
  ["a callback elsewhere", { callbackURL: "https://evil.test/" }, 403, "INVALID_CALLBACK_URL"],
] as const) {
  test(`signing in with ${what} is refused`, async ({ browser }) => {
    const { ask, email, password } = await newVisitor(browser);
    const { error } = await ask((client, body) => client.signIn.email(body), { email, password, ...change });
    expect(error).toMatchObject({ status, code });
  });
}

test("with a callback the answer says where to go", async ({ browser }) => {
  const ann = await newMember(browser);
  const other = await newVisitor(browser);
  const answer = await other.request.post("/api/auth/sign-in/email", {
    data: { email: ann.email, password: ann.password, callbackURL: "/dashboard" },
    headers: { Origin: other.origin },
  });
  expect(answer.status()).toBe(200);
  expect(answer.headers()["location"]).toBe("/dashboard");
  expect(await answer.json()).toMatchObject({ redirect: true, url: "/dashboard" });
});

test("a code signs somebody up who was not known, with the name that was given", async ({ browser }) => {
  const ann = await newVisitor(browser);
  expect(await sendCode(ann, "sign-in")).toEqual({ data: { success: true }, error: null });
  const otp = await nextCode(ann.request, ann.email);
  const { data, error } = await ann.ask((client, body) => client.signIn.emailOtp(body), { email: ann.email, otp, name: "Ann" });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email: ann.email, emailVerified: true, name: "Ann" });
  expect(typeof data.token).toBe("string");
});

test("several browsers have several sessions, and one ends without the others", async ({ browser }) => {
  const ann = await newMember(browser);
  const there = await elsewhere(browser, ann);
  await there.ask((client) => client.signOut());
  expect((await there.ask((client) => client.getSession())).data).toBeNull();
  expect((await ann.ask((client) => client.getSession())).data.user.email).toBe(ann.email);
});
