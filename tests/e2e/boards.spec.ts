/** The lists that a whole account is ordered by: statuses of tasks, and topics. */
import type { Page } from "@playwright/test";

import { findOnServer } from "./support/canary";
import { note, openBeside, row, upload } from "./support/documents";
import { expectFine, picture } from "./support/looks";
import { goTo, newOwner } from "./support/people";
import { expect, test } from "./support/test";

const SECRET = `Bank${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;

/** What the lines say, one under the other. */
const names = (page: Page) => page.getByRole("main").getByRole("listitem").locator("bdi");

async function choose(page: Page, name: string, act: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: act }).click();
}

/** The field of a colour lies over its input. */
async function paint(page: Page, colour: string): Promise<void> {
  const input = page.getByRole("radio", { name: colour });
  await page.locator("label").filter({ has: input }).click();
  await expect(input).toBeChecked();
}

test("statuses and topics are named, ordered and removed", async ({ browser, watch }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page } = clara;
  await goTo(page, "Settings");

  await test.step("statuses are there before anybody wrote one", async () => {
    await page.getByRole("link", { name: "Statuses" }).click();
    await expect(names(page)).toHaveText(["To do", "In progress", "Waiting", "Done", "Cancelled"]);
  });

  const other = await page.context().newPage();
  watch(other);
  await other.goto("/settings/statuses");
  await expect(names(other)).toHaveCount(5);

  await test.step("a name and a colour, a new one, and an order: other windows have them at once", async () => {
    await page.getByRole("button", { name: "Edit Waiting" }).click();
    await page.getByLabel("Name", { exact: true }).fill(SECRET);
    await paint(page, "Teal");
    await expectFine(page, "status-form");
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(names(other).nth(2)).toHaveText(SECRET);

    await page.getByRole("button", { name: "New status" }).click();
    await page.getByLabel("Name", { exact: true }).fill("At the notary");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(names(other)).toHaveText(["To do", "In progress", SECRET, "Done", "Cancelled", "At the notary"]);

    await choose(page, "At the notary", "Move up");
    await expect(names(page).nth(4)).toHaveText("At the notary");
    const handle = page.getByRole("button", { name: "Move At the notary" });
    await handle.focus();
    await page.keyboard.press("ArrowUp");
    await expect(names(other).nth(3)).toHaveText("At the notary");
    await expect(handle).toBeFocused();
    await handle.hover();
    await page.mouse.down();
    const first = await page.getByRole("main").getByRole("listitem").first().boundingBox();
    await page.mouse.move((first?.x ?? 0) + 20, (first?.y ?? 0) + 4, { steps: 4 });
    await picture(page, "status-drag");
    await page.mouse.up();
    await expect(names(other).first()).toHaveText("At the notary");
    await expect(names(page).first()).toHaveText("At the notary");
  });

  await test.step("a removed status says where its tasks go", async () => {
    await choose(page, "In progress", "Delete");
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Move its tasks to" }).click();
    await page.getByRole("option", { name: SECRET }).click();
    await expectFine(page, "status-remove");
    await dialog.getByRole("button", { name: "Delete status" }).click();
    await expect(names(other)).toHaveText(["At the notary", "To do", SECRET, "Done", "Cancelled"]);
    await page.getByRole("button", { name: "Actions for To do" }).click();
    await expect(page.getByRole("menuitem", { name: "Delete" })).toHaveAttribute("aria-disabled", "true");
    await page.keyboard.press("Escape");
  });

  await test.step("another status becomes the default, and the former one is signed to be it no more", async () => {
    await page.getByRole("button", { name: "New status" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Ideas");
    await page.getByRole("button", { name: "Tasks here are" }).click();
    await page.getByRole("option", { name: "Not started" }).click();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(names(other)).toHaveCount(6);
    await choose(page, "Ideas", "New tasks start here");
    const row = (name: string) => other.getByRole("main").getByRole("listitem").filter({ hasText: name });
    await expect(row("Ideas")).toContainText("New tasks start here");
    await expect(row("To do")).not.toContainText("New tasks start here");
    await page.getByRole("button", { name: "Actions for Ideas" }).click();
    await expect(page.getByRole("menuitem", { name: "Delete" })).toHaveAttribute("aria-disabled", "true");
    await expectFine(page, "status-default");
    await page.keyboard.press("Escape");
    await choose(page, "To do", "Delete");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete status" }).click();
    await expect(names(other)).toHaveText(["At the notary", SECRET, "Done", "Cancelled", "Ideas"]);
  });
  await other.close();

  await test.step("topics are a tree", async () => {
    await page.getByRole("link", { name: "Topics" }).click();
    await expect(page.getByText("No topics yet")).toBeVisible();
    for (const [name, under] of [["Travel"], ["House"], ["Garden", "House"], ["Visa", "Travel"]] as const) {
      if (under) await choose(page, under, "New sub-topic");
      else await page.getByRole("button", { name: "New topic" }).click();
      await page.getByLabel("Name", { exact: true }).fill(name);
      await paint(page, under ? "Violet" : "Blue");
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await expect(names(page).filter({ hasText: name })).toBeVisible();
    }
    await expect(names(page)).toHaveText(["Travel", "Visa", "House", "Garden"]);
    await choose(page, "House", "Move up");
    await expect(names(page)).toHaveText(["House", "Garden", "Travel", "Visa"]);

    await choose(page, "Garden", "Move to…");
    await page.getByRole("button", { name: "Parent topic" }).click();
    await page.getByRole("option", { name: "Visa" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Move", exact: true }).click();
    await expect(names(page)).toHaveText(["House", "Travel", "Visa", "Garden"]);
    await expectFine(page, "topics");

    await choose(page, "House", "Delete");
    await page.getByRole("button", { name: "Delete topic" }).click();
    await expect(names(page)).toHaveText(["Travel", "Visa", "Garden"]);
    await page.reload();
    await expect(names(page)).toHaveText(["Travel", "Visa", "Garden"]);
  });

  await test.step("a document is filed under a topic, and found by the one above it", async () => {
    await goTo(page, "Documents");
    await upload(page, [note("Passport", "Clara"), note("Lease", "Kitchen and garden")]);
    const passport = await openBeside(page, "Passport");
    await passport.getByRole("button", { name: "Edit" }).click();
    await passport.getByRole("button", { name: "Topics" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Visa" }).click();
    await picture(page, "document-topics");
    await page.keyboard.press("Escape");
    await passport.getByRole("button", { name: "Save" }).click();
    await expect(passport.getByText("Visa")).toBeVisible();
    await page.getByRole("button", { name: "Topic", exact: true }).click();
    await page.getByRole("menuitemcheckbox", { name: "Travel" }).click();
    await page.keyboard.press("Escape");
    await expect(row(page, "Lease")).toHaveCount(0);
    await picture(page, "documents-of-topic");
    await page.goto("/settings/topics");
    await expect(names(page)).toHaveCount(3);
  });

  await test.step("on a phone, and in the dark", async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 390, height: 844 });
    await picture(page, "topics-phone");
    await page.goto("/settings/statuses");
    await expect(names(page)).toHaveCount(5);
    await expectFine(page, "statuses-phone");
  });

  expect(await findOnServer([SECRET])).toEqual([]);
});
