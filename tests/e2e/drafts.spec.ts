/** Half-written text is never lost: not to a lock, not to a reload, not to a session that ended. And nobody else reads it. */
import type { Page } from "@playwright/test";

import { findOnServer } from "./support/canary";
import { note, openBeside, panel, row, upload } from "./support/documents";
import { expectFine } from "./support/looks";
import { stateOf, storageOf } from "./support/memory";
import { goTo, newOwner, signIn } from "./support/people";
import { expect, test } from "./support/test";

const canary = (what: string) => `${what}${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;

const NOTES = canary("Halfway");
const TITLE = canary("Unsaved");

async function lockAndUnlock(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Lock now" }).click();
  await expect(page.getByRole("region", { name: "Locked" })).toBeVisible();
  for (const word of [NOTES, TITLE]) await expect(page.locator(`text=${word}`)).toHaveCount(0);
  await page.getByRole("button", { name: "Unlock with passkey" }).click();
  await expect(row(page, "Lease")).toBeVisible();
}

async function expectSealed(page: Page): Promise<void> {
  const kept = await storageOf(page);
  expect(kept).toContain("coffer-drafts-v1");
  for (const word of [NOTES, TITLE]) {
    expect(kept).not.toContain(word);
    // Nor as base64, whatever stands before it.
    for (const shift of [0, 1, 2]) {
      const encoded = Buffer.from(" ".repeat(shift) + word).toString("base64url").slice(4, 16);
      expect(kept).not.toContain(encoded);
    }
    expect(await stateOf(page)).not.toContain(word);
  }
}

test("what was half written is there again", async ({ browser, watch, expectComplaint }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page } = clara;
  await goTo(page, "Documents");
  await upload(page, [note("Lease", "Kitchen and garden")]);
  const notes = panel(page, "Lease").getByLabel("Notes");

  await test.step("in the form of a document, after a lock and after a reload", async () => {
    const lease = await openBeside(page, "Lease");
    await lease.getByRole("button", { name: "Edit" }).click();
    await notes.fill(NOTES);
    await lockAndUnlock(page);
    await expect(notes).toHaveValue(NOTES);
    await expectFine(page, "draft-edit");
    await page.reload();
    await expect(notes).toHaveValue(NOTES);
    await expectSealed(page);
  });

  await test.step("until it is saved", async () => {
    await panel(page, "Lease").getByRole("button", { name: "Save" }).click();
    await expect(panel(page, "Lease").getByRole("button", { name: "Edit" })).toBeVisible();
    await page.reload();
    await expect(panel(page, "Lease").getByText(NOTES)).toBeVisible();
    await expect(notes).toHaveCount(0);
  });

  const dialog = page.getByRole("dialog", { name: "New document without a file" });
  const title = dialog.getByLabel("Title");

  await test.step("in a new document, until it is thrown away", async () => {
    await page.getByRole("button", { name: "New document" }).click();
    await title.fill(TITLE);
    await expect.poll(async () => (await storageOf(page)).includes("new document")).toBe(true);
    await page.reload();
    await expect(title).toHaveValue(TITLE);
    await expectFine(page, "draft-new");
    await expectSealed(page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "New document" }).click();
    await expect(title).toHaveValue("");
  });

  await test.step("after the session ended, and not after signing out", async () => {
    await title.fill(TITLE);
    await expect.poll(async () => (await storageOf(page)).includes("new document")).toBe(true);
    // The half of the open keys that the server kept went with the session.
    expectComplaint(/unlock-share/, "404");
    await clara.authenticator.leave();
    await page.context().clearCookies();
    await page.reload();
    await expect(page).toHaveURL(/\/login/);
    await signIn(clara);
    await page.goto("/documents?new");
    await page.getByRole("button", { name: "Unlock with passkey" }).click();
    await expect(title).toHaveValue(TITLE);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole("button", { name: "New document" }).click();
    await title.fill(TITLE);
    await expect.poll(async () => (await storageOf(page)).includes("new document")).toBe(true);
    await page.goto("/documents");
    await page.getByRole("button", { name: clara.email }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/login/);
    expect(await storageOf(page)).not.toContain("new document");
  });

  expect(await findOnServer([TITLE])).toEqual([]);
});
