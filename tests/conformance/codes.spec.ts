/** One-time codes (section 5). */
import { mailTo, nextCode } from "../e2e/support/inbox";
import { expect, test } from "./support/test";
import { newMember, newVisitor, sendCode, type Visitor } from "./support/visitor";

const SUCCESS = { data: { success: true }, error: null };

function wrong(code: string): string {
  return code === "000000" ? "000001" : "000000";
}

/** A try from an address that has not tried yet: the limit of requests is another rule. */
async function tryCode(visitor: Visitor, otp: string) {
  await visitor.move();
  return visitor.ask((client, given) => client.signIn.emailOtp(given), { email: visitor.email, otp });
}

test("a code is six digits, and works once", async ({ browser }) => {
  const ann = await newMember(browser);
  await sendCode(ann, "sign-in");
  const code = await nextCode(ann.request, ann.email, 1);
  expect(code).toMatch(/^\d{6}$/);
  expect((await tryCode(ann, code)).error).toBeNull();
  expect((await tryCode(ann, code)).error).toMatchObject({ status: 400, code: "INVALID_OTP", message: "Invalid OTP" });
});

test("nothing was sent, and no code is right", async ({ browser }) => {
  const { error } = await tryCode(await newMember(browser), "123456");
  expect(error).toMatchObject({ status: 400, code: "INVALID_OTP" });
});

test("three wrong tries are answered, the fourth ends the code, the fifth finds none", async ({ browser }) => {
  const ann = await newMember(browser);
  await sendCode(ann, "sign-in");
  const code = await nextCode(ann.request, ann.email, 1);
  const said: unknown[] = [];
  for (const otp of [wrong(code), wrong(code), wrong(code), code, code]) said.push((await tryCode(ann, otp)).error?.code);
  expect(said).toEqual(["INVALID_OTP", "INVALID_OTP", "INVALID_OTP", "TOO_MANY_ATTEMPTS", "INVALID_OTP"]);
});

test("a new code ends the one before it", async ({ browser }) => {
  const ann = await newMember(browser);
  await sendCode(ann, "sign-in");
  const first = await nextCode(ann.request, ann.email, 1);
  await sendCode(ann, "sign-in");
  const second = await nextCode(ann.request, ann.email, 2);
  if (first !== second) expect((await tryCode(ann, first)).error).toMatchObject({ code: "INVALID_OTP" });
  expect((await tryCode(ann, second)).error).toBeNull();
});

test("a code of another type is another code", async ({ browser }) => {
  const ann = await newMember(browser);
  await sendCode(ann, "sign-in");
  const first = await nextCode(ann.request, ann.email, 1);
  await sendCode(ann, "forget-password");
  const second = await nextCode(ann.request, ann.email, 2);
  if (first !== second) expect((await tryCode(ann, second)).error).toMatchObject({ code: "INVALID_OTP" });
  expect((await tryCode(ann, first)).error).toBeNull();
});

test("checking a code does not use it up", async ({ browser }) => {
  const ann = await newMember(browser);
  await sendCode(ann, "sign-in");
  const otp = await nextCode(ann.request, ann.email, 1);
  await ann.move();
  const given = { email: ann.email, otp, type: "sign-in" };
  const check = () => ann.ask((client, body) => client.emailOtp.checkVerificationOtp(body), given);
  expect(await check()).toEqual(SUCCESS);
  expect(await check()).toEqual(SUCCESS);
  expect((await tryCode(ann, otp)).error).toBeNull();
});

test("checking a code does not tell whether an address is known", async ({ browser }) => {
  const nobody = await newVisitor(browser);
  const { error } = await nobody.ask((client, body) => client.emailOtp.checkVerificationOtp(body), {
    email: nobody.email,
    otp: "123456",
    type: "sign-in",
  });
  expect(error).toMatchObject({ status: 400, code: "INVALID_OTP", message: "Invalid OTP" });
});

test("an unknown address gets the same answer and no mail", async ({ browser }) => {
  const nobody = await newVisitor(browser);
  expect(await sendCode(nobody, "email-verification")).toEqual(SUCCESS);
  expect(await sendCode(nobody, "forget-password")).toEqual(SUCCESS);
  expect(await mailTo(nobody.request, nobody.email)).toEqual([]);
});

for (const [what, given, status, code] of [
  ["a malformed address", { email: "ann", type: "sign-in" }, 400, "INVALID_EMAIL"],
  ["an unknown type", { email: "ann@example.test", type: "other" }, 400, "VALIDATION_ERROR"],
  ["the type of a change of address", { email: "ann@example.test", type: "change-email" }, 400, undefined],
] as const) {
  test(`a code for ${what} is refused`, async ({ browser }) => {
    const { ask } = await newVisitor(browser);
    const { error } = await ask((client, body) => client.emailOtp.sendVerificationOtp(body), given);
    expect(error?.status).toBe(status);
    expect(error?.code).toBe(code);
  });
}

test("a code that is a number and no text is a malformed request", async ({ browser }) => {
  const { ask, email } = await newVisitor(browser);
  const { error } = await ask((client, body) => client.signIn.emailOtp(body), { email, otp: 123456 });
  expect(error).toMatchObject({ status: 400, code: "VALIDATION_ERROR" });
  expect(error?.message).toContain("[body.otp]");
});

test("a verified address signs its browser in", async ({ browser }) => {
  const ann = await newVisitor(browser);
  const { email, password, name } = ann;
  await ann.ask((client, body) => client.signUp.email(body), { email, password, name });
  await sendCode(ann, "email-verification");
  const otp = await nextCode(ann.request, email);
  const { data } = await ann.ask((client, body) => client.emailOtp.verifyEmail(body), { email, otp });
  expect(data).toMatchObject({ status: true, user: { email, name, emailVerified: true } });
  expect(typeof data.token).toBe("string");
  expect(await ann.cookies()).toEqual(["better-auth.session_token"]);
});
