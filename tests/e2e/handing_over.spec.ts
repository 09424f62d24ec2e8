/** The end of a membership and of an account: closed and opened again, handed over, and left. */
import type { Page } from "@playwright/test";

import { note, openBeside, upload } from "./support/documents";
import { invite, join } from "./support/invitations";
import { expectFine } from "./support/looks";
import { goTo, newOwner, newPerson, type Person } from "./support/people";
import { expect, test } from "./support/test";

const closed = (page: Page) => page.getByText(/^Hawthorne is closed\. Everything in it may be deleted after/);

/** Answers the question that comes before what cannot be undone. */
async function confirm({ page, password }: Person): Promise<void> {
  const question = page.getByRole("dialog", { name: "Confirm it is you" });
  await question.getByLabel("Password").fill(password);
  await question.getByRole("button", { name: "Confirm with your password" }).click();
}

test("an account is closed and opened again, handed over, and left", async ({ browser, watch, expectComplaint }) => {
  // Who closes an account is asked to prove who they are.
  expectComplaint(/\/api\/accounts\/[0-9a-f-]+$/, "400 (Bad Request)");
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page } = clara;
  await goTo(page, "Documents");
  await upload(page, [note("Lease", "Kitchen and garden")]);
  const jonas = await newPerson(browser, "Jonas Weber", { watch });
  await join(jonas, await invite(clara, jonas));
  await expect(jonas.page.getByText("Unlocked")).toBeVisible();
  await clara.authenticator.leave();

  await test.step("closed by its name, and by a proof of who is there", async () => {
    await page.getByRole("link", { name: "Close the account" }).click();
    await page.getByRole("button", { name: "Close the account" }).click();
    const asked = page.getByRole("alertdialog", { name: "Close Hawthorne?" });
    await expect(asked.getByText("also for 1 other person")).toBeVisible();
    const name = asked.getByLabel("Type the name of the account to confirm");
    await name.fill("Hawthorn");
    await asked.getByRole("button", { name: "Close Hawthorne" }).click();
    await expect(asked.getByText("This is not the name of the account.")).toBeVisible();
    await expectFine(page, "closing-asked");
    await name.fill("Hawthorne");
    await asked.getByRole("button", { name: "Close Hawthorne" }).click();
    await confirm(clara);
    await expect(closed(page)).toBeVisible();
    await expectFine(page, "closing-closed");
  });

  await test.step("everyone can read what is there, and an owner opens it again", async () => {
    await expect(closed(jonas.page)).toBeVisible();
    await goTo(jonas.page, "Documents");
    await expect(await openBeside(jonas.page, "Lease")).toContainText("Kitchen and garden");
    await expect(jonas.page.getByRole("link", { name: "Reopen the account" })).toHaveCount(0);
    // No act is shown that would be refused.
    for (const act of ["Upload", "New document", "Edit"]) await expect(jonas.page.getByRole("button", { name: act, exact: true })).toHaveCount(0);
    await expectFine(jonas.page, "closing-read");
    await page.getByRole("button", { name: "Reopen the account" }).click();
    await expect(page.getByText("The account is open again")).toBeVisible();
    await expect(closed(page)).toHaveCount(0);
    await expect(closed(jonas.page)).toHaveCount(0);
  });

  await test.step("its only owner hands it over first", async () => {
    await goTo(page, "Members");
    await page.getByRole("button", { name: "Leave this account" }).click();
    const barred = page.getByRole("alertdialog", { name: "Leave Hawthorne?" });
    await expect(barred.getByText("You are the only owner of Hawthorne.")).toBeVisible();
    await barred.getByRole("button", { name: "Hand over the account" }).click();
    await expectFine(page, "handing-over");
    await page.getByRole("button", { name: "Hand over to Jonas Weber" }).click();
    await confirm(clara);
    await expect(page.getByText("Jonas Weber is the owner now")).toBeVisible();
    await expect(page.getByRole("button", { name: "Hand over the account" })).toHaveCount(0);
    await goTo(jonas.page, "Members");
    await expect(jonas.page.getByRole("button", { name: "Hand over the account" })).toBeVisible();
  });

  await test.step("whoever left opens nothing any more, and the account goes on", async () => {
    await page.getByRole("button", { name: "Leave this account" }).click();
    await page.getByRole("alertdialog", { name: "Leave Hawthorne?" }).getByRole("button", { name: "Leave Hawthorne" }).click();
    await expect(page.getByRole("heading", { name: "Choose a plan" })).toBeVisible();
    await expectFine(page, "left");
    await expect(jonas.page.getByRole("button", { name: "Actions for Clara Hawthorne" })).toHaveCount(0);
    await goTo(jonas.page, "Documents");
    await expect(await openBeside(jonas.page, "Lease")).toContainText("Kitchen and garden");
    await upload(jonas.page, [note("Notice", "To the end of March")]);
    await expectFine(jonas.page, "after-leaving");
  });
});
