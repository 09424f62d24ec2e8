/** One document fills the page, what was opened is found first, and many are saved at once. */
import { readFile } from "node:fs/promises";

import { choose, note, openBeside, panel, row } from "./support/documents";
import { expectFine } from "./support/looks";
import { pdf } from "./support/papers";
import { goTo, newOwner } from "./support/people";
import { expect, test } from "./support/test";

test("a document by itself, the last ones first, and many at once", async ({ browser, watch }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page } = clara;
  await goTo(page, "Documents");
  const papers = [pdf("Lease of the house by the lake.pdf", "Kitchen and garden"), note("Passport", "Clara"), note("Will", "All of it")];
  await choose(page, papers);
  for (const title of ["Lease", "Passport", "Will"]) await expect(row(page, title)).toBeVisible();

  await test.step("Ctrl Enter opens the page, and it leads back", async () => {
    await row(page, "Lease").focus();
    await page.keyboard.press("Control+Enter");
    await expect(page).toHaveURL(/\/documents\/[0-9a-f-]{36}$/);
    await expect(page.getByRole("heading", { name: "Lease of the house by the lake", level: 1 })).toBeVisible();
    await expect(page.getByRole("grid")).toHaveCount(0);
    await expect(page.locator("canvas").first()).toBeVisible();
    await expect(page.getByRole("tab", { name: "Details" })).toBeVisible();
    for (const [colorScheme, width] of [["light", 1440], ["dark", 1440], ["light", 390], ["dark", 390]] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await expectFine(page, `document-page-${colorScheme}-${width}`);
    }
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    await expect(page.getByRole("heading", { name: "Lease of the house by the lake", level: 1 })).toBeVisible();
    await page.getByRole("link", { name: "All documents" }).click();
    await expect(row(page, "Passport")).toBeVisible();
  });

  await test.step("the panel grows to the page", async () => {
    await openBeside(page, "Passport");
    await panel(page, "Passport").getByRole("link", { name: "Open as page" }).click();
    await expect(page.getByRole("heading", { name: "Passport", level: 1 })).toBeVisible();
    await page.goto(`/documents/${crypto.randomUUID()}`);
    await expect(page.getByText("This document was not found")).toBeVisible();
  });

  await test.step("the palette begins with what was opened, and says who can open it", async () => {
    await page.keyboard.press("Control+k");
    const options = page.getByRole("group", { name: "Recently opened" }).getByRole("option");
    await expect(options).toHaveCount(2);
    await expect(options.nth(0)).toContainText("Passport");
    await expect(options.nth(0)).toContainText("Owner");
    await expect(options.nth(1)).toContainText("Lease");
    await expectFine(page, "palette-opened");
    // Ids, and no word of what they stand for.
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(kept).toContain("coffer.opened.");
    expect(kept).not.toContain("Passport");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Passport", level: 1 })).toBeVisible();
  });

  await test.step("all that is selected is saved, and what has no file is named", async () => {
    await page.goto("/documents?new");
    await page.getByRole("dialog").getByLabel("Title").fill("In the drawer");
    await page.getByRole("button", { name: "Create" }).click();
    await expect(panel(page, "In the drawer")).toBeVisible();
    await page.getByRole("button", { name: "Close panel" }).click();
    await row(page, "Will").focus();
    await page.keyboard.press("Control+a");
    const saved: Promise<[string, Buffer]>[] = [];
    page.on("download", (file) =>
      saved.push(file.path().then(async (path): Promise<[string, Buffer]> => [file.suggestedFilename(), await readFile(path)])),
    );
    await page.getByRole("toolbar").getByRole("button", { name: "Download" }).click();
    const dialog = page.getByRole("dialog", { name: "1 document was not downloaded" });
    await expect(dialog).toContainText("In the drawer");
    await expect(dialog).toContainText("There are no files to download.");
    await expectFine(page, "bulk-download");
    await expect.poll(() => saved.length).toBe(3);
    for (const [name, bytes] of await Promise.all(saved)) {
      expect(bytes.equals(papers.find((paper) => paper.name === name)?.buffer ?? Buffer.alloc(0))).toBe(true);
    }
  });
});
