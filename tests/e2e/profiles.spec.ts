/** Profiles: people, houses and cars in groups of their own, with the documents that are about them. */
import type { Page } from "@playwright/test";

import { findOnServer } from "./support/canary";
import { note, openBeside, row, upload } from "./support/documents";
import { expectFine } from "./support/looks";
import { goTo, newOwner } from "./support/people";
import { expect, test } from "./support/test";

const SECRET = `Seehof${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;

const tree = (page: Page) => page.getByRole("navigation", { name: "Profiles" });

async function create(page: Page, name: string, type: string, group?: string): Promise<void> {
  await page.getByRole("button", { name: "New profile" }).click();
  const dialog = page.getByRole("dialog", { name: "New profile" });
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByRole("button", { name: "Type" }).click();
  await page.getByRole("option", { name: type }).click();
  if (group) await dialog.getByLabel("Group name").fill(group);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(tree(page).getByRole("link", { name })).toBeVisible();
}

async function choose(page: Page, name: string, act: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: act }).click();
}

test("profiles stand in groups and say what their type asks for", async ({ browser, watch }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page } = clara;
  await goTo(page, "Profiles");
  await expect(page.getByText("Add the first profile")).toBeVisible();

  await test.step("the first one brings its group", async () => {
    await create(page, SECRET, "Properties", "Houses");
    await expect(page.getByRole("heading", { name: SECRET })).toBeVisible();
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Country").fill("Switzerland");
    await page.getByLabel("Year built").fill("1908");
    await expectFine(page, "profile-form");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Switzerland")).toBeVisible();
    await create(page, "Garage", "Properties");
  });

  await test.step("groups have parts, other names, and another place for what is in them", async () => {
    await choose(page, "Houses", "New sub-group");
    await page.getByLabel("Name", { exact: true }).fill("By the lake");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(tree(page).getByRole("heading", { name: "By the lake" })).toBeVisible();
    await choose(page, "Houses", "Rename");
    await page.getByLabel("Name", { exact: true }).fill("Estates");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(tree(page).getByRole("heading", { name: "Estates" })).toBeVisible();

    await tree(page).getByRole("link", { name: SECRET }).click();
    await page.getByRole("main").getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Move to…" }).click();
    await page.getByRole("button", { name: "Sub-group" }).click();
    await page.getByRole("option", { name: "By the lake" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Move", exact: true }).click();
    await expect(tree(page).getByRole("link")).toHaveText(["Garage", SECRET]);
    await expectFine(page, "profiles");

    await choose(page, "By the lake", "Delete");
    await page.getByRole("button", { name: "Delete group" }).click();
    await expect(tree(page).getByRole("heading", { name: "By the lake" })).toHaveCount(0);
    await expect(tree(page).getByRole("link")).toHaveCount(2);
  });

  await test.step("out of the way, back again, into the bin and out of it", async () => {
    const menu = page.getByRole("main").getByRole("button", { name: "More actions" });
    await menu.click();
    await page.getByRole("menuitem", { name: "Archive only the profile" }).click();
    await expect(tree(page).getByRole("link")).toHaveText(["Garage"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(tree(page).getByRole("link")).toHaveCount(2);
    await menu.click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(tree(page).getByRole("link")).toHaveText(["Garage"]);
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect(tree(page).getByRole("link")).toHaveCount(2);
  });

  await test.step("a document belongs to a profile, and the profile names it", async () => {
    await goTo(page, "Documents");
    await upload(page, [note("Lease", "Kitchen and garden"), note("Passport", "Clara")]);
    const lease = await openBeside(page, "Lease");
    await lease.getByRole("button", { name: "Edit" }).click();
    await lease.getByRole("button", { name: "Profiles" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Garage" }).click();
    await page.keyboard.press("Escape");
    await lease.getByRole("button", { name: "Save" }).click();
    await expect(row(page, "Lease").locator("[data-column=profile]")).toHaveText("Garage");
    await page.getByLabel("Profile", { exact: true }).click();
    await page.getByRole("menuitemcheckbox", { name: "Garage" }).click();
    await page.keyboard.press("Escape");
    await expect(row(page, "Passport")).toHaveCount(0);
    await expectFine(page, "documents-of-profile");
    await lease.getByRole("link", { name: "Garage" }).click();
    await expect(page.getByRole("main").getByRole("link", { name: "Lease" })).toBeVisible();
  });

  await test.step("on a phone, in the dark", async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    await tree(page).getByRole("link", { name: SECRET }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByText("Switzerland")).toBeVisible();
    await expectFine(page, "profile-phone");
  });

  expect(await findOnServer([SECRET])).toEqual([]);
});
