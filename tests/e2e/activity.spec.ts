/** What happened, for people: by name on Home, in plain words in the audit log, and without what browsers do by themselves. */
import { readFile } from "node:fs/promises";

import { note, upload } from "./support/documents";
import { goTo, newOwner } from "./support/people";
import { picture } from "./support/looks";
import { expect, test } from "./support/test";

test("what happened is told by name, and what repeats or runs by itself is folded", async ({ browser, watch }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page } = clara;
  await goTo(page, "Documents");
  await upload(page, [note("Lease", "A"), note("Deed", "B")]);

  await test.step("Home says what was done, and nothing of keys", async () => {
    await goTo(page, "Home");
    const activity = page.locator("section").filter({ has: page.getByRole("heading", { name: "Recent activity" }) });
    await expect(activity.getByText("uploaded 2 files")).toBeVisible();
    await expect(activity.getByText(/key|seat|state of the account/)).toHaveCount(0);
    await goTo(page, "Documents");
    await upload(page, [note("Passport", "C")]);
    await goTo(page, "Home");
    await expect(activity.getByText("uploaded 3 files")).toBeVisible();
    await picture(page, "home-activity");
  });

  await test.step("a setting says what it was and what it became", async () => {
    await page.goto("/settings");
    await page.getByRole("button", { name: "Language of the account" }).click();
    await page.getByRole("option", { name: "Deutsch" }).click();
    await expect(page.getByRole("heading", { name: "Einstellungen", level: 1 })).toBeVisible();
    await page.getByRole("button", { name: "Sprache des Kontos" }).click();
    await page.getByRole("option", { name: "English" }).click();
    await expect(page.getByText("Language updated").first()).toBeVisible();
    await goTo(page, "Audit log");
    await expect(page.getByRole("row", { name: /changed the language/ }).filter({ hasText: "German → English" })).toBeVisible();
  });

  await test.step("the state of the account is signed out of sight, and counted", async () => {
    const signed = page.getByRole("row", { name: /signed the state of the account/ });
    await expect(page.getByText(/automatic entr(y|ies) hidden/)).toBeVisible();
    await expect(signed).toHaveCount(0);
    await picture(page, "audit-folded");
    await page.getByText("Show automatic entries").click();
    await expect(signed.first()).toBeVisible();
    await expect(page.getByText(/automatic entr(y|ies) hidden/)).toBeHidden();
  });

  await test.step("reads of keys are one row that names the roles", async () => {
    const reads = page.getByRole("row", { name: /opened the keys of roles .*Owner.* \d+ times/ });
    await expect(reads).toHaveCount(1);
    await reads.click();
    const panel = page.getByRole("complementary", { name: /^Entry/ });
    await expect(panel.getByText("Reads in this visit")).toBeVisible();
    await picture(page, "audit-together");
  });

  await test.step("every entry is checked here against the signed log, and its proof can be taken away", async () => {
    await expect(page.getByText(/Unbroken history, [\d,]+ events\./)).toBeVisible();
    const panel = page.getByRole("complementary", { name: /^Entry/ });
    await panel.getByRole("button", { name: "Close" }).click();
    const row = page.getByRole("row", { name: /changed the language/ }).first();
    await expect(row.getByRole("img", { name: "Checked here: this is the event in the signed log" })).toBeVisible();
    await expect(page.getByRole("img", { name: /no proof|not what is in the signed log/ })).toHaveCount(0);
    await row.click();
    await panel.getByRole("tab", { name: "Proof" }).click();
    await expect(panel.getByText("language.changed", { exact: true })).toBeVisible();
    const saved = page.waitForEvent("download");
    await panel.getByRole("button", { name: "Download proof" }).click();
    const text = await readFile(await (await saved).path(), "utf8");
    expect(text).toMatch(/^c2sp\.org\/tlog-proof@v1\nindex \d+\n([A-Za-z0-9+/]{43}=\n)+\n\S+\/events\.v1\/0\n/);
    await picture(page, "audit-proof");
  });

  await test.step("a log that is not the one this browser has seen is told", async () => {
    const kept = await page.evaluate(() => localStorage.getItem("coffer.sealed-log"));
    const pin = JSON.parse(kept ?? "{}") as { size: number };
    expect(pin.size).toBeGreaterThan(10);
    await page.evaluate((text) => localStorage.setItem("coffer.sealed-log", text), JSON.stringify({ ...pin, size: pin.size + 1_000_000 }));
    await page.reload();
    await expect(page.getByRole("alert").getByText("It has fewer events than this browser has seen signed.")).toBeVisible();
    await picture(page, "audit-shorter");
    await page.evaluate((text) => localStorage.setItem("coffer.sealed-log", text), kept ?? "");
    await page.getByRole("button", { name: "Check again" }).click();
    await expect(page.getByText(/Unbroken history, [\d,]+ events\./)).toBeVisible();
  });
});
