/** An analyst, who holds no keys: figures, their tables, a question of one's own, and no contents anywhere. */
import { readFile } from "node:fs/promises";

import { note, upload } from "./support/documents";
import { becomeMember } from "./support/invitations";
import { nextMail } from "./support/inbox";
import { expectFine, quiet } from "./support/looks";
import { goTo, newOwner, newPerson } from "./support/people";
import { expectReachable } from "./support/phone";
import { expect, test } from "./support/test";

const TITLE = "Deed of Lindenstrasse 12";

test("an analyst sees an account in numbers and opens nothing of it", async ({ browser, watch, expectComplaint }) => {
  test.slow();
  // The keyring asks who is in the account, which this role may not know.
  expectComplaint(/\/users$/, "403");
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const joel = await newPerson(browser, "Joel Brandt", { watch });

  await test.step("an owner uploads, and sees the same page", async () => {
    await goTo(clara.page, "Documents");
    await upload(clara.page, [note(TITLE, "A")]);
    await goTo(clara.page, "Analytics");
    await expect(clara.page.getByRole("img", { name: /^Chart: Storage/ })).toBeVisible();
    await expectFine(clara.page, "analytics-owner");
  });

  await test.step("she invites an analyst, whose role has no key", async () => {
    await goTo(clara.page, "Members");
    await clara.page.getByRole("button", { name: "Invite" }).click();
    const dialog = clara.page.getByRole("dialog");
    await dialog.getByLabel("Email").fill(joel.email);
    await dialog.getByRole("button", { name: /Role/ }).click();
    await clara.page.getByRole("option", { name: /^Analyst/ }).click();
    await dialog.getByRole("button", { name: "Invite" }).click();
    await expect(dialog.getByText(/This role has no key/)).toBeVisible();
    await dialog.getByRole("button", { name: "Done" }).click();
    const mail = await nextMail(joel.page.request, joel.email, ({ links }) => links.some((link) => link.includes("/join/")));
    await becomeMember(joel, new URL(mail.links.find((one) => one.includes("/join/")) ?? "").pathname);
    // Their role opens nothing, so there is nothing to set up for it.
    await joel.page.getByRole("button", { name: "Not now" }).click();
    await expect(joel.page).toHaveURL(/\/dashboard/);
  });

  const { page } = joel;
  const figure = (title: string) => page.locator("section").filter({ has: page.getByRole("heading", { name: title, level: 2 }) });

  await test.step("he sees the figures, each with a table that the keyboard reaches", async () => {
    await goTo(page, "Analytics");
    await expect(page.getByRole("heading", { name: "Analytics", level: 1 })).toBeVisible();
    await expect(page.getByRole("img", { name: /^Chart: Activity/ })).toBeVisible();
    await quiet(page);
    await expectFine(page, "analytics");
    const button = figure("Storage").getByRole("button", { name: "Show as table: Storage" });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(figure("Storage").getByRole("row").last()).toContainText("1");
    await expectFine(page, "analytics-table");
    await expect(figure("Members").getByRole("row", { name: /^Analyst/ })).toBeVisible();
    const [download] = await Promise.all([page.waitForEvent("download"), figure("Storage").getByRole("button", { name: /^Save as CSV/ }).click()]);
    expect(await readFile(await download.path(), "utf8")).toContain("Week from,Size,Files");
  });

  await test.step("he asks a question of his own", async () => {
    await page.getByRole("button", { name: "Show result" }).click();
    await expect(page.getByRole("region", { name: "Result" }).getByRole("row", { name: "active 1" })).toBeVisible();
    await expectFine(page, "analytics-asked");
  });

  await test.step("nothing of it says what a document is called or who somebody is", async () => {
    await expect(page.getByText(TITLE)).toHaveCount(0);
    await expect(page.getByRole("main").getByText(/Clara/)).toHaveCount(0);
    await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Documents" })).toHaveCount(0);
    // Typed by hand: no way in the app leads there.
    expectComplaint(/\/document$/, "403");
    await page.goto("/documents");
    await quiet(page);
    await expect(page.getByText(TITLE)).toHaveCount(0);
  });

  await test.step("in every look", async () => {
    for (const scheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto("/analytics");
      await expect(page.getByRole("img", { name: /^Chart: Activity/ })).toBeVisible();
      await quiet(page);
      await expectFine(page, `analytics-${scheme}`);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await expectReachable(page, "analytics on a phone");
    await expectFine(page, "analytics-phone");
    await goTo(clara.page, "Settings");
    await clara.page.getByRole("button", { name: "Language of the account" }).click();
    await clara.page.getByRole("option", { name: "العربية" }).click();
    await expect(clara.page.locator("html")).toHaveAttribute("dir", "rtl");
    await clara.page.goto("/analytics");
    await expect(clara.page.getByRole("img").first()).toBeVisible();
    await quiet(clara.page);
    await expectFine(clara.page, "analytics-arabic");
  });
});
