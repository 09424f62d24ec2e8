/** What the server shows wrongly is refused, told on every page, and kept until its person has read it. */
import { readFile } from "node:fs/promises";

import { choose, note, row } from "./support/documents";
import { expectFine } from "./support/looks";
import { goTo, newOwner } from "./support/people";
import { expect, test } from "./support/test";

test("an altered document stays in a list that no answer shortens", async ({ browser, watch }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page } = clara;
  await goTo(page, "Documents");
  await choose(page, [note("Passport", "Clara")]);
  await expect(row(page, "Passport")).toBeVisible();
  const count = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Shown wrongly" });
  await expect(count).toHaveCount(0);

  // Another value of an attribute than was signed, in the bytes of the list.
  const lie = "**/document";
  await page.route(lie, async (route) => {
    const answer = await route.fetch();
    const body = await answer.body();
    const at = body.indexOf("active");
    if (at >= 0) body.write("bygone", at);
    await route.fulfill({ response: answer, body });
  });
  await page.reload();
  await expect(count).toContainText("1");
  await count.click();
  const list = page.getByRole("main");
  await expect(list.getByRole("heading", { name: "What the server showed wrongly" })).toBeVisible();
  await expect(list.getByText("This is not what its author signed.")).toBeVisible();
  await expectFine(page, "shown-wrongly");
  await page.setViewportSize({ width: 390, height: 900 });
  await expectFine(page, "shown-wrongly-390");
  await page.setViewportSize({ width: 1440, height: 900 });
  const [file] = await Promise.all([page.waitForEvent("download"), list.getByRole("button", { name: "Save evidence" }).click()]);
  const evidence = await readFile(await file.path(), "utf8");
  expect(evidence).toContain("Its attributes are not those that were signed.");
  expect(evidence).not.toContain("dataB64u");

  await page.unroute(lie);
  await page.reload();
  await expect(list.getByText("Altered")).toBeVisible();
  await goTo(page, "Documents");
  await expect(row(page, "Passport")).toBeVisible();
  await goTo(page, "Keys & devices");
  await expect(list.getByText("Shown correctly since")).toBeVisible();
  await list.getByRole("button", { name: "Mark as read" }).click();
  await expect(count).toHaveCount(0);
  await expect(list.getByText("Altered")).toBeVisible();
});
