/** Who comes by the link in the mail proves nothing yet: two people compare a code first. */
import type { Browser, Page } from "@playwright/test";

import { note, openBeside, upload } from "./support/documents";
import { invite, join, linkInMail } from "./support/invitations";
import { expectFine } from "./support/looks";
import { goTo, newBrowser, newOwner, newPerson, signIn, type Person } from "./support/people";
import { expect, test } from "./support/test";

const code = (page: Page) => page.getByRole("list", { name: "Safety code" }).innerText();
const memberLine = (page: Page, name: string) => page.getByRole("button", { name: `Actions for ${name}` }).locator("..");
const digits = (text: string) => text.replace(/\D/g, "");

async function guestOf(browser: Browser, name: string, watch: (page: Page) => void, owner: Person): Promise<Person> {
  const guest = await newPerson(browser, name, { watch });
  await invite(owner, guest);
  await join(guest, await linkInMail(guest));
  await expect(guest.page.getByRole("heading", { name: "Read out your safety code" })).toBeVisible();
  return guest;
}

test("a code that two people compare lets one in and keeps one out", async ({ browser, watch }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  await goTo(clara.page, "Documents");
  await upload(clara.page, [note("Lease", "Kitchen and garden")]);

  const read = await test.step("the same code on both screens", async () => {
    const jonas = await guestOf(browser, "Jonas Weber", watch, clara);
    await expectFine(jonas.page, "waiting-code");
    await expect(clara.page.getByText("Compare safety code")).toBeVisible();
    await goTo(clara.page, "Keys");
    await expect(clara.page.getByText("Approve Jonas")).toBeVisible();
    await expectFine(clara.page, "keys-grant");
    const read = digits(await code(jonas.page));
    expect(read).toMatch(/^\d{60}$/);
    expect(digits(await code(clara.page))).toBe(read);

    await clara.page.getByRole("button", { name: /^They match/ }).click();
    await expect(jonas.page.getByText("Unlocked")).toBeVisible();
    await goTo(jonas.page, "Documents");
    await expect(await openBeside(jonas.page, "Lease")).toContainText("Kitchen and garden");
    return jonas;
  });

  await test.step("another code on the other screen", async () => {
    const mallory = await guestOf(browser, "Mallory Finch", watch, clara);
    await goTo(clara.page, "Keys");
    await clara.page.getByRole("button", { name: "They differ" }).click();
    await clara.page.getByRole("button", { name: "Refuse device" }).click();
    await expect(clara.page.getByText("Mallory Finch was refused")).toBeVisible();
    await expectFine(clara.page, "keys-refused");
    await expect(mallory.page.getByText("This device was refused")).toBeVisible();
    await expect(mallory.page.getByRole("heading", { name: "Read out your safety code" })).toBeHidden();
    await expectFine(mallory.page, "refused");
    await expect(mallory.page.getByText("Lease")).toHaveCount(0);
  });

  await test.step("a cancelled invitation says so before an account is made", async () => {
    const eve = await newPerson(browser, "Eve Moss", { watch });
    const link = await invite(clara, eve);
    await eve.page.goto(link);
    await expect(eve.page.getByRole("heading", { name: "Join Hawthorne" })).toBeVisible();
    await expect(eve.page.getByText("Clara Hawthorne")).toBeVisible();
    await expectFine(eve.page, "join-secure-stranger");
    await clara.page.getByRole("button", { name: `Invitation of ${eve.email}` }).click();
    await clara.page.getByRole("menuitem", { name: "Cancel invitation" }).click();
    await expect(clara.page.getByText("Invitation cancelled")).toBeVisible();
    await eve.page.reload();
    await expect(eve.page.getByText("This invitation to Hawthorne was cancelled.")).toBeVisible();
    await expect(eve.page.getByText("Ask Clara Hawthorne for a new one.")).toBeVisible();
    await expect(eve.page.getByRole("link", { name: "Create an account" })).toHaveCount(0);
    await expectFine(eve.page, "join-cancelled");
  });

  await test.step("another role shows what it gives, and is shown at once", async () => {
    const { page } = clara;
    await clara.authenticator.leave();
    await page.getByRole("button", { name: "Actions for Jonas Weber" }).click();
    await page.getByRole("menuitem", { name: "Change role" }).click();
    const asked = page.getByRole("dialog", { name: "Change the role of Jonas Weber" });
    await asked.getByRole("button", { name: /Role/ }).click();
    await page.getByRole("option", { name: /^Admin/ }).click();
    await expect(asked.getByText("Approve and remove people, and renew keys")).toBeVisible();
    await expectFine(page, "members-role");
    await asked.getByRole("button", { name: "Change role" }).click();
    await expect(page.getByText("Jonas Weber is Admin now")).toBeVisible();
    await expect(memberLine(page, "Jonas Weber").getByText("Admin", { exact: true })).toBeVisible();
  });

  await test.step("somebody is removed, with the keys they had", async () => {
    const { page } = clara;
    await page.getByRole("button", { name: "Actions for Jonas Weber" }).click();
    await page.getByRole("menuitem", { name: "Remove from account" }).click();
    const asked = page.getByRole("alertdialog", { name: "Remove Jonas Weber?" });
    await expect(asked.getByText("New keys are made at once for Admin and Member, so that Jonas Weber can open nothing new.")).toBeVisible();
    await expectFine(page, "members-remove");
    await asked.getByRole("button", { name: "Remove Jonas Weber" }).click();
    const question = page.getByRole("dialog", { name: "Confirm it is you" });
    await question.getByLabel("Password").fill(clara.password);
    await question.getByRole("button", { name: "Confirm with your password" }).click();
    await expect(page.getByText("Jonas Weber was removed")).toBeVisible();
    await expect(page.getByText("New keys for Admin and Member")).toBeVisible();
    await expect(page.getByRole("button", { name: "Actions for Jonas Weber" })).toHaveCount(0);
    await expect(read.page.getByText("Lease")).toHaveCount(0);
    await expect(read.page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
    await expectFine(page, "members-after-removal");
  });

  await test.step("whoever was removed reads by whom in any browser", async () => {
    const elsewhere = { ...read, ...(await newBrowser(browser, { watch })) };
    await signIn(elsewhere);
    await expect(elsewhere.page.getByRole("alert")).toContainText("Clara Hawthorne removed you from");
    await expectFine(elsewhere.page, "removed");
  });
});
