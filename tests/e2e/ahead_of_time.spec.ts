/** What people are warned of: by the bell, in the words that were signed, until it is done. */
import type { Page } from "@playwright/test";

import { findOnServer } from "./support/canary";
import { note, openBeside, panel, upload } from "./support/documents";
import { expectFine } from "./support/looks";
import { goTo, newOwner } from "./support/people";
import { expect, test } from "./support/test";

const LOOKS = [["light", 1440], ["dark", 1440], ["light", 390], ["dark", 390]] as const;

async function inEveryLook(page: Page, screen: string): Promise<void> {
  for (const [colorScheme, width] of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await expectFine(page, `${screen}-${colorScheme}-${width}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** The day in the zone of the account. */
const inDays = (days: number) => new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Zurich" }).format(Date.now() + days * 24 * 60 * 60 * 1000);
/** Of these, one comes into the last week this morning or yesterday, whatever the hour: the worker warns of it within a minute. */
const LAST_WEEK = [6, 7];

const bell = (page: Page) => page.getByRole("button", { name: /new notification|^Notifications$/ });

test("warnings", async ({ browser, watch }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page } = clara;

  await test.step("a document that expires within the week", async () => {
    await goTo(page, "Documents");
    for (const days of LAST_WEEK) {
      const title = `Passport ${days}`;
      await upload(page, [note(title, "Clara")]);
      const open = await openBeside(page, title);
      await open.getByRole("button", { name: "Edit" }).click();
      await open.getByRole("textbox", { name: "Expires" }).fill(inDays(days));
      await open.getByRole("textbox", { name: "Expires" }).blur();
      const remind = open.getByRole("textbox", { name: "Remind this many days before" });
      await remind.fill("3, 14, 60 days");
      await open.getByRole("button", { name: "Save" }).click();
      await expect(open).toContainText("Enter numbers of days from 0 to 730, separated by commas.");
      await remind.fill("60 3");
      await remind.blur();
      await expect(remind).toHaveValue("3, 60");
      if (days === 7) await inEveryLook(page, "remind-days");
      await open.getByRole("button", { name: "Save" }).click();
      await expect(open.getByRole("button", { name: "Edit" })).toBeVisible();
      await expect(open).toContainText("3 days before · 60 days before");
    }
    await expect(page.getByRole("button", { name: "1 new notification" })).toBeVisible({ timeout: 150_000 });
  });

  await test.step("stands in the bell by its title and day", async () => {
    await goTo(page, "Home");
    await bell(page).click();
    const said = page.getByRole("dialog", { name: "Notifications" });
    await expect(said.getByRole("link", { name: /“Passport \d” expires in \d days/ })).toBeVisible();
    await inEveryLook(page, "bell");
    await said.getByRole("link").click();
    await expect(page.getByRole("heading", { name: /^Passport \d$/, level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/documents\/[0-9a-f-]{36}$/);
    await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
  });

  await test.step("without a name while the device is locked", async () => {
    await page.getByRole("button", { name: "Lock now" }).click();
    await goTo(page, "Settings");
    await bell(page).click();
    const said = page.getByRole("dialog", { name: "Notifications" });
    await expect(said.getByRole("link", { name: "Unlock this browser to see which" })).toBeVisible();
    await expect(said).not.toContainText("Passport");
    await expectFine(page, "bell-locked");
    await page.keyboard.press("Escape");
    await goTo(page, "Home");
    await page.getByRole("button", { name: "Unlock with passkey" }).click();
    await expect(page.getByText("Unlocked")).toBeVisible();
  });

  await test.step("and by mail, for whoever wants it", async () => {
    await page.goto("/settings/me");
    const wanted = page.getByRole("switch", { name: "Email me about this account in the morning" });
    await expect(wanted).toBeChecked();
    await inEveryLook(page, "morning-email");
    await page.getByText("Email me about this account in the morning").click();
    await expect(wanted).not.toBeChecked();
    await expect(wanted).toBeEnabled();
    await page.reload();
    await expect(wanted).toBeVisible();
    await expect(wanted).not.toBeChecked();
  });

  await test.step("until it is done, and then no more", async () => {
    await bell(page).click();
    const said = page.getByRole("dialog", { name: "Notifications" });
    await said.getByRole("button", { name: /^Done: “Passport/ }).click();
    await expect(said).toContainText("No new notifications");
    await expectFine(page, "bell-empty");
    await page.reload();
    await bell(page).click();
    await expect(said).toContainText("No new notifications");
    await page.keyboard.press("Escape");
    await expect(said).toHaveCount(0);
  });

  await test.step("a task at the time that was set for it", async () => {
    await goTo(page, "Tasks");
    await expect(page.getByRole("heading", { name: "Tasks", level: 1 })).toBeVisible();
    await page.keyboard.press("n");
    await page.keyboard.press("t");
    const form = page.getByRole("dialog", { name: "New task" });
    await form.getByRole("textbox", { name: "Title" }).fill("Call the notary");
    await form.getByRole("textbox", { name: "Due" }).fill(inDays(1));
    await form.getByRole("textbox", { name: "Due" }).blur();
    await form.getByRole("button", { name: "Add a reminder" }).click();
    await form.getByRole("button", { name: /When, reminder 1/ }).click();
    await page.getByRole("option", { name: "Date and time" }).click();
    // The first full minute that is far enough away to fill the form, by the clock of the account.
    const [day, time] = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Zurich", dateStyle: "short", timeStyle: "short" }).format(Date.now() + 80_000).split(" ");
    await form.getByRole("textbox", { name: "Date of reminder 1" }).fill(day ?? "");
    await form.getByRole("textbox", { name: "Time of reminder 1" }).fill(time ?? "");
    await form.getByRole("button", { name: "Add a reminder" }).click();
    await form.getByRole("button", { name: /How, reminder 2/ }).click();
    await page.getByRole("option", { name: "Also email" }).click();
    await inEveryLook(page, "reminders");
    await form.getByRole("button", { name: "Create" }).click();
    const open = panel(page, "Call the notary");
    await expect(open).toContainText(`${time ?? ""}`);
    await expect(open).toContainText("On the day, 09:00 · Also email");
    await expectFine(page, "reminders-set");
    await expect(page.getByRole("button", { name: "1 new notification" })).toBeVisible({ timeout: 240_000 });
    await bell(page).click();
    await expect(page.getByRole("link", { name: "“Call the notary” is due tomorrow" })).toBeVisible();
    await expectFine(page, "bell-task");
    await page.keyboard.press("Escape");
  });

  await test.step("what only this device knows stands on Home", async () => {
    await goTo(page, "Vendors");
    await page.getByRole("button", { name: "New vendor" }).first().click();
    const form = page.getByRole("dialog", { name: "New vendor" });
    await form.getByRole("textbox", { name: "Name", exact: true }).fill("Lakeside Gas");
    await form.getByRole("textbox", { name: "Ends on" }).fill(inDays(40));
    await form.getByRole("textbox", { name: "Ends on" }).blur();
    await form.getByRole("textbox", { name: "Days of notice" }).fill("30");
    await form.getByRole("button", { name: "Create" }).click();
    await expect(panel(page, "Lakeside Gas")).toBeVisible();
    await goTo(page, "Home");
    await expect(page.getByRole("heading", { name: "Dates ahead" })).toBeVisible();
    await expect(page.getByRole("link", { name: /Lakeside Gas Last day to give notice in 10 days/ })).toBeVisible();
    await inEveryLook(page, "dates-ahead");
    await page.getByRole("link", { name: /Lakeside Gas/ }).click();
    await expect(page).toHaveURL(/\/vendors\/[0-9a-f-]{36}$/);
  });

  await test.step("the server learns no word of it", async () => {
    expect(await findOnServer([...LAST_WEEK.map((days) => `Passport ${days}`), "Call the notary", "Lakeside Gas"])).toEqual([]);
  });
});
