/** What lists said is kept on the device, sealed: a reload shows it before the server has answered, and signing out leaves none of it. */
import type { Page } from "@playwright/test";

import { note, row, upload } from "./support/documents";
import { expectFine } from "./support/looks";
import { storageOf } from "./support/memory";
import { becomeOwner, goTo, newOwner, newPerson } from "./support/people";
import { expect, test } from "./support/test";

const TITLE = `Lease${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;

const keeps = async (page: Page): Promise<boolean> => (await storageOf(page)).includes('"copy document.1"');

test("a reload shows the list before it is answered, and who signs out leaves no copy", async ({ browser, watch }) => {
  const { page, email } = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  await goTo(page, "Documents");
  await upload(page, [note(TITLE, "Kitchen and garden")]);
  await expect.poll(() => keeps(page)).toBe(true);
  const kept = await storageOf(page);
  for (const shift of [0, 1, 2]) expect(kept).not.toContain(Buffer.from(" ".repeat(shift) + TITLE).toString("base64url").slice(4, 16));
  expect(kept).not.toContain(TITLE);

  await test.step("before any answer, and after it", async () => {
    let held = 0;
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/document", async (route) => {
      held += 1;
      await answered;
      await route.fallback();
    });
    await page.reload();
    await expect(row(page, TITLE)).toBeVisible();
    await expect.poll(() => held).toBeGreaterThan(0);
    await expectFine(page, "kept-before-answer");
    // Home has it as well: what is there every morning waits for no answer.
    await page.goto("/dashboard");
    await expect(page.getByRole("main").getByRole("link", { name: TITLE })).toBeVisible();
    await expectFine(page, "kept-on-home");
    await goTo(page, "Documents");
    answer();
    await row(page, TITLE).click();
    await expect(page.getByRole("complementary", { name: TITLE }).getByRole("button", { name: "Edit" })).toBeVisible();
    await expectFine(page, "kept-after-answer");
  });

  await page.getByRole("button", { name: email }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => keeps(page)).toBe(false);
});

/** As a browser refuses when its disk is full; in the worker alone that writes copies. */
async function fillUp(page: Page): Promise<void> {
  await page.route(/deskWorker[^/]*\.js/, async (route) => {
    const answer = await route.fetch();
    const full = 'IDBObjectStore.prototype.put = () => { throw new DOMException("It is full.", "QuotaExceededError"); };';
    await route.fulfill({ response: answer, body: `${await answer.text()}\n${full}` });
  });
}

test("a browser whose storage is full goes on in memory, and Settings says that nothing is kept", async ({ browser, watch }) => {
  const clara = await newPerson(browser, "Clara Hawthorne", { watch });
  const { page } = clara;
  await fillUp(page);
  await becomeOwner(clara, "Hawthorne");
  await goTo(page, "Documents");
  await upload(page, [note("Lease", "Kitchen and garden")]);
  await goTo(page, "Settings");
  await page.getByRole("link", { name: "You", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Nothing is kept on this device" })).toBeVisible();
  await expect(page.getByText("The storage of this browser is full.")).toBeVisible();
  await expectFine(page, "kept-nothing");
  await goTo(page, "Documents");
  await expect(row(page, "Lease")).toBeVisible();
  expect(await keeps(page)).toBe(false);
});
