/** Who comes by the link in the mail proves nothing yet: two people compare a code first. */
import type { Browser, Page } from "@playwright/test";

import { note, openBeside, upload } from "./support/documents";
import { invite, join, linkInMail } from "./support/invitations";
import { expectFine } from "./support/looks";
import { goTo, newOwner, newPerson, type Person } from "./support/people";
import { expect, test } from "./support/test";

const code = (page: Page) => page.getByRole("list", { name: "Safety code" }).innerText();
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

  await test.step("the same code on both screens", async () => {
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
});
