/** What nobody can mean is sent by no form: the field says so, has the focus, and is right again when its text is. */
import type { Locator, Page } from "@playwright/test";

import { panel, row } from "./support/documents";
import { expectFine, picture } from "./support/looks";
import { goTo, newBrowser, newOwner } from "./support/people";
import { expect, test } from "./support/test";

const dialog = (page: Page, name: string): Locator => page.getByRole("dialog", { name });

/** Typed and sent with Enter; then it is corrected. */
async function refuses(page: Page, field: Locator, text: string, said: RegExp): Promise<void> {
  const sent: string[] = [];
  const note = (request: { method: () => string; url: () => string }) => void (/(create|update|vendors|profiles)/.test(request.url()) && request.method() !== "GET" && sent.push(request.url()));
  page.on("request", note);
  await field.fill(text);
  await field.press("Enter");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText(said).first()).toBeVisible();
  await expect(field).toBeFocused();
  page.off("request", note);
  expect(sent).toEqual([]);
}

test("a wrong value is not saved", async ({ browser, watch, expectComplaint }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page } = clara;

  await test.step("a document's last day", async () => {
    await goTo(page, "Documents");
    await page.getByRole("button", { name: "New document" }).first().click();
    const form = dialog(page, "New document without a file");
    await form.getByLabel("Title").fill("Passport");
    const expires = form.getByRole("textbox", { name: "Expires" });
    await refuses(page, expires, "31/04/2027", /This date does not exist/);
    await expectFine(page, "wrong-date");
    for (const theme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: theme });
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await picture(page, `wrong-date-${theme}-${width}`);
      }
    }
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1440, height: 900 });
    await refuses(page, expires, "14/01/2027 banana", /Enter a valid date/);
    await expires.fill("14/01/2027");
    await expect(expires).not.toHaveAttribute("aria-invalid", "true");
    await expires.press("Enter");
    await expect(panel(page, "Passport").or(row(page, "Passport")).first()).toContainText("14/01/2027");
  });

  await test.step("a task's day, and a day that no calendar has in its line", async () => {
    await goTo(page, "Tasks");
    await page.getByRole("button", { name: "New task", exact: true }).first().click();
    const form = dialog(page, "New task");
    await refuses(page, form.getByRole("textbox", { name: "Title" }), "Call 31/04/2027", /does not exist/);
    await form.getByRole("textbox", { name: "Title" }).fill("Call");
    await refuses(page, form.getByRole("textbox", { name: "Due" }), "banana", /Enter a valid date/);
    await form.getByRole("textbox", { name: "Due" }).fill("tomorrow");
    await form.getByRole("textbox", { name: "Due" }).press("Tab");
    await refuses(page, form.getByRole("textbox", { name: "Time" }), "25:00", /Enter a valid time/);
    await form.getByRole("textbox", { name: "Time" }).fill("930");
    await form.getByRole("button", { name: "Create" }).click();
    await expect(panel(page, "Call").or(page.getByRole("heading", { name: "Call" })).first()).toContainText("Call");
  });

  await test.step("a vendor's contract", async () => {
    await goTo(page, "Vendors");
    await page.getByRole("button", { name: "New vendor" }).first().click();
    const form = dialog(page, "New vendor");
    await form.getByRole("textbox", { name: "Name", exact: true }).fill("Gas");
    await refuses(page, form.getByRole("textbox", { name: "Ends on" }), "31/04/2027", /This date does not exist/);
    await refuses(page, form.getByRole("textbox", { name: "Ends on" }), "30/04/2027 banana", /Enter a valid date/);
    await form.getByLabel("Days of notice").fill("banana");
    await form.getByLabel("Amount").fill("a lot");
    await form.getByRole("button", { name: "Create" }).click();
    await expect(form.getByText("Check these fields:")).toBeVisible();
    await form.getByRole("button", { name: "Amount" }).click();
    await expect(form.getByLabel("Amount")).toBeFocused();
    await expectFine(page, "wrong-vendor");
    await form.getByLabel("Amount").fill("1.200,50");
    await form.getByLabel("Days of notice").fill("30");
    await form.getByRole("textbox", { name: "Ends on" }).fill("30/04/2027");
    await form.getByRole("button", { name: "Create" }).click();
    await expect(panel(page, "Gas")).toContainText("30/04/2027");
  });

  await test.step("a contact's birthday", async () => {
    await goTo(page, "Contacts");
    await page.getByRole("button", { name: "New contact" }).first().click();
    const form = dialog(page, "New contact");
    await form.getByRole("textbox", { name: "Name", exact: true }).fill("Anna");
    await refuses(page, form.getByRole("textbox", { name: "Birthday" }), "29/02/1981", /This date does not exist/);
    await form.getByRole("textbox", { name: "Birthday" }).fill("28/02/1981");
    await form.getByRole("button", { name: "Create" }).click();
    await expect(panel(page, "Anna")).toContainText("28/02/1981");
  });

  await test.step("what a template asks for", async () => {
    await goTo(page, "Profiles");
    await page.getByRole("button", { name: "New profile" }).first().click();
    const form = dialog(page, "New profile");
    await form.getByRole("textbox", { name: "Name", exact: true }).fill("Anna");
    await form.getByRole("button", { name: "Create" }).click();
    await page.getByRole("button", { name: "Edit" }).click();
    await refuses(page, page.getByRole("textbox", { name: "Date of birth" }), "31/04/1980", /This date does not exist/);
    await page.getByRole("textbox", { name: "Date of birth" }).fill("30/04/1980");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("30/04/1980")).toBeVisible();
  });

  await test.step("an invitation that is refused says so in its form, until the next try", async () => {
    expectComplaint(/auth\/invite/, "400");
    await goTo(page, "Members");
    await page.getByRole("button", { name: "Invite" }).first().click();
    const form = page.getByRole("dialog");
    await refuses(page, form.getByLabel("Email"), "banana", /Enter a valid email address/);
    await page.route("**/auth/invite", (route) =>
      route.fulfill({ status: 400, json: { code: "failed_precondition", message: "All seats are taken.", details: {} } }),
    );
    await form.getByLabel("Email").fill("jonas@berg.test");
    await form.getByLabel("Email").press("Enter");
    await expect(form.getByRole("alert")).toContainText("All seats are taken.");
    await expect(form.getByRole("alert")).toContainText("Invitation Failed");
    await expectFine(page, "refused-invite");
    for (const theme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: theme });
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await picture(page, `refused-invite-${theme}-${width}`);
      }
    }
  });
});

test("a sign-in that is refused says so in its form, until the next try", async ({ browser, watch, expectComplaint }) => {
  expectComplaint(/sign-in\/email/, "401");
  const { page } = await newBrowser(browser, { watch });
  await page.goto("/login");
  await page.getByRole("button", { name: "Use password" }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Check these fields:")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
  await expectFine(page, "login-empty");
  await page.getByLabel("Email").fill("nobody@hawthorne.test");
  await page.getByLabel("Password", { exact: true }).fill("not this one");
  await page.getByLabel("Password", { exact: true }).press("Enter");
  const form = page.locator("form");
  await expect(form.getByRole("alert")).toContainText("Login Failed");
  await expectFine(page, "login-failed");
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await picture(page, `login-failed-${theme}-${width}`);
    }
  }
  await page.route("**/sign-in/email", () => undefined);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await expect(form.getByRole("alert")).toHaveCount(0);
});
