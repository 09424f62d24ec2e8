/** Signing in with an account elsewhere, through real providers and back. */
import type { ChildProcess } from "node:child_process";

import type { Page } from "@playwright/test";

import { expectFine } from "./support/looks";
import { newBrowser, openAccount, protectByPasskey, type Person } from "./support/people";
import { beRecognised, PROVIDERS_PORT, startProviders } from "./support/providers";
import { expect, test } from "./support/test";

test.skip(PROVIDERS_PORT === undefined, "The product knows no providers: name their port in COFFER_E2E_PROVIDERS.");

let providers: ChildProcess;

test.beforeAll(async ({ baseURL }) => {
  providers = await startProviders(baseURL ?? "");
});

test.afterAll(() => void providers.kill());

/** The providers of these tests are nobody's own: the page asks before it goes there. */
async function continueWith(page: Page, provider: string): Promise<void> {
  await page.getByRole("button", { name: `Continue with ${provider}` }).click();
  await page.getByRole("button", { name: "Continue to 127.0.0.1" }).click();
}

test("somebody signs in with Google, and from then on is at home", async ({ browser, watch }) => {
  const email = `clara@hawthorne-${crypto.randomUUID().slice(0, 8)}.test`;
  const clara: Person = { name: "Clara", email, password: "", ...(await newBrowser(browser, { watch })) };
  const { page } = clara;

  await test.step("the first time registers", async () => {
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Continue with Microsoft" })).toBeVisible();
    await expectFine(page, "login-with-providers");
    await continueWith(page, "Google");
    await beRecognised(page, email);
    await openAccount(clara, "Hawthorne");
    await protectByPasskey(clara);
    await page.getByRole("button", { name: "Go to Home first" }).click();
    await expect(page).toHaveURL(/\/dashboard/);
  });

  await test.step("the second time leads to where one wanted to go", async () => {
    // The page asks for a passkey from its first moment, and this authenticator would answer.
    await clara.authenticator.leave();
    await page.getByRole("button", { name: email }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/login/);
    await page.goto("/documents");
    await expect(page).toHaveURL(/\/login/);
    await continueWith(page, "Google");
    await expect(page).toHaveURL(/\/documents$/);
    await expect(page.getByRole("button", { name: email })).toBeVisible();
  });
});

test("who is not let in reads why, once and in our words", async ({ browser, watch }) => {
  const { page } = await newBrowser(browser, { watch });
  const alert = page.getByRole("alert");

  await test.step("somebody who changes their mind is told nothing", async () => {
    await page.goto("/login");
    await continueWith(page, "Microsoft");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole("button", { name: "Continue with Microsoft" })).toBeEnabled();
    await expect(alert).toHaveCount(0);
  });

  await test.step("an address that nobody has proven links nothing", async () => {
    await continueWith(page, "Microsoft");
    const subject = crypto.randomUUID();
    await beRecognised(page, { sub: subject, oid: subject, email: "karl@hawthorne.test", email_verified: false });
    await expect(page).toHaveURL(/\/login$/);
    await expect(alert).toContainText("Login Failed");
    await expect(alert).toContainText("The provider has not verified that this email address is yours.");
    await expectFine(page, "login-not-linked");
    await page.reload();
    await expect(page.getByRole("button", { name: "Continue with Google" })).toBeVisible();
    await expect(alert).toHaveCount(0);
  });
});
