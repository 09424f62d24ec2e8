/** What goes wrong says so in the right words, and loses nothing. */
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Page } from "@playwright/test";

import { choose, note, openBeside, panel, row, tray, upload } from "./support/documents";
import { expectFine } from "./support/looks";
import { photo } from "./support/papers";
import { goTo, newOwner, type Person } from "./support/people";
import { expect, test } from "./support/test";

/** Every stored object of the product, largest first. */
async function storedObjects(): Promise<string[]> {
  const folder = join(process.env["COFFER_E2E_DATA"] ?? "", "blobs", "objects");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const sizes = await Promise.all(files.map(async (file) => ({ file, size: (await stat(file)).size })));
  return sizes.sort((a, b) => b.size - a.size).map(({ file }) => file);
}

async function flipByte(file: string, place: number): Promise<void> {
  const bytes = await readFile(file);
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
  await writeFile(file, bytes);
}

async function edit(page: Page, title: string): Promise<void> {
  await openBeside(page, title);
  await page.getByRole("button", { name: "Edit" }).click();
}

/** Another tab of the same browser. */
async function newTab({ page }: Person, watch: (page: Page) => void, path: string): Promise<Page> {
  const tab = await page.context().newPage();
  watch(tab);
  await tab.goto(path);
  return tab;
}

test("a link that leads nowhere", async ({ page, expectComplaint }) => {
  expectComplaint(/get-account-invite/, "404");
  await page.goto("/join/bm90LWEtdG9rZW4");
  await expect(page.getByText("This invitation is no longer valid. Ask for a new one.")).toBeVisible();
  await expectFine(page, "join-ended");
});

