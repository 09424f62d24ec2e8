/** The own user: name, address, linked ways in, end. */
import { mailTo, nextCode } from "../e2e/support/inbox";
import { expect, test } from "./support/test";
import { newMember, newVisitor } from "./support/visitor";

test("the name is changed, and the answer renews the cookie", async ({ browser }) => {
  const ann = await newMember(browser);
  expect(await ann.ask((client) => client.updateUser({ name: "Ann of Avon" }))).toEqual({ data: { status: true }, error: null });
  expect((await ann.ask((client) => client.getSession())).data.user.name).toBe("Ann of Avon");
});

for (const [what, given, status, code] of [
  ["nothing", {}, 400, undefined],
  ["an address", { email: "other@example.test" }, 400, "EMAIL_CAN_NOT_BE_UPDATED"],
  ["a role", { role: "admin" }, 400, "FIELD_NOT_ALLOWED"],
] as const) {
  test(`updating ${what} is refused`, async ({ browser }) => {
    const ann = await newMember(browser);
    const answer = await ann.request.post("/api/auth/update-user", { data: given, headers: { Origin: ann.origin } });
    expect([answer.status(), ((await answer.json()) as { code?: string }).code]).toEqual([status, code]);
  });
}

test("a new address is proven before it counts", async ({ browser }) => {
  const ann = await newMember(browser);
  const newEmail = `new.${ann.email}`;
  const asked = await ann.ask((client, body) => client.emailOtp.requestEmailChange(body), { newEmail });
  expect(asked).toEqual({ data: { success: true }, error: null });
  const otp = await nextCode(ann.request, newEmail);
  const changed = await ann.ask((client, body) => client.emailOtp.changeEmail(body), { newEmail, otp });
  expect(changed).toEqual({ data: { success: true }, error: null });
  expect((await ann.ask((client) => client.getSession())).data.user).toMatchObject({ email: newEmail, emailVerified: true });
});

test("the own address is no new one, and one of somebody else is not told apart", async ({ browser }) => {
  const ann = await newMember(browser);
  const bob = await newMember(browser, "Bob Built");
  const request = (newEmail: string) =>
    ann.ask((client, given) => client.emailOtp.requestEmailChange({ newEmail: given }), newEmail);
  const same = await request(ann.email);
  expect(same.error).toMatchObject({ status: 400, message: "Email is the same" });
  expect(same.error?.code).toBeUndefined();
  const before = (await mailTo(bob.request, bob.email)).length;
  expect(await request(bob.email)).toEqual({ data: { success: true }, error: null });
  expect((await request("malformed")).error).toMatchObject({ status: 400, code: "INVALID_EMAIL" });
  expect((await mailTo(bob.request, bob.email)).filter(({ code }) => code !== null).length).toBeLessThanOrEqual(before);
});

test("the link flow is switched off", async ({ browser }) => {
  const ann = await newMember(browser);
  const { error } = await ann.ask((client) => client.changeEmail({ newEmail: "other@example.test" }));
  expect(error?.status).toBe(400);
});

test("the list of ways in names the password", async ({ browser }) => {
  const ann = await newMember(browser);
  const { data } = await ann.ask((client) => client.listAccounts());
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({ providerId: "credential", scopes: [] });
  expect(data[0].createdAt).toBeInstanceOf(Date);
});

test("who deletes themselves is signed out and can sign up again", async ({ browser }) => {
  const ann = await newMember(browser);
  const wrong = await ann.ask((client) => client.deleteUser({ password: "not the password" }));
  expect(wrong.error).toMatchObject({ status: 400, code: "INVALID_PASSWORD" });
  const { data, error } = await ann.ask((client, password) => client.deleteUser({ password }), ann.password);
  expect(error).toBeNull();
  expect(data).toEqual({ success: true, message: "User deleted" });
  expect(await ann.cookies()).toEqual([]);
  const { email, password } = ann;
  const again = await newVisitor(browser);
  const refused = await again.ask((client, body) => client.signIn.email(body), { email, password });
  expect(refused.error).toMatchObject({ status: 401, code: "INVALID_EMAIL_OR_PASSWORD" });
});
