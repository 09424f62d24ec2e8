/** What the frame and the page say when the server shows no record, a late one, or another account's, or ends the view. */
import { readFile } from "node:fs/promises";

import type { Page } from "@playwright/test";

import { note, row, upload } from "./support/documents";
import { becomeMember, invite } from "./support/invitations";
import { expectFine } from "./support/looks";
import { goTo, newOwner, newPerson } from "./support/people";
import { expect, test } from "./support/test";

const HEAD = /\/api\/auth\/keys\/head/;

/** The same state in each look that a person may have chosen. */
async function inAllLooks(page: Page, screen: string): Promise<void> {
  await expectFine(page, screen);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectFine(page, `${screen}-dark`);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFine(page, `${screen}-390`);
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("a record that is late, gone, or of another account", async ({ browser, watch, expectComplaint }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page } = clara;
  await goTo(page, "Documents");
  await upload(page, [note("Lease", "Kitchen and garden")]);

  await test.step("gone: a page that says so in place of everything, with the evidence", async () => {
    expectComplaint(HEAD, "404");
    await page.route(HEAD, (route) => route.fulfill({ status: 404, json: { code: "not_found", message: "None.", details: {} } }));
    await page.reload();
    await expect(page.getByRole("heading", { name: "The server no longer shows the record of this account." })).toBeVisible();
    await expect(row(page, "Lease")).toHaveCount(0);
    await inAllLooks(page, "alarm-missing");
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save evidence" }).click()]);
    expect((await readFile(await file.path(), "utf8")).length).toBeGreaterThan(100);
    await page.unroute(HEAD);
    await page.reload();
    // It stays until its person wants to be told again.
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("Unlocked")).toBeVisible();
  });

  await test.step("another account behind a link", async () => {
    const nina = await newOwner(browser, "Nina Roth", "Roth", { watch });
    const theo = await newPerson(browser, "Theo Lang", { watch });
    const [here, there] = [await invite(clara, theo), await invite(nina, theo)];
    await becomeMember(theo, `${here.split("#")[0] ?? ""}#${there.split("#")[1] ?? ""}`);
    await theo.page.getByRole("button", { name: "Use a passkey", exact: true }).click({ timeout: 3000 }).catch(() => undefined);
    await expect(theo.page.getByRole("alert").getByRole("heading")).toBeVisible();
    await inAllLooks(theo.page, "alarm-link");
  });

  await test.step("late: everything can be read, and nothing saved", async () => {
    await goTo(page, "Documents");
    await page.clock.install();
    await page.reload();
    await expect(row(page, "Lease")).toBeVisible();
    expectComplaint(HEAD, "net::ERR_FAILED");
    await page.route(HEAD, (route) => route.abort());
    await page.clock.fastForward("02:30:00");
    await expect(page.getByText(/Not checked since .+\. You can read; saving waits\./)).toBeVisible();
    await expect(row(page, "Lease")).toBeVisible();
    await inAllLooks(page, "late");
    await page.getByRole("button", { name: "New document" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Title").fill("Passport");
    await expect(form.getByRole("button", { name: "Create" })).toBeDisabled();
  });
});