test("bad luck loses nothing", async ({ browser, watch, expectComplaint }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page } = clara;
  await goTo(page, "Documents");

  await test.step("a cut upload waits for the network and goes on", async () => {
    expectComplaint(/\/blobs\//, "net::ERR_");
    const paper = await photo(browser, "Roof.jpg", "comment");
    let cut = 0;
    await page.route("**/blobs/**", (route) => {
      cut += 1;
      return route.abort("connectionreset");
    });
    await choose(page, [paper]);
    await expect(tray(page).getByText("Waiting for network")).toBeVisible();
    await expectFine(page, "upload-cut");
    expect(cut).toBeGreaterThan(0);
    await page.unroute("**/blobs/**");
    await expect(row(page, "Roof")).toBeVisible();
  });

  await test.step("a swapped byte is a damaged file, and nothing of it is shown or saved", async () => {
    const before = new Set(await storedObjects());
    await upload(page, [await photo(browser, "Cellar.jpg", "comment")]);
    const [stored = ""] = (await storedObjects()).filter((file) => !before.has(file));
    // In the last frame: all frames before it are fine.
    const place = (await stat(stored)).size - 100;
    await flipByte(stored, place);

    const cellar = await openBeside(page, "Cellar");
    await expect(cellar.getByText("This file is damaged")).toBeVisible();
    await expect(cellar.locator("canvas")).toHaveCount(0);
    await expectFine(page, "document-damaged");
    let saved = 0;
    page.on("download", () => (saved += 1));
    await cellar.getByRole("button", { name: "Download", exact: true }).click();
    await expect(page.getByRole("alert").filter({ hasText: "The download stopped" })).toContainText("This file is damaged");
    expect(saved).toBe(0);

    await flipByte(stored, place);
    await cellar.getByRole("button", { name: "Close panel" }).click();
    await expect((await openBeside(page, "Cellar")).locator("canvas").first()).toBeVisible();
  });

  await test.step("two tabs change one document: the second is told", async () => {
    await upload(page, [note("Lease", "Kitchen and garden")]);
    const other = await newTab(clara, watch, "/documents");
    await edit(page, "Lease");
    await edit(other, "Lease");
    await other.getByLabel("Title").fill("Lease of the house");
    await other.getByRole("button", { name: "Save" }).click();
    await expect(row(page, "Lease of the house")).toBeVisible();

    expectComplaint(/\/documents\/update/, "409");
    await page.getByLabel("Title").fill("Lease of the flat");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Clara Hawthorne changed this in the meantime")).toBeVisible();
    // Both are kept, side by side, until somebody has chosen.
    await expect(page.getByRole("radio", { name: "Lease of the flat" })).toBeChecked();
    await expectFine(page, "conflict");
    await page.getByText("Lease of the house").last().click();
    await expect(page.getByRole("radio", { name: "Lease of the house" })).toBeChecked();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("button", { name: "Edit" })).toBeVisible();
    await expect(panel(page, "Lease of the house")).toBeVisible();
    await other.close();
  });

  await test.step("without a network the page reads on, and says why it does not write", async () => {
    expectComplaint(/./, "net::ERR_INTERNET_DISCONNECTED");
    const why = "You are offline. You can save when you are back online.";
    await page.context().setOffline(true);
    await expect(page.getByText("You are offline. Showing what is on this device.")).toBeVisible();
    await expectFine(page, "offline");
    await expect(row(page, "Lease of the house")).toBeVisible();

    // Held back, in words, and with the focus where it was.
    await panel(page, "Lease of the house").getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Title").fill("Lease without a network");
    const save = page.getByRole("button", { name: "Save" });
    await expect(save).toHaveAccessibleDescription(why);
    await expect(save).toHaveAttribute("aria-disabled", "true");
    await save.focus();
    await expect(save).toBeFocused();
    await page.keyboard.press("Enter");
    await page.getByLabel("Title").press("Enter");
    await expect(page.getByLabel("Title")).toHaveValue("Lease without a network");
    await expectFine(page, "offline-form");
    await row(page, "Cellar").locator("[data-column=name]").dblclick();
    await expect(row(page, "Cellar").getByRole("alert")).toHaveText(why);
    await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await row(page, "Cellar").getByRole("button", { name: "More actions" }).click();
    await expect(page.getByRole("menuitem", { name: "Delete" })).toBeDisabled();
    await expect(page.getByRole("menuitem", { name: "Delete" })).toContainText(why);
    await expectFine(page, "offline-menu");
    await page.keyboard.press("Escape");

    // The search goes on over what this device has opened.
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("cellar");
    await expect(page.getByRole("option", { name: "Cellar" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByLabel("Filter this list").fill("roof");
    await expect(row(page, "Roof")).toBeVisible();
    await expect(row(page, "Cellar")).toBeHidden();
    await page.getByLabel("Filter this list").fill("");

    await page.context().setOffline(false);
    await expect(page.getByText("You are offline. Showing what is on this device.")).toBeHidden();
    // What was written meanwhile is still there, and can be saved now.
    await openBeside(page, "Lease of the house");
    await expect(page.getByLabel("Title")).toHaveValue("Lease without a network");
    await expect(save).not.toHaveAttribute("aria-disabled");
    await save.click();
    await expect(row(page, "Lease without a network")).toBeVisible();
  });

  await test.step("nor does it save settings, with a button or without", async () => {
    await goTo(page, "Settings");
    const language = page.getByRole("button", { name: /Language of the account/ });
    await expect(language).toBeEnabled();
    await page.context().setOffline(true);
    await expect(language).toBeDisabled();
    await page.getByLabel("Name", { exact: true }).fill("Hawthorne at sea");
    const save = page.getByRole("button", { name: "Save" }).first();
    await expect(save).toHaveAccessibleDescription("You are offline. You can save when you are back online.");
    await expectFine(page, "offline-settings");

    // Its dialog was never fetched. A browser that had failed to import it would fail for the life of the page.
    const close = page.getByRole("button", { name: "Close the account" });
    await close.click();
    await expect(page.getByRole("alert").filter({ hasText: "This part of Coffer opens when the connection is back." })).toBeVisible();
    await page.context().setOffline(false);
    await expect(language).toBeEnabled();
    await close.click();
    await expect(page.getByRole("alertdialog", { name: "Close Hawthorne?" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(close).toBeFocused();
    await expect(language).toBeEnabled();
    await expect(save).not.toHaveAttribute("aria-disabled");
    await page.getByLabel("Name", { exact: true }).fill("Hawthorne");
    await goTo(page, "Documents");
  });

  await test.step("a tab of an account that was left behind writes nothing", async () => {
    const other = await newTab(clara, watch, "/dashboard");
    await other.getByRole("button", { name: clara.email }).click();
    await other.getByRole("menuitem", { name: "Open another account" }).click();
    await other.getByLabel("Account name").fill("Boathouse");
    await other.getByRole("button", { name: "Continue" }).click();
    await expect(other).toHaveURL(/\/welcome/);
    await expect(page.getByText("This tab belongs to Hawthorne.")).toBeVisible();
    await expect(page.getByText("Switch back or reload. Nothing was saved.")).toBeVisible();
    await expectFine(page, "other-account");
    await other.close();
    await page.getByRole("button", { name: "Reload" }).click();
    // The account was opened in this browser, which has no key for it yet.
    await expect(page.getByRole("heading", { name: "Choose how to unlock this browser" })).toBeVisible();
  });
});

test("a session that ended elsewhere goes on where it was", async ({ browser, watch }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page } = clara;
  await goTo(page, "Documents");
  await upload(page, [note("Lease", "Kitchen and garden")]);
  await clara.authenticator.leave();
  const other = await newTab(clara, watch, "/dashboard");
  await other.getByRole("button", { name: clara.email }).click();
  await other.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(other).toHaveURL(/\/login/);
  await other.close();

  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await expect(dialog).toBeVisible();
  await expectFine(page, "session-ended");
  await dialog.getByLabel("Email").fill(clara.email);
  await dialog.getByRole("button", { name: "Use password" }).click();
  await dialog.getByLabel("Password", { exact: true }).fill(clara.password);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(dialog).toBeHidden();
  await clara.authenticator.comeBack();
  await page.getByRole("button", { name: "Unlock with passkey" }).click();
  await expect(row(page, "Lease")).toBeVisible();
});
