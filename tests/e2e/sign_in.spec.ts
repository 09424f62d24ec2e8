/** Every way in, and what is said when it stays shut. */
import type { Page } from "@playwright/test";

import { mailTo, nextCode } from "./support/inbox";
import { expectFine } from "./support/looks";
import { goTo, newBrowser, newOwner, newPerson, openAccount, signIn, signUp, type Person } from "./support/people";
import { expect, test } from "./support/test";

async function signOut({ page, email }: Person): Promise<void> {
  await page.getByRole("button", { name: email }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login/);
}

/** As when somebody looks at another window, */
async function lookAway(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.hasFocus = () => false;
  });
}

/** and at this one again. */
async function lookBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.hasFocus = () => true;
    window.dispatchEvent(new Event("focus"));
  });
}

test("a passkey signs in from the field, by its button, and says why not", async ({ browser, watch, expectComplaint }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page, authenticator } = clara;

  await test.step("who picks it in the field goes on to where they wanted to be", async () => {
    await authenticator.leave();
    await signOut(clara);
    await page.goto("/members");
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "username webauthn");
    await authenticator.comeBack();
    await page.reload();
    await expect(page).toHaveURL(/\/members/);
  });

  await test.step("a prompt waits 15 seconds for its page to be looked at", async () => {
    await authenticator.leave();
    await signOut(clara);
    await page.clock.install();
    await lookAway(page);
    await page.getByRole("button", { name: "Continue with passkey" }).click();
    await expect(page.getByText("Click here to continue")).toBeVisible();
    await expectFine(page, "sign-in-click-here");
    await page.clock.runFor(15_000);
    await expect(page.getByText("Click here to continue")).toBeHidden();
    const notice = page.getByRole("alert");
    await expect(notice.getByText("Passkey Sign In Failed")).toBeVisible();
    await expect(notice.getByText("WebAuthn prompt requires the tab to be focused.")).toBeVisible();
    await page.clock.resume();
  });

  await test.step("and goes on when it is", async () => {
    await page.getByRole("button", { name: "Continue with passkey" }).click();
    await expect(page.getByText("Click here to continue")).toBeVisible();
    await authenticator.comeBack();
    await lookBack(page);
    await expect(page).toHaveURL(/\/dashboard/);
  });

  await test.step("a passkey that was removed is told apart", async () => {
    expectComplaint(/passkey\/verify-authentication/, "401");
    const origin = new URL(page.url()).origin;
    const [passkey] = (await (await page.request.get("/api/auth/passkey/list-user-passkeys")).json()) as { id: string }[];
    const removed = await page.request.post("/api/auth/passkey/delete-passkey", { data: { id: passkey?.id }, headers: { Origin: origin } });
    expect(removed.status()).toBe(200);
    await authenticator.leave();
    await signOut(clara);
    // The key is there only when the button has taken over: the field would be answered at once, and refused like it.
    await lookAway(page);
    await page.getByRole("button", { name: "Continue with passkey" }).click();
    await expect(page.getByText("Click here to continue")).toBeVisible();
    await authenticator.comeBack();
    await lookBack(page);
    const notice = page.getByRole("alert");
    await expect(notice.getByText("Passkey Sign In Failed")).toBeVisible();
    await expect(notice.getByText("We do not know this passkey. It may have been removed.")).toBeVisible();
  });

  await test.step("who closes the prompt hears nothing", async () => {
    await authenticator.refuse();
    await page.getByRole("button", { name: "Continue with passkey" }).click();
    await expect(page.getByRole("button", { name: "Continue with passkey" })).not.toHaveAttribute("aria-busy", "true");
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
});

test("a session that ended goes on by a code, over the page", async ({ browser, watch }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page, authenticator } = clara;
  await goTo(page, "Documents");
  await authenticator.leave();
  const elsewhere = await page.context().newPage();
  watch(elsewhere);
  await elsewhere.goto("/dashboard");
  await signOut({ ...clara, page: elsewhere });
  await elsewhere.close();
  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await dialog.getByLabel("Email").fill(clara.email);
  const mails = (await mailTo(page.request, clara.email)).length;
  await dialog.getByRole("button", { name: "Email me a code" }).click();
  await expect(dialog.getByLabel("Verification code")).toBeVisible();
  await expectFine(page, "session-ended-code");
  await dialog.getByLabel("Verification code").fill(await nextCode(page.request, clara.email, mails));
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/documents/);
});

test("where an account wants more than a mailbox, a code is not enough", async ({ browser, watch, expectComplaint }) => {
  const ann = await newPerson(browser, "Ann Hawthorne", { watch, prf: false });
  await signUp(ann);
  await openAccount(ann, "Hawthorne");
  const { account } = (await (await ann.page.request.get("/api/auth/get-session")).json()) as {
    account: { id: string; version: number };
  };
  const changed = await ann.page.request.put(`/api/accounts/${account.id}`, {
    data: { securityPolicy: { twoStep: true, keyGrant: "auto" }, version: account.version },
    headers: { Origin: new URL(ann.page.url()).origin },
  });
  expect(changed.status()).toBe(200);

  const other = await newBrowser(browser, { watch, prf: false });
  const { page } = other;
  await page.goto("/login");
  await page.getByLabel("Email").fill(ann.email);
  const mails = (await mailTo(page.request, ann.email)).length;
  await page.getByRole("button", { name: "Email me a code" }).click();
  expectComplaint(/sign-in\/email-otp/, "400");
  await page.getByLabel("Verification code").fill(await nextCode(page.request, ann.email, mails));
  await expect(page.getByText("A code alone is not enough here. Use your password or a passkey.")).toBeVisible();
  await expectFine(page, "code-not-enough");
  await page.getByRole("button", { name: "Sign in another way" }).click();
  await signIn({ ...ann, ...other });
});
