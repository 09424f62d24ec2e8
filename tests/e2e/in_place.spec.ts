/** Documents are changed where they stand in the list, from the keyboard and with the mouse. */
import type { Page } from "@playwright/test";

import { note, panel, row, upload } from "./support/documents";
import { expectFine } from "./support/looks";
import { goTo, newOwner } from "./support/people";
import { expect, test } from "./support/test";

const cell = (page: Page, title: string, column: string) => row(page, title).locator(`[data-column=${column}]`);

/** Two clicks on a cell, and what is typed then takes the place of what was there. */
async function write(page: Page, title: string, column: "Name" | "Expires", text: string): Promise<void> {
  await cell(page, title, column.toLowerCase()).dblclick();
  await expect(page.getByRole("textbox", { name: column })).toBeFocused();
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

test("a document is changed in the list itself", async ({ browser, watch, expectComplaint }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page } = clara;
  await goTo(page, "Documents");
  await upload(page, [note("Lease", "Kitchen and garden"), note("Passport", "Clara")]);

  await test.step("E opens the first cell, Tab goes on, Enter saves", async () => {
    // As soon as its statement is checked.
    await expect(cell(page, "Lease", "name")).toHaveAttribute("aria-readonly", "false");
    await row(page, "Lease").focus();
    await page.keyboard.press("e");
    const title = page.getByRole("textbox", { name: "Name" });
    await expect(title).toBeFocused();
    await expect(title).toHaveValue("Lease");
    await expect(cell(page, "Passport", "name")).toHaveAttribute("aria-readonly", "false");
    await expect(cell(page, "Passport", "status")).toHaveAttribute("aria-readonly", "true");
    await expectFine(page, "cell-title");
    await page.keyboard.type("Lease of the house");
    await page.keyboard.press("Tab");

    await expect(cell(page, "Lease of the house", "name")).toBeVisible();
    await expect(page.getByRole("listbox")).toBeVisible();
    await expectFine(page, "cell-category");
    await page.getByRole("option", { name: "Property" }).click();
    await expect(cell(page, "Lease of the house", "category")).toHaveText("Property");
    await expect(cell(page, "Lease of the house", "category")).toBeFocused();

    await page.keyboard.press("ArrowRight");
    await expect(cell(page, "Lease of the house", "expires")).toBeFocused();
    await page.keyboard.press("F2");
    await page.keyboard.type("not a day");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Enter a valid date, such as")).toBeVisible();
    await expectFine(page, "cell-date");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("+30");
    await page.keyboard.press("Enter");
    await expect(row(page, "Lease of the house")).toContainText("Expiring");
    await expect(cell(page, "Lease of the house", "expires")).toBeFocused();
  });

  await test.step("Esc leaves it as it was", async () => {
    await page.keyboard.press("e");
    await page.keyboard.type("01012030");
    await page.keyboard.press("Escape");
    await expect(row(page, "Lease of the house")).toContainText("Expiring");
  });

  await test.step("two clicks on a cell open it, and no panel stays over it", async () => {
    await cell(page, "Passport", "expires").dblclick();
    await expect(page.getByRole("textbox", { name: "Expires" })).toBeFocused();
    await expect(panel(page, "Passport")).toHaveCount(0);
    await page.keyboard.type("2031-05-04");
    // It is shown before it is sent, and a reload keeps what has arrived.
    const arrived = page.waitForResponse((response) => response.url().endsWith("/documents/update") && response.ok());
    await page.keyboard.press("Enter");
    await expect(row(page, "Passport")).toContainText("04/05/2031");
    await arrived;
  });

  await test.step("saved is saved", async () => {
    await page.reload();
    await expect(row(page, "Lease of the house")).toContainText("Property");
    await expect(row(page, "Passport")).toContainText("04/05/2031");
  });

  await test.step("what the server refuses goes back, and says why beside the cell", async () => {
    expectComplaint(/\/documents\/update/, "429");
    await page.route("**/documents/update", (route) =>
      route.fulfill({ status: 429, json: { code: "resource_exhausted", message: "Too many changes. Wait a minute.", details: {} } }),
    );
    await write(page, "Passport", "Name", "Passport of Clara");
    // What a server writes is not drawn as if the app said it.
    await expect(page.getByRole("alert")).toHaveText("A limit was reached.");
    await expect(cell(page, "Passport", "name")).toContainText("Passport");
    await expect(page.getByText("Passport of Clara")).toHaveCount(0);
    await expectFine(page, "cell-refused");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.unroute("**/documents/update");
  });

  await test.step("what somebody else wrote meanwhile is settled in the panel", async () => {
    const other = await page.context().newPage();
    watch(other);
    await other.goto("/documents");
    await expect(row(other, "Passport")).toBeVisible();
    expectComplaint(/\/documents\/update/, "409");
    // This tab hears of nothing until it has saved.
    await page.route("**/document", (route) => route.abort());
    expectComplaint(/\/document$/, "net::ERR_FAILED");
    const saved = other.waitForResponse(/\/documents\/update$/);
    await write(other, "Passport", "Name", "Passport Clara");
    expect((await saved).ok()).toBe(true);
    await expect(row(other, "Passport Clara")).toBeVisible();

    await write(page, "Passport", "Name", "Passport C. Hawthorne");
    await expect(page.getByText("Clara Hawthorne changed this in the meantime")).toBeVisible();
    await expect(page.getByRole("radio", { name: "Passport C. Hawthorne" })).toBeChecked();
    await expectFine(page, "cell-conflict");
    await page.unroute("**/document");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(row(page, "Passport C. Hawthorne")).toBeVisible();
    await other.close();
  });
});
