/** On a phone, Back closes what is open over a page; the page itself goes when nothing is. */
import { note, panel, row, upload } from "./support/documents";
import { picture } from "./support/looks";
import { goTo, newOwner } from "./support/people";
import { expect, test } from "./support/test";

/** What an iPhone calls a photo, and how its first bytes begin. */
const PHOTO = { name: "House.jpg", mimeType: "image/jpeg", buffer: Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08free", "latin1") };

test("Back closes the panel, the palette, a menu and a dialog, and then leaves", async ({ browser, watch }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page } = clara;
  await goTo(page, "Contacts");
  await goTo(page, "Documents");
  await upload(page, [note("Passport", "Clara"), PHOTO]);
  await page.setViewportSize({ width: 390, height: 844 });
  const list = /\/documents$/;

  await test.step("the panel", async () => {
    await row(page, "Passport").click();
    await expect(panel(page, "Passport")).toBeVisible();
    await expect(page).toHaveURL(/open=/);
    // The tab names the place, and nobody's papers.
    await expect(page).toHaveTitle("Documents · Coffer");
    await page.goBack();
    await expect(panel(page, "Passport")).toHaveCount(0);
    await expect(page).toHaveURL(list);
  });

  await test.step("the panel, closed by hand, leaves no step behind", async () => {
    await row(page, "Passport").click();
    await panel(page, "Passport").getByRole("button", { name: "Close" }).click();
    await expect(panel(page, "Passport")).toHaveCount(0);
    await expect(page).toHaveURL(list);
  });

  await test.step("a menu in the panel, and then the panel", async () => {
    await row(page, "Passport").click();
    await panel(page, "Passport").getByRole("button", { name: "More" }).first().click();
    await expect(page.getByRole("menu")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("menu")).toHaveCount(0);
    await expect(panel(page, "Passport")).toBeVisible();
    await page.goBack();
    await expect(panel(page, "Passport")).toHaveCount(0);
    await expect(page).toHaveURL(list);
  });

  await test.step("the palette, and what is chosen in it", async () => {
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Search or jump to" });
    await expect(palette).toBeVisible();
    await page.goBack();
    await expect(palette).toHaveCount(0);
    await expect(page).toHaveURL(list);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Vendors");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Vendors", level: 1 })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(list);
  });

  await test.step("a photo is known by its bytes", async () => {
    await row(page, "House").click();
    await expect(panel(page, "House").getByText("This browser cannot preview HEIC files.")).toBeVisible();
    await expect(panel(page, "House").getByRole("button", { name: "Download" }).first()).toBeVisible();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await picture(page, `heic-${colorScheme}-390`);
    }
    await page.goBack();
  });

  await test.step("and then the page", async () => {
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Contacts", level: 1 })).toBeVisible();
  });
});
