/**
 * Every screen in every look: light and dark, as wide as a desk and as narrow as a hand, and from right to left.
 *
 * `COFFER_TEST_SCREENSHOTS=folder npx playwright test screens` writes a picture of each.
 */
import type { Page } from "@playwright/test";

import { openBeside, panel, upload } from "./support/documents";
import { invite, join, joinByMail } from "./support/invitations";
import { expectFine, picture } from "./support/looks";
import { pdf } from "./support/papers";
import { goTo, newOwner, newPerson } from "./support/people";
import { expect, test } from "./support/test";

const LOOKS = [
  { colorScheme: "light", width: 1440, height: 900 },
  { colorScheme: "dark", width: 1440, height: 900 },
  { colorScheme: "light", width: 390, height: 844 },
  { colorScheme: "dark", width: 390, height: 844 },
] as const;

async function expectNoOverflow(page: Page, screen: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect.soft(overflow, `${screen} is wider than its window`).toBeLessThanOrEqual(0);
}

/** Nothing scrolls sideways, nothing breaks a rule, in any look. */
async function inEveryLook(page: Page, screen: string): Promise<void> {
  for (const { colorScheme, width, height } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await expectFine(page, `${screen}-${colorScheme}-${width}`);
    await expectNoOverflow(page, screen);
  }
  // The rules are those of a desk; what a tablet shows is only looked at.
  await page.setViewportSize({ width: 900, height: 800 });
  await picture(page, `${screen}-dark-900`);
  await expectNoOverflow(page, screen);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Title, category, days until it expires, number. */
const PAPERS = [
  ["Passport Clara", "Identity", 21, "X4 118 202"],
  ["Passport Jonas", "Identity", 412, "X4 907 551"],
  ["Home insurance", "Insurance", 47, "POL-2291-08"],
  ["Car insurance", "Insurance", -6, "KFZ-77-1042"],
  ["Vehicle registration", "Vehicle", 303, "ZH 482 119"],
  ["Lease Seefeld 14", "Property", 188, null],
  ["Land register extract", "Property", null, "GB-2047"],
  ["Boiler warranty", "Warranty", 75, "SN 55-0932"],
  ["Tax assessment 2025", "Tax", null, "756.9217.0769"],
  ["Employment contract Jonas", "Employment", null, null],
  ["Vaccination record", "Health", null, null],
  ["Articles of association of the family holding, third amendment", "Company", null, "CHE-114.882"],
] as const;

test("the screens of somebody who is not signed in", async ({ page, expectComplaint }) => {
  expectComplaint(/get-account-invite/, "404");
  for (const [path, heading] of [
    ["/login", "Sign in"],
    ["/register", "Create your account"],
    ["/forgot-password", "Set a new password"],
    ["/verify-otp?email=clara%40example.test&type=sign-in", "Check your email"],
    ["/join/bm90LWEtdG9rZW4", "This invitation is no longer valid. Ask for a new one."],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    await inEveryLook(page, heading);
  }
});

test("the screens of an account that is in use", async ({ browser, watch, expectComplaint }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne & Weber", { watch });
  const { page } = clara;

  await test.step("papers with their facts", async () => {
    await goTo(page, "Documents");
    await inEveryLook(page, "documents-empty");
    await upload(page, PAPERS.map(([title]) => pdf(`${title}.pdf`, title)));
    for (const [title, category, days, number] of PAPERS) {
      const panel = await openBeside(page, title);
      await panel.getByRole("button", { name: "Edit" }).click();
      if (days !== null) {
        const day = new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
        await panel.getByRole("textbox", { name: "Expires" }).fill(day);
      }
      await panel.getByRole("button", { name: /^Category/ }).or(panel.getByLabel("Category")).first().click();
      await page.getByRole("option", { name: category, exact: true }).click();
      if (number !== null) await panel.getByLabel("Number").fill(number);
      await panel.getByRole("button", { name: "Save" }).click();
      await expect(panel.getByRole("button", { name: "Edit" })).toBeVisible();
    }
    // Beside the panel there is too little room for every column.
    await expectFine(page, "documents-panel");
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole("button", { name: "Close panel" })).toBeInViewport({ ratio: 1 });
    await expectFine(page, "documents-panel-390");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: "Close panel" }).click();
  });

  await test.step("a colleague who reads, and one who waits", async () => {
    const jonas = await newPerson(browser, "Jonas Weber", { watch });
    await join(jonas, await invite(clara, jonas));
    await expect(jonas.page.getByText("Unlocked")).toBeVisible();
    const nina = await newPerson(browser, "Nina Roth", { watch });
    await invite(clara, nina);
    await joinByMail(nina);
    await inEveryLook(nina.page, "asking-for-the-code");
    expectComplaint(/audit-logs\/account/, "403");
    await jonas.page.goto("/audit");
    await expect(jonas.page.getByText("Your role cannot see the audit log.")).toBeVisible();
    await inEveryLook(jonas.page, "audit-forbidden");
    await jonas.page.close();
    await nina.page.close();
  });

  await test.step("each place", async () => {
    for (const [path, sign] of [
      ["/dashboard", "Expiring in the next 12 months"],
      ["/documents", "Home insurance"],
      ["/documents?view=gallery", "Home insurance"],
      ["/documents/expiring", "Home insurance"],
      ["/members", "Nina Roth"],
      ["/keys", "Who can read what"],
      ["/audit", "Unbroken history"],
      ["/settings", "Language of the account"],
      ["/settings/me", "This browser"],
      ["/settings/seen", "What it never sees"],
      ["/security", "Secure my sign-in"],
      ["/invitations", "No invitations for"],
      ["/subscribe", "Choose a plan"],
      ["/recover", "Use your recovery key"],
      ["/nowhere", "This page does not exist"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByText(sign).first()).toBeVisible();
      await inEveryLook(page, path.slice(1));
    }
  });

  await test.step("a document beside the list", async () => {
    await page.goto("/documents");
    const panel = await openBeside(page, "Passport Clara");
    await expect(panel.locator("canvas").first()).toBeVisible();
    await inEveryLook(page, "document");
    for (const tab of ["Access", "Activity", "Versions"]) {
      await panel.getByRole("tab", { name: tab }).click();
      await inEveryLook(page, `document-${tab.toLowerCase()}`);
    }
  });

  await test.step("a document as a page", async () => {
    const id = new URL(page.url()).searchParams.get("open") ?? "";
    await page.goto(`/documents/${id}`);
    await expect(page.getByRole("heading", { name: "Passport Clara" })).toBeVisible();
    await expect(page.locator("canvas").first()).toBeVisible();
    await inEveryLook(page, "document-page");
    await page.goto("/documents");
    await expect(page.getByText("Home insurance")).toBeVisible();
  });

  await test.step("what is sealed is found by its words", async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("pol-2291");
    await expect(page.getByRole("option", { name: "Home insurance" })).toBeVisible();
    await inEveryLook(page, "palette");
    await page.keyboard.press("Control+Enter");
    await expect(panel(page, "Home insurance")).toBeVisible();
  });

  await test.step("from right to left", async () => {
    const speak = async (now: RegExp, next: string, direction: string) => {
      await page.goto("/settings");
      await page.getByRole("button", { name: now }).click();
      await page.getByRole("option", { name: next }).click();
      await expect(page.locator("html")).toHaveAttribute("dir", direction);
    };
    await speak(/English/, "العربية", "rtl");
    for (const path of ["/dashboard", "/documents", "/members", "/settings/me"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await expectFine(page, `arabic-${path.slice(1)}-${width}`);
        await expectNoOverflow(page, `arabic ${path}`);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    await speak(/العربية/, "English", "ltr");
  });

  await test.step("locked", async () => {
    await page.goto("/documents");
    await page.getByRole("button", { name: "Lock now" }).click();
    await expect(page.getByRole("region", { name: "Locked" })).toBeVisible();
    await inEveryLook(page, "locked");
  });
});
