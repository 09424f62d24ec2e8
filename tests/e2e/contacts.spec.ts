/** Whom the account has to do with: written, found, changed in place, and thrown away. */
import type { Page } from "@playwright/test";

import { findOnServer } from "./support/canary";
import { panel, row } from "./support/documents";
import { expectFine } from "./support/looks";
import { goTo, newOwner } from "./support/people";
import { expect, test } from "./support/test";

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

test("contacts and vendors", async ({ browser, watch }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page } = clara;

  await test.step("an empty list says what it is for, and N C begins", async () => {
    await goTo(page, "Contacts");
    await expect(page.getByText("Add the first contact")).toBeVisible();
    await expectFine(page, "contacts-empty");
    await page.keyboard.press("n");
    await page.keyboard.press("c");
    const form = dialog(page, "New contact");
    await form.getByRole("textbox", { name: "Name", exact: true }).fill("Dr. Amara Diallo");
    await form.getByLabel("Role or profession").fill("Notary");
    await form.getByRole("textbox", { name: "Organisation" }).fill("Diallo & Partners");
    await form.getByRole("button", { name: "Add an email address" }).click();
    await form.getByRole("textbox", { name: "Email address" }).fill("amara@notary.test");
    await form.getByRole("button", { name: "Add a phone number" }).click();
    await form.getByRole("textbox", { name: "Phone number" }).fill("+49 30 1234567");
    await form.getByRole("button", { name: "Add an address" }).click();
    await form.getByLabel("Street and number").fill("Lindenstraße 12");
    await form.getByLabel("Town").fill("Berlin");
    await expectFine(page, "contacts-new");
    await form.getByRole("button", { name: "Create" }).click();
    await expect(panel(page, "Dr. Amara Diallo")).toContainText("Lindenstraße 12");
    await expect(panel(page, "Dr. Amara Diallo")).toContainText("Readable by 1 person on 1 device");
  });

  await test.step("in each look", async () => {
    for (const [colorScheme, width] of [["light", 1440], ["dark", 1440], ["light", 390]] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await expectFine(page, `contacts-${colorScheme}-${width}`);
    }
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: "Close panel" }).click();
  });

  await test.step("two that say the same are told of", async () => {
    await page.getByRole("button", { name: "New contact" }).click();
    const form = dialog(page, "New contact");
    await form.getByRole("textbox", { name: "Name", exact: true }).fill("Amara D.");
    await form.getByRole("button", { name: "Add an email address" }).click();
    await form.getByRole("textbox", { name: "Email address" }).fill("Amara@Notary.test");
    await form.getByRole("button", { name: "Create" }).click();
    await expect(panel(page, "Amara D.")).toContainText("This may be the same contact as");
    await panel(page, "Amara D.").getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(row(page, "Amara D.")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(row(page, "Amara D.")).toBeVisible();
  });

  await test.step("a cell is changed where it stands, and the words are found", async () => {
    const name = row(page, "Amara D.").getByRole("gridcell").nth(1);
    // As soon as the statement that brought it back is checked.
    await expect(name).toHaveAttribute("aria-readonly", "false");
    await name.dblclick();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Amara Diallo, private");
    await page.keyboard.press("Enter");
    await expect(row(page, "Amara Diallo, private")).toBeVisible();
    await page.getByRole("searchbox", { name: "Filter this list" }).fill("notary partners");
    await expect(row(page, "Dr. Amara Diallo")).toBeVisible();
    await expect(row(page, "private")).toHaveCount(0);
  });

  await test.step("a vendor with a contract that ends", async () => {
    await goTo(page, "Vendors");
    await page.getByRole("button", { name: "New vendor" }).first().click();
    const form = dialog(page, "New vendor");
    await form.getByRole("textbox", { name: "Name", exact: true }).fill("Aufzug Krause");
    await form.getByLabel("Services").fill("Lift, maintenance");
    await form.getByText("Emergency number").click();
    await form.getByLabel("Ends on").fill("+100");
    await form.getByLabel("Days of notice").fill("90");
    await form.getByLabel("Amount").fill("1.200,50");
    await expectFine(page, "vendors-new");
    await form.getByRole("button", { name: "Create" }).click();
    const open = panel(page, "Aufzug Krause");
    await expect(open).toContainText("Ending");
    await expect(open).toContainText("€1,200.50");
    await expectFine(page, "vendors");
    await open.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(row(page, "Aufzug Krause")).toHaveCount(0);
  });

  await test.step("what was deleted lies in the bin, and comes out of it in two ways", async () => {
    await goTo(page, "Contacts");
    await row(page, "private").focus();
    await page.keyboard.press("x");
    await page.keyboard.press("#");
    await expect(row(page, "private")).toHaveCount(0);
    await goTo(page, "Bin");
    await expectFine(page, "bin");
    await row(page, "Aufzug Krause").focus();
    await page.keyboard.press("x");
    await page.getByRole("toolbar").getByRole("button", { name: "Restore" }).click();
    await expect(page.getByText("1 item restored")).toBeVisible();
    await expect(row(page, "Aufzug Krause")).toHaveCount(0);
    await row(page, "private").focus();
    await page.keyboard.press("x");
    await page.getByRole("toolbar").getByRole("button", { name: "Delete for good" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete 1 item for good" }).click();
    // The mailbox alone opened this session: it is no proof for what nobody can undo.
    const question = page.getByRole("dialog", { name: "Confirm it is you" });
    await question.getByLabel("Password").fill(clara.password);
    await question.getByRole("button", { name: "Confirm with your password" }).click();
    await expect(page.getByText("The bin is empty")).toBeVisible();
    await goTo(page, "Vendors");
    await row(page, "Aufzug Krause").focus();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("heading", { name: "Aufzug Krause", level: 1 })).toBeVisible();
    await expectFine(page, "vendor-page");
  });

  expect(await findOnServer(["Amara", "Lindenstraße 12", "amara@notary.test", "Aufzug"])).toEqual([]);
});
