/** The texts that the specification fixes, on the screens that say them: a server that refuses, and what people read. */
import type { Page, Route } from "@playwright/test";

import { mailTo, nextCode } from "./support/inbox";
import { newOwner, newPerson } from "./support/people";
import { expect, test } from "./support/test";

/** Refuses a call; without a sentence the app says its own. */
async function refuse(page: Page, path: string, message = ""): Promise<void> {
  const answer = (route: Route) => route.fulfill({ status: 400, json: { code: "REFUSED", message } });
  await page.route(`**${path}`, answer, { times: 1 });
}

const alert = (page: Page) => page.getByRole("alert");

test("what is refused at the doors is said with its title", async ({ browser, watch, expectComplaint }) => {
  expectComplaint(/sign-up|send-verification-otp/, "400");
  const { page, name, email, password } = await newPerson(browser, "Clara Hawthorne", { watch, prf: false });

  await test.step("a code that cannot be sent for signing in", async () => {
    await page.goto("/login");
    await page.getByLabel("Email").fill(email);
    await refuse(page, "/email-otp/send-verification-otp", "The mail is down.");
    await page.getByRole("button", { name: "Email me a code" }).click();
    await expect(alert(page).filter({ hasText: "Send Sign In OTP Failed" })).toContainText("The mail is down.");
  });

  await test.step("a registration, with a sentence of the server and without one", async () => {
    await page.goto("/register");
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await refuse(page, "/sign-up/email");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(alert(page).filter({ hasText: "Registration Failed" })).toContainText("Unable to register");
  });

  await test.step("a code that cannot be sent after it", async () => {
    await refuse(page, "/email-otp/send-verification-otp", "The mail is down.");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(alert(page).filter({ hasText: "Failed to Send Email" })).toContainText("The mail is down.");
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  });
});

test("what is refused inside is said with its title, and what succeeded too", async ({ browser, watch, expectComplaint, request }) => {
  expectComplaint(/api\/accounts|auth\/invite|change-email/, "400");
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page } = clara;

  await test.step("settings: refused, and changed", async () => {
    await page.goto("/settings");
    const choose = async (label: string, option: string) => {
      await page.getByRole("button", { name: label }).click();
      await page.getByRole("option", { name: option }).click();
    };
    const save = page.locator("section").filter({ has: page.getByRole("heading", { name: "Dates", exact: true }) }).getByRole("button", { name: "Save" });
    await refuse(page, "/api/accounts/date-format", "You are not allowed to access resource: account");
    await choose("Separated by", "Dot .");
    await save.click();
    await expect(alert(page).filter({ hasText: "Update failed" })).toContainText("You are not allowed to access resource: account");
    await save.click();
    await expect(page.getByRole("status").filter({ hasText: "Date settings updated" })).toContainText("Updated");
  });

  await test.step("an invitation: refused, and sent", async () => {
    await page.goto("/members");
    await page.getByRole("button", { name: "Invite" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email").fill(`jonas-${crypto.randomUUID()}@example.test`);
    await refuse(page, "/api/auth/invite", "There is no seat left.");
    await dialog.getByRole("button", { name: "Invite" }).click();
    await expect(alert(page).filter({ hasText: "Invitation Failed" })).toContainText("There is no seat left.");
    await dialog.getByRole("button", { name: "Invite" }).click();
    await expect(page.getByText("User Invited")).toBeVisible();
    await page.getByRole("button", { name: "Done" }).click();
  });

  await test.step("a new address that cannot be verified", async () => {
    await page.goto("/settings/me");
    await page.getByRole("button", { name: "Change your email address" }).click();
    const dialog = page.getByRole("dialog");
    const address = `other-${clara.email}`;
    const mails = (await mailTo(request, address)).length;
    await dialog.getByLabel("New email address").fill(address);
    await dialog.getByRole("button", { name: "Email me a code" }).click();
    await refuse(page, "/email-otp/change-email");
    await dialog.getByLabel("Verification code").fill(await nextCode(request, address, mails));
    await expect(alert(page).filter({ hasText: "Email Verification Failed" })).toContainText("Unable to verify email");
    await page.keyboard.press("Escape");
  });

  await test.step("another account that cannot be entered", async () => {
    const other = { accountId: crypto.randomUUID(), displayName: "Boathouse", role: "Member" };
    const listed = async (route: Route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: unknown[] };
      await route.fulfill({ response: answer, json: { ...body, data: [...body.data, other] } });
    };
    await page.route(/\/api\/accounts$/, listed);
    await page.route("**/api/accounts/switch", (route) => route.fulfill({ status: 400, json: { code: "REFUSED", message: "" } }));
    await page.goto("/dashboard");
    await page.getByRole("button", { name: /Hawthorne/ }).first().click();
    await page.getByRole("menuitem", { name: /Boathouse/ }).click();
    await expect(alert(page).filter({ hasText: "Account Switch Failed" })).toContainText("Unable to switch accounts. Please try again.");
  });
});
