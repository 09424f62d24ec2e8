/** A forgotten password: a code of the mailbox sets a new one, and nobody learns who has an account. */
import { mailTo, nextCode } from "./support/inbox";
import { expectFine } from "./support/looks";
import { newBrowser, newPerson, signUp } from "./support/people";
import { expect, test } from "./support/test";

test("a new password takes the place of the forgotten one", async ({ browser, watch, expectComplaint }) => {
  const ann = await newPerson(browser, "Ann Hawthorne", { watch, prf: false });
  await signUp(ann);
  const { page } = await newBrowser(browser, { watch, prf: false });
  const chosen = `${crypto.randomUUID()} pear`;

  await test.step("the address that was typed comes along, and stays out of the address bar", async () => {
    await page.goto("/login");
    await page.getByLabel("Email").fill(ann.email);
    await page.getByRole("button", { name: "Use password" }).click();
    await page.getByRole("button", { name: "Forgot your password?" }).click();
    await expect(page.getByRole("heading", { name: "Set a new password" })).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(ann.email);
    expect(page.url()).not.toContain("@");
    await expect(page.getByText("This changes how you sign in. It does not unlock encrypted data on a new device.")).toBeVisible();
    await expectFine(page, "forgot-email");
  });

  await test.step("a common password leaves the code as it is, a wrong code leaves the password", async () => {
    expectComplaint(/email-otp\/reset-password/, "400");
    const mails = (await mailTo(page.request, ann.email)).length;
    await page.getByRole("button", { name: "Email me a code" }).click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await expectFine(page, "forgot-code");
    const code = await nextCode(page.request, ann.email, mails);
    await page.getByLabel("Verification code").fill(code === "000000" ? "111111" : "000000");
    await page.getByLabel("New password").fill("short");
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByText("Use at least 8 characters.")).toBeVisible();
    await page.getByLabel("New password").fill("password123");
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByText("This password is too common.").first()).toBeVisible();
    await expect(page.getByRole("alert").getByText("Password Reset Failed")).toBeVisible();
    await expectFine(page, "forgot-password");
    await page.getByLabel("New password").fill(chosen);
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByText("This code is wrong. Check the latest email.")).toBeVisible();
    await page.getByLabel("Verification code").fill(code);
    await expect(page.getByLabel("New password")).toHaveValue(chosen);
  });

  await test.step("it signs in, and every session before it has ended", async () => {
    // Three tries in a minute are what one network may make.
    await page.context().setExtraHTTPHeaders({ "X-Forwarded-For": "10.77.1.9" });
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByText("Your new password is set")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(ann.email);
    await page.getByLabel("Password", { exact: true }).fill(chosen);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Choose a plan" })).toBeVisible();
    const before = await ann.page.request.get("/api/auth/get-session");
    expect(await before.json()).toBeNull();
  });
});

test("an address that nobody has looks the same", async ({ browser, watch }) => {
  const { page } = await newBrowser(browser, { watch, prf: false });
  const nobody = `nobody@${crypto.randomUUID()}.test`;
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill("not an address");
  await page.getByRole("button", { name: "Email me a code" }).click();
  await expect(page.getByText("Enter a valid email address.")).toBeVisible();
  await page.getByLabel("Email").fill(nobody);
  await page.getByRole("button", { name: "Email me a code" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expect(page.getByText(`If this address has an account, we sent a verification code to ${nobody}.`)).toBeVisible();
  expect(await mailTo(page.request, nobody)).toEqual([]);
});

test("the password that was set is the only one", async ({ browser, watch, expectComplaint }) => {
  const ann = await newPerson(browser, "Ann Hawthorne", { watch, prf: false });
  await signUp(ann);
  const other = await newBrowser(browser, { watch, prf: false });
  const mails = (await mailTo(other.page.request, ann.email)).length;
  const chosen = `${crypto.randomUUID()} plum`;
  const ask = (path: string, data: object) => other.page.request.post(`/api/auth/${path}`, { data });
  expect((await ask("email-otp/request-password-reset", { email: ann.email })).status()).toBe(200);
  const otp = await nextCode(other.page.request, ann.email, mails);
  expect((await ask("email-otp/reset-password", { email: ann.email, otp, password: chosen })).status()).toBe(200);

  expectComplaint(/sign-in\/email/, "401");
  const { page } = other;
  await page.goto("/login");
  await page.getByLabel("Email").fill(ann.email);
  await page.getByRole("button", { name: "Use password" }).click();
  await page.getByLabel("Password", { exact: true }).fill(ann.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const notice = page.getByRole("alert");
  await expect(notice.getByText("Login Failed")).toBeVisible();
  await expect(notice.getByText("Invalid email or password")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(chosen);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Choose a plan" })).toBeVisible();
});
