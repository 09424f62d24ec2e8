/** Every place of the app on a phone: nothing is scrolled sideways to be read, and the bar below covers nothing. */
import { openBeside, upload } from "./support/documents";
import { picture, quiet } from "./support/looks";
import { pdf } from "./support/papers";
import { expectReachable, PHONE, withCamera } from "./support/phone";
import { newOwner } from "./support/people";
import { PLACES } from "./support/places";
import { expect, test } from "./support/test";

test("on a phone every control of every place can be reached", async ({ browser, watch }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne & Weber Family Office", { watch, looks: PHONE });
  const { page } = clara;
  await withCamera(page);
  await page.goto("/documents");
  await upload(page, [pdf("Articles of association of the family holding, third amendment.pdf", "Articles")]);

  await test.step("a document, and its tabs", async () => {
    const panel = await openBeside(page, "Articles of association");
    for (const tab of ["Details", "Access", "Activity", "Versions"]) {
      await panel.getByRole("tab", { name: tab }).click();
      await expectReachable(page, `document ${tab}`);
    }
    await panel.getByRole("tab", { name: "Details" }).click();
    await panel.getByRole("button", { name: "Edit" }).click();
    await expectReachable(page, "document being edited");
  });

  // German words are the longest.
  await page.goto("/settings/account");
  await page.getByRole("button", { name: /English/ }).click();
  await page.getByRole("option", { name: "Deutsch" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");

  for (const path of PLACES)
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 }).or(page.getByRole("dialog")).first()).toBeVisible();
      await quiet(page);
      await expectReachable(page, path);
      await picture(page, `narrow-${path.slice(1)}`);
    });
});
