/** A recovery key without the lines of its file: nothing is read before somebody has vouched for the account, and nobody is stuck. */
import type { Browser, Page } from "@playwright/test";

import { note, openBeside, row, upload } from "./support/documents";
import { codeField, enterCode, invite, readOut } from "./support/invitations";
import { expectFine } from "./support/looks";
import { goTo, newBrowser, newOwner, newPerson, openAccount, protectByPassphrase, signIn, signUp, type Person } from "./support/people";
import { expect, test } from "./support/test";

const PASSPHRASE = "three lanterns under the bridge";

const lineOf = (file: string): string => file.trimEnd().split("\n").at(-1) ?? "";

/** From the sign-in to the moment in which the new browser asks which account this is. */
async function recoverWith(person: Person, text: string): Promise<void> {
  const { page } = person;
  await page.getByRole("link", { name: "Use recovery key" }).click();
  await enterKey(person, text);
}

async function enterKey(person: Person, text: string): Promise<void> {
  const { page } = person;
  await page.getByLabel("Recovery key", { exact: true }).fill(text);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "I no longer have it. End it" }).click();
  await protectByPassphrase(person, PASSPHRASE);
}

async function anotherBrowser(browser: Browser, person: Person, watch: (page: Page) => void): Promise<Person> {
  const again = { ...person, ...(await newBrowser(browser, { watch, prf: false })) };
  await signIn(again);
  return again;
}

/** In each look, narrow and wide, and from right to left. */
async function inEveryLook(page: Page, screen: string): Promise<void> {
  for (const [colorScheme, width] of [["light", 1440], ["dark", 1440], ["light", 390], ["dark", 390]] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await expectFine(page, `${screen}-${colorScheme}-${width}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("somebody alone comes back with nothing but the recovery key", async ({ browser, watch }) => {
  const clara = await newPerson(browser, "Clara Hawthorne", { watch, prf: false });
  await signUp(clara);
  await openAccount(clara, "Hawthorne");
  const file = await protectByPassphrase(clara, PASSPHRASE);
  await clara.page.getByRole("button", { name: "Go to Home first" }).click();
  await goTo(clara.page, "Documents");
  await upload(clara.page, [note("Deed", "Kitchen and garden")]);
  await expect(row(clara.page, "Deed")).toBeVisible();
  await clara.page.close();

  const again = await anotherBrowser(browser, clara, watch);
  const { page } = again;
  await recoverWith(again, lineOf(file));

  await test.step("the page says what is missing, whatever the address", async () => {
    await expect(page.getByRole("heading", { name: "Check that this is your account" })).toBeVisible();
    await expect(page.getByText(/Your old device signed the record of this account on/)).toBeVisible();
    await inEveryLook(page, "bare-key-alone");
    await page.goto("/documents");
    await expect(page.getByRole("button", { name: "Continue without a code" })).toBeVisible();
    await expect(page.getByText("Deed")).toHaveCount(0);
  });

  await test.step("loaded anew the key is gone, and is entered once more", async () => {
    await page.getByRole("button", { name: "Continue without a code" }).click();
    await expect(page.getByText("This page was loaded again before it had your keys.")).toBeVisible();
    await inEveryLook(page, "bare-key-again");
    await page.getByRole("link", { name: "Enter the recovery key again" }).click();
    await enterKey(again, lineOf(file));
    await goTo(page, "Documents");
    await expect(await openBeside(page, "Deed")).toContainText("Kitchen and garden");
  });

  await test.step("one device is left, and its new key names the account", async () => {
    await goTo(page, "Keys");
    await expect(page.getByRole("button", { name: /^Actions for (This device|Chrome)/ })).toHaveCount(1);
  });
});

test("a colleague reads the code to somebody who came with nothing but the recovery key", async ({ browser, watch, expectComplaint }) => {
  // Who reads has given the new browser the role already, when it takes it over itself.
  expectComplaint(/\/roles\/wrap$/, "409");
  expectComplaint(/\/roles\/wrap$/, "409");
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  await goTo(clara.page, "Documents");
  await upload(clara.page, [note("Lease", "Two rooms and a balcony")]);
  const jonas = await newPerson(browser, "Jonas Weber", { watch, prf: false });
  const link = await invite(clara, jonas);
  await jonas.page.goto(link);
  await jonas.page.getByRole("link", { name: "Create an account" }).click();
  await signUp(jonas);
  await jonas.page.getByRole("button", { name: "Join", exact: true }).click();
  const file = await protectByPassphrase(jonas, PASSPHRASE);
  await jonas.page.getByRole("button", { name: "Go to Home first" }).click();
  await goTo(jonas.page, "Documents");
  await expect(row(jonas.page, "Lease")).toBeVisible();
  await jonas.page.close();

  const again = await anotherBrowser(browser, jonas, watch);
  await recoverWith(again, lineOf(file));
  await expect(again.page.getByRole("heading", { name: "Ask Clara Hawthorne for the code" })).toBeVisible();
  await expect(again.page.getByText(/You entered only the recovery key/)).toBeVisible();
  await inEveryLook(again.page, "bare-key-asks");

  await goTo(clara.page, "Home");
  await expect(clara.page.getByText("Jonas Weber used a recovery key and needs a code")).toBeVisible();
  await goTo(clara.page, "Keys");
  await expect(clara.page.getByRole("heading", { name: "Jonas Weber used a recovery key" })).toBeVisible();
  await inEveryLook(clara.page, "bare-key-read");
  const digits = await readOut(clara.page);
  await expect(codeField(again.page)).toBeVisible();
  await enterCode(again.page, digits);
  await expect(again.page.getByText("Unlocked")).toBeVisible();
  await goTo(again.page, "Documents");
  await expect(await openBeside(again.page, "Lease")).toContainText("Two rooms and a balcony");
  await expect(clara.page.getByRole("heading", { name: "Jonas Weber used a recovery key" })).toHaveCount(0);
});
