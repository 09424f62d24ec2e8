/** Forgotten and changed passwords. */
import { nextCode } from "../e2e/support/inbox";
import { expect, test } from "./support/test";
import { elsewhere, newMember, newVisitor, sendCode } from "./support/visitor";

const NEXT = "a quite different melon 42";

test("a forgotten password is set anew with a code, and ends every session", async ({ browser }) => {
  const ann = await newMember(browser);
  const { email } = ann;
  const visitor = await newVisitor(browser);
  const asked = await visitor.ask((client, body) => client.emailOtp.requestPasswordReset(body), { email });
  expect(asked).toEqual({ data: { success: true }, error: null });
  const otp = await nextCode(visitor.request, email, 1);

  const reset = (password: string) =>
    visitor.ask((client, body) => client.emailOtp.resetPassword(body), { email, otp, password });
  expect((await reset("short")).error).toMatchObject({ status: 400, code: "PASSWORD_TOO_SHORT" });
  expect(await reset(NEXT)).toEqual({ data: { success: true }, error: null });
  expect(await visitor.cookies()).toEqual([]);
  expect((await ann.ask((client) => client.getSession())).data).toBeNull();

  await visitor.move();
  const old = await visitor.ask((client, body) => client.signIn.email(body), { email, password: ann.password });
  expect(old.error).toMatchObject({ status: 401, code: "INVALID_EMAIL_OR_PASSWORD" });
  const fresh = await visitor.ask((client, body) => client.signIn.email(body), { email, password: NEXT });
  expect(fresh.error).toBeNull();
});

test("the older name of the request does the same", async ({ browser }) => {
  const ann = await newMember(browser);
  const answer = await ann.request.post("/api/auth/forget-password/email-otp", {
    data: { email: ann.email },
    headers: { Origin: ann.origin },
  });
  expect(await answer.json()).toEqual({ success: true });
  expect(await nextCode(ann.request, ann.email, 1)).toMatch(/^\d{6}$/);
});

test("changing the password keeps the session, or ends all others", async ({ browser }) => {
  const ann = await newMember(browser);
  const there = await elsewhere(browser, ann);
  const change = (body: object) => ann.ask((client, given) => client.changePassword(given), body);

  const kept = await change({ currentPassword: ann.password, newPassword: NEXT });
  expect(kept.error).toBeNull();
  expect(kept.data).toMatchObject({ token: null, user: { email: ann.email } });
  expect((await there.ask((client) => client.getSession())).data).not.toBeNull();

  const ended = await change({ currentPassword: NEXT, newPassword: ann.password, revokeOtherSessions: true });
  expect(ended.error).toBeNull();
  expect(typeof ended.data.token).toBe("string");
  expect((await there.ask((client) => client.getSession())).data).toBeNull();
  expect((await ann.ask((client) => client.getSession())).data.user.email).toBe(ann.email);
});

for (const [what, given, code] of [
  ["a wrong one", { currentPassword: "not the password", newPassword: NEXT }, "INVALID_PASSWORD"],
  ["one too short", { newPassword: "short" }, "PASSWORD_TOO_SHORT"],
  ["one too long", { newPassword: "x".repeat(129) }, "PASSWORD_TOO_LONG"],
] as const) {
  test(`changing the password is refused with ${what}`, async ({ browser }) => {
    const ann = await newMember(browser);
    const { error } = await ann.ask((client, body) => client.changePassword(body), { currentPassword: ann.password, ...given });
    expect(error).toMatchObject({ status: 400, code });
  });
}

test("who signed up with a code has no password to change", async ({ browser }) => {
  const ann = await newVisitor(browser);
  await sendCode(ann, "sign-in");
  const otp = await nextCode(ann.request, ann.email);
  await ann.ask((client, body) => client.signIn.emailOtp(body), { email: ann.email, otp });
  const { error } = await ann.ask((client, body) => client.changePassword(body), { currentPassword: "any password", newPassword: NEXT });
  expect(error).toMatchObject({ status: 400, code: "CREDENTIAL_ACCOUNT_NOT_FOUND" });
});
