/**
 * A picture of every place of the app with the data of the demo: light and dark, as wide as a desk and as narrow as a hand, in a
 * language that is short, in one that is long, and in one from right to left.
 *
 * `./coffer dev pictures FOLDER` takes them, to be looked at. Nothing is compared by a machine.
 */
import type { Page } from "@playwright/test";

import { picture } from "../e2e/support/looks";
import { newBrowser, protectByPassphrase, signIn } from "../e2e/support/people";
import { PLACES } from "../e2e/support/places";
import { expect, test } from "../e2e/support/test";

/** All of one height: a page that was made lower keeps the units of the window that it had, and its bar below is out of the picture. */
const HEIGHT = 900;
const LOOKS = [
  { colorScheme: "light", width: 1440 },
  { colorScheme: "dark", width: 1440 },
  { colorScheme: "light", width: 390 },
  { colorScheme: "dark", width: 390 },
] as const;
const LANGUAGES = ["en", "de", "ar"] as const;
/** Places where something can be opened beside its list. */
const LISTS = ["/documents", "/tasks?view=list", "/contacts", "/vendors"] as const;
const OUTSIDE = ["/login", "/register", "/forgot-password"] as const;

interface Loaded {
  data: { accounts: { id: string; name: string; users: { id: string; name: string; email: string; password: string; recoveryFile: string | null }[] }[] };
}

async function inEveryLook(page: Page, name: string): Promise<void> {
  for (const { colorScheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: HEIGHT });
    await page.waitForLoadState("networkidle");
    await picture(page, `${name}-${colorScheme}-${String(width)}`);
  }
}

async function goTo(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: HEIGHT });
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 }).or(page.getByRole("dialog")).first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

const nameOf = (language: string, path: string): string => `${language}${path.replace(/[^\w]+/g, "-")}`;

test("every place in every look", async ({ browser, watch, request }) => {
  test.setTimeout(0);
  const { data } = (await (await request.get("/seed-db", { timeout: 300_000 })).json()) as Loaded;
  const [account] = data.accounts;
  const owner = account?.users.find(({ recoveryFile }) => recoveryFile !== null);
  if (!owner?.recoveryFile) throw new Error("The demo has nobody who holds keys.");
  const person = { ...owner, ...(await newBrowser(browser, { watch, prf: false })) };
  const { page } = person;

  for (const path of OUTSIDE) {
    await page.goto(path);
    await inEveryLook(page, nameOf("en", path));
  }
  await page.setViewportSize({ width: 1440, height: HEIGHT });
  await signIn(person);
  await page.getByRole("link", { name: "Use recovery key" }).click();
  await page.getByLabel("Recovery key", { exact: true }).fill(owner.recoveryFile);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "I no longer have it. End it" }).click();
  await protectByPassphrase(person, "three lanterns under the bridge");

  for (const language of LANGUAGES) {
    const status = await page.evaluate(
      async (body) => (await fetch("/api/accounts/language", { method: "POST", body, headers: { "Content-Type": "application/json" } })).status,
      JSON.stringify({ language }),
    );
    expect(status).toBe(200);
    for (const path of PLACES) {
      await goTo(page, path);
      await inEveryLook(page, nameOf(language, path));
    }
    for (const path of LISTS) {
      await goTo(page, path);
      await page.getByRole("row").nth(1).click();
      await expect(page.getByRole("complementary").last()).toBeVisible();
      await inEveryLook(page, `${nameOf(language, path)}-open`);
    }
  }
});
