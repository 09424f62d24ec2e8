/** Somebody new: from the sign-up page to a first document that nobody else reads, and what Home says on the way. */
import type { Page } from "@playwright/test";

import { findOnServer } from "./support/canary";
import { note, openBeside, panel, row, upload } from "./support/documents";
import { expectFine } from "./support/looks";
import { pdf, photo } from "./support/papers";
import { newPerson, openAccount, protectByPasskey, signUp } from "./support/people";
import { PHONE, withCamera } from "./support/phone";
import { expect, test } from "./support/test";

const SECRET = `Deed${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
const PICTURED = `Porch${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;

const LANGUAGES = ["Deutsch", "Français", "Español", "العربية", "English"];

/** What is ticked on Home. */
const ticked = (page: Page) => page.getByRole("main").getByRole("listitem").filter({ has: page.locator("s") }).locator("s");

/** How long the machine took for each part; a person reads and types besides. */
class Clock {
  private readonly parts: string[] = [];
  private readonly began = Date.now();
  private since = this.began;

  note(part: string): void {
    const now = Date.now();
    this.parts.push(`${part} ${((now - this.since) / 1000).toFixed(1)} s`);
    this.since = now;
  }

  tell(): void {
    console.log(`From sign-up to the first document: ${((Date.now() - this.began) / 1000).toFixed(1)} s (${this.parts.join(", ")})`);
  }
}

async function speak(page: Page, language: string): Promise<void> {
  await page.goto("/settings/account");
  await page.locator("button").filter({ hasText: /English|Deutsch|Français|Español|العربية/ }).first().click();
  await page.getByRole("option", { name: language }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", { Deutsch: "de", Français: "fr", Español: "es", العربية: "ar" }[language] ?? "en");
}

/** Cuts the connections of the page, as a server does that is started anew; they open again at once. */
async function sockets(page: Page): Promise<() => Promise<unknown>> {
  const open = new Set<{ close: () => Promise<void> }>();
  await page.routeWebSocket(/\/socket/, (socket) => {
    socket.connectToServer();
    open.add(socket);
  });
  return () => {
    const all = [...open];
    open.clear();
    return Promise.all(all.map((socket) => socket.close()));
  };
}

test("somebody new is led to a first document, and every step is ticked by what is so", async ({ browser, watch }) => {
  const clara = await newPerson(browser, "Clara Hawthorne", { watch });
  const { page } = clara;

  await test.step("from the sign-up page to Home", async () => {
    const clock = new Clock();
    await page.goto("/register");
    clock.note("page");
    await signUp(clara);
    clock.note("sign-up");
    await openAccount(clara, "Hawthorne");
    clock.note("account");
    await protectByPasskey(clara);
    clock.note("keys");
    await page.getByRole("button", { name: "Go to Home first" }).click();
    await expect(page.getByRole("heading", { name: "Get started" })).toBeVisible();
    await expect(ticked(page)).toHaveText(["Set up this browser", "Save the recovery key"]);
    clock.note("Home");
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("main").getByRole("link", { name: "Upload files" }).click();
    await (await chooser).setFiles([pdf(`${SECRET}.pdf`, SECRET)]);
    await expect(row(page, SECRET)).toBeVisible();
    clock.note("document");
    clock.tell();
    expect(await findOnServer([SECRET])).toEqual([]);
  });

  await test.step("the step is ticked, and the next one has its button", async () => {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
    await expect(ticked(page)).toHaveText(["Set up this browser", "Save the recovery key", "Upload a first document"]);
    await expect(page.locator("[aria-current=step]")).toContainText("Set an expiry date");
  });

  await test.step("in every language and look", async () => {
    for (const language of LANGUAGES) {
      await speak(page, language);
      await page.goto("/dashboard");
      await expect(page.locator("[aria-current=step]")).toBeVisible();
      for (const [colorScheme, width] of [["light", 1440], ["dark", 390], ["light", 390], ["dark", 1440]] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await expectFine(page, `beginning-${language}-${colorScheme}-${width}`);
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), language).toBeLessThanOrEqual(0);
      }
    }
  });

  await test.step("put away, it comes back when it is asked for", async () => {
    await page.getByRole("button", { name: "Hide the first steps" }).click();
    await expect(page.getByRole("heading", { name: "Finish setting up" })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Recent documents" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Finish setting up" })).toHaveCount(0);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("first steps");
    await page.getByRole("option", { name: "Show the first steps" }).click();
    await expect(page.getByRole("heading", { name: "Finish setting up" })).toBeVisible();
  });
});

test("a newer app is told when the server was exchanged, and half-written words come along", async ({ browser, watch }) => {
  const clara = await newPerson(browser, "Clara Hawthorne", { watch });
  const { page } = clara;
  const cut = await sockets(page);
  await signUp(clara);
  await openAccount(clara, "Hawthorne");
  await protectByPasskey(clara);
  await page.goto("/documents");
  await upload(page, [note("Lease", "Kitchen and garden")]);
  const told = page.getByText("A new version of Coffer is ready.");

  // Started anew with the same app: sockets are cut and open again.
  const looks = page.waitForResponse((answer) => new URL(answer.url()).pathname === "/");
  await cut();
  await looks;
  await expect(told).toHaveCount(0);

  await page.route((url) => url.pathname === "/", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace(/integrity="sha256-..../, 'integrity="sha256-AAAA') });
  });
  const lease = await openBeside(page, "Lease");
  await lease.getByRole("button", { name: "Edit" }).click();
  await cut();
  await expect(told).toBeVisible();
  await expectFine(page, "newer");
  await lease.getByLabel("Notes").fill(PICTURED);
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Reload to update" }).click()]);
  await expect(panel(page, "Lease").getByLabel("Notes")).toHaveValue(PICTURED);
  await expect(told).toHaveCount(0);
});

test("on a phone the first document is a photo, and it goes the way of every file", async ({ browser, watch }) => {
  const jonas = await newPerson(browser, "Jonas Weber", { watch, looks: PHONE });
  const { page } = jonas;
  await withCamera(page);
  await signUp(jonas);
  await openAccount(jonas, "Weber");
  await protectByPasskey(jonas);
  await page.getByRole("button", { name: "Go to Home first" }).click();
  await expect(page.getByRole("heading", { name: "Get started" })).toBeVisible();
  await expectFine(page, "beginning-phone");

  await page.getByRole("button", { name: "Add a document" }).click();
  await expectFine(page, "beginning-phone-add");
  const camera = page.waitForEvent("filechooser");
  await page.getByRole("menuitem", { name: "Take a photo" }).click();
  const asked = await camera;
  expect(await asked.element().evaluate((input) => ["accept", "capture"].map((name) => (input as HTMLInputElement).getAttribute(name)))).toEqual(["image/*", "environment"]);
  expect(asked.isMultiple()).toBe(false);
  await asked.setFiles([{ ...(await photo(browser, "image.jpg", PICTURED)), name: "image.jpg" }]);
  await expect(row(page, "Photo 20")).toBeVisible();
  await expect(page.getByRole("button", { name: "Take a photo" })).toBeVisible();
  await expectFine(page, "beginning-phone-photo");
  expect(await findOnServer([PICTURED])).toEqual([]);
});
