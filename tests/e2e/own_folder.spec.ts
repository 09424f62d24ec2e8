/** The folder of a browser, as somebody finds it who has the disk: no word of what people wrote, in no file, no name and no address. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chromium, type BrowserContext, type Page } from "@playwright/test";

import { findInFolder, type Found } from "./support/canary";
import { note, openBeside, panel, row, upload } from "./support/documents";
import { stateOf, storageOf } from "./support/memory";
import { becomeOwner, goTo, inBrowser, somebody } from "./support/people";
import { expect, test } from "./support/test";

const canary = (what: string) => `${what}${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;

/** The name of the file and the title that comes of it. */
const TITLE = canary("Lease");
const CONTENT = canary("Kitchen");
const NOTES = canary("Basement");
const TYPED = canary("Searched");
const UNSAVED = canary("Halfway");
const WORDS = [TITLE, CONTENT, NOTES, TYPED, UNSAVED];
/** What is left in the clear on purpose: a search that does not find it finds nothing. */
const LEFT = canary("Leftover");

const keeps = async (page: Page, what: string): Promise<boolean> => (await storageOf(page)).includes(what);
const readIn = (place: string): readonly string[] => WORDS.filter((word) => place.includes(word));
const placesOf = (found: readonly Found[]): string => found.map(({ place }) => place).join("\n");

/** Where the page has been and how it was called there: what a browser writes down of it, where it writes that down. */
async function historyOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { entries } = await session.send("Page.getNavigationHistory");
  await session.detach();
  return entries.map(({ url, title }) => `${decodeURIComponent(url)} ${title}`).join("\n");
}

/** Also in names of databases, of what is in them and of their keys, and in the history. */
async function expectNothingToRead(page: Page): Promise<void> {
  const places = { storage: await storageOf(page), state: await stateOf(page), history: await historyOf(page) };
  for (const [name, place] of Object.entries(places)) expect(readIn(place), name).toEqual([]);
}

async function leaveInTheClear(page: Page): Promise<void> {
  await page.evaluate(async (word) => {
    localStorage.setItem("left", word);
    history.pushState(null, "", `#${word}`);
    document.title = word;
    await new Promise((resolve) => {
      const opening = indexedDB.open(word, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("left");
      opening.onsuccess = () => {
        opening.result.close();
        resolve(undefined);
      };
    });
  }, LEFT);
}

test("the folder of a browser tells nothing: while it is unlocked, locked, and signed out", async ({ watch }, { project }) => {
  const profile = await mkdtemp(join(tmpdir(), "coffer-browser-"));
  const { launchOptions, contextOptions, baseURL, locale, timezoneId, viewport } = project.use;
  const open = (): Promise<BrowserContext> =>
    chromium.launchPersistentContext(profile, { ...launchOptions, ...contextOptions, baseURL, locale, timezoneId, viewport });
  const person = somebody("Clara Hawthorne");

  try {
    await test.step("unlocked, with a list, a page, a draft and something that was looked for", async () => {
      const context = await open();
      const clara = { ...person, ...(await inBrowser(context, { watch })) };
      const { page } = clara;
      await becomeOwner(clara, "Hawthorne");
      await goTo(page, "Documents");
      await upload(page, [note(TITLE, CONTENT)]);
      const beside = await openBeside(page, TITLE);
      await expect(beside.getByText(CONTENT)).toBeVisible();
      await beside.getByRole("button", { name: "Edit" }).click();
      await beside.getByLabel("Notes").fill(NOTES);
      await beside.getByRole("button", { name: "Save" }).click();
      await expect(beside.getByText(NOTES)).toBeVisible();
      await page.goto("/documents");
      await row(page, TITLE).focus();
      await page.keyboard.press("Control+Enter");
      await expect(page.getByRole("heading", { name: TITLE, level: 1 })).toBeVisible();
      await page.goto("/documents");
      await expect(row(page, TITLE)).toBeVisible();
      await page.getByLabel("Filter this list").fill(TYPED);
      await expect(row(page, TITLE)).toHaveCount(0);
      await page.getByLabel("Filter this list").fill("");
      await page.getByRole("button", { name: "New document" }).click();
      await page.getByRole("dialog", { name: "New document without a file" }).getByLabel("Title").fill(UNSAVED);
      await expect.poll(() => keeps(page, "new document")).toBe(true);
      await expect.poll(() => keeps(page, '"copy document.1"')).toBe(true);
      await expectNothingToRead(page);
      expect(await historyOf(page)).toMatch(/\/documents\/[0-9a-f-]{36} /);
      await leaveInTheClear(page);
      await expect.poll(() => historyOf(page)).toContain(`#${LEFT} ${LEFT}`);
      await context.close();
    });
    expect(await findInFolder(profile, WORDS)).toEqual([]);
    const left = placesOf(await findInFolder(profile, [LEFT]));
    for (const place of ["Local Storage", "IndexedDB"]) expect(left, "the search finds what is left").toContain(place);

    await test.step("locked, after a download", async () => {
      const context = await open();
      const { page } = await inBrowser(context, { watch });
      await page.goto("/documents");
      await openBeside(page, TITLE);
      const download = page.waitForEvent("download");
      await panel(page, TITLE).getByRole("button", { name: "Download", exact: true }).click();
      await (await download).delete();
      await page.getByRole("button", { name: "Lock now" }).click();
      await expect(page.getByRole("region", { name: "Locked" })).toBeVisible();
      expect(await keeps(page, '"copy document.1"')).toBe(true);
      await expectNothingToRead(page);
      await context.close();
    });
    // The name that its person saves a download under is theirs: a browser with a list of downloads holds it there.
    const found = await findInFolder(profile, WORDS);
    expect(found.filter(({ word, place }) => word !== TITLE || !place.endsWith("/History"))).toEqual([]);

    await test.step("signed out", async () => {
      const context = await open();
      const { page } = await inBrowser(context, { watch });
      await page.goto("/documents");
      await page.getByRole("button", { name: person.email }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
      await expect(page).toHaveURL(/\/login/);
      await expect.poll(() => keeps(page, '"copy document.1"')).toBe(false);
      expect(await keeps(page, "new document")).toBe(false);
      expect(readIn(await storageOf(page))).toEqual([]);
      await context.close();
    });
    expect(await findInFolder(profile, WORDS)).toEqual([]);
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
});
