/** Whoever administers the platform: bans somebody, looks on behalf of another without a key, and comes back. */
import type { Page } from "@playwright/test";

import { mailTo } from "./support/inbox";
import { expectFine } from "./support/looks";
import { grantPlatform } from "./support/operator";
import { goTo, newOwner, newPerson, signUp, type Person } from "./support/people";
import { expect, test } from "./support/test";

const LOOKING = "Viewing as someone else";

/** Everything of one word, in the list: other tests have made people of theirs. */
async function find(page: Page, { email, name }: Person) {
  await page.getByRole("searchbox", { name: "Search by name or email address" }).fill(email);
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Actions for/ })).toHaveCount(1);
  return async (act: string) => {
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: act, exact: true }).click();
  };
}

async function choose(page: Page, label: string, option: string) {
  await page.getByRole("dialog").or(page.getByRole("alertdialog")).getByRole("button", { name: label }).click();
  await page.getByRole("option", { name: option }).click();
}

/** What the page might do, asked for directly. */
async function asked(page: Page, method: "GET" | "POST", path: string, data?: unknown) {
  const headers = { Origin: new URL(page.url()).origin };
  const answer = await page.request.fetch(path, { method, headers, ...(data ? { data } : {}) });
  return [answer.status(), ((await answer.json()) as { details?: { reason?: string } }).details?.reason];
}

test("somebody is banned, somebody else is looked at, and the owner hears of it", async ({ browser, watch, expectComplaint, request }) => {
  const ada = await newOwner(browser, "Ada Lovelace", "Operations", { watch });
  const ben = await newOwner(browser, "Ben Okri", "Okri House", { watch });
  const cleo = await newOwner(browser, "Cleo Banks", "Banks House", { watch });
  const { page } = ada;

  await test.step("for everybody else there is no such page", async () => {
    await page.goto("/platform");
    await expect(page.getByRole("heading", { name: "This page does not exist" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Platform" })).toHaveCount(0);
  });

  await test.step("the operator lets somebody administer the platform", async () => {
    await grantPlatform(ada.email);
    await page.reload();
    await goTo(page, "Platform");
    await expect(page.getByText(cleo.email)).toBeVisible();
    await expectFine(page, "platform-light");
    await page.emulateMedia({ colorScheme: "dark" });
    await expectFine(page, "platform-dark");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFine(page, "platform-dark-phone");
    await page.emulateMedia({ colorScheme: "light" });
    await expectFine(page, "platform-phone");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("searchbox", { name: "Search by name or email address" }).fill("nobody at all");
    await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
    await expectFine(page, "platform-none");
  });

  await test.step("right to left it reads as well", async () => {
    expect((await asked(page, "POST", "/api/accounts/language", { language: "ar" }))[0]).toBe(200);
    await page.reload();
    await expect(page.getByRole("heading", { name: "المنصة" })).toBeVisible();
    await expectFine(page, "platform-rtl");
    await page.getByRole("searchbox").fill(ben.email);
    await expect(page.getByRole("button", { name: /^إجراءات/ })).toHaveCount(1);
    await page.getByRole("button", { name: "إجراءات Ben Okri" }).click();
    await page.getByRole("menuitem", { name: "العرض بصفة هذا الشخص", exact: true }).click();
    await expectFine(page, "platform-look-rtl");
    await page.keyboard.press("Escape");
    expect((await asked(page, "POST", "/api/accounts/language", { language: "en" }))[0]).toBe(200);
    await page.reload();
  });

  await test.step("who is banned is out at once, and stays out", async () => {
    expectComplaint(/passkey\/verify-authentication/, "403");
    const about = await find(page, cleo);
    await about("Ban");
    await expect(page.getByRole("button", { name: "Ban Cleo Banks" })).toBeDisabled();
    await choose(page, "Reason", "Fraud");
    await choose(page, "Duration", "30 days");
    await expectFine(page, "platform-ban");
    await page.getByRole("button", { name: "Ban Cleo Banks" }).click();
    await expect(page.getByText(/^Banned until/)).toBeVisible();

    const session = await cleo.page.request.get("/api/auth/get-session");
    expect(await session.json()).toBeNull();
    const again = cleo.page.getByRole("dialog", { name: "Sign in again" });
    await expect(again).toBeVisible();
    // The passkey is offered by itself, and opens nothing either.
    await expect(cleo.page.getByText("You cannot sign in with this account.").first()).toBeVisible();
    const login = { email: cleo.email, password: cleo.password };
    const headers = { Origin: new URL(page.url()).origin };
    const refused = await cleo.page.request.post("/api/auth/sign-in/email", { data: login, headers });
    expect([refused.status(), ((await refused.json()) as { code: string }).code]).toEqual([403, "BANNED_USER"]);

    await about("Lift the ban");
    await page.getByRole("button", { name: "Lift the ban" }).click();
    await expect(page.getByText(/^Banned until/)).toBeHidden();
  });

  await test.step("sessions of somebody are seen and ended", async () => {
    const about = await find(page, cleo);
    const back = await cleo.page.request.post("/api/auth/sign-in/email", {
      data: { email: cleo.email, password: cleo.password },
      headers: { Origin: new URL(page.url()).origin },
    });
    expect(back.status()).toBe(200);
    await about("Sessions");
    const dialog = page.getByRole("dialog", { name: "Sessions of Cleo Banks" });
    await expect(dialog.getByText("signed in", { exact: false }).first()).toBeVisible();
    await expectFine(page, "platform-sessions");
    await dialog.getByRole("button", { name: /^End the session of/ }).click();
    await expect(dialog.getByText("No sessions.")).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).last().click();
  });

  await test.step("somebody is looked at: framed, on every screen, until when is said", async () => {
    const about = await find(page, ben);
    await about("View as this person");
    await choose(page, "Reason", "They asked for help");
    await expectFine(page, "platform-look");
    await page.getByRole("button", { name: "View for 60 minutes" }).click();
    await expect(page).toHaveURL(/\/dashboard/);
    const frame = page.getByRole("complementary", { name: LOOKING });
    await expect(frame).toContainText("You are viewing Coffer as Ben Okri");
    await expect(frame).toContainText(/until \d\d:\d\d/);
    await expect(frame).toHaveCSS("border-inline-end-width", "4px");
    await expectFine(page, "looking-home");
    for (const place of ["Documents", "Members", "Audit log", "Settings"]) {
      await goTo(page, place);
      await expect(frame).toBeVisible();
      await expectFine(page, `looking-${place}`);
    }
    await page.emulateMedia({ colorScheme: "dark" });
    await expectFine(page, "looking-dark");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFine(page, "looking-dark-phone");
    await page.emulateMedia({ colorScheme: "light" });
    await expectFine(page, "looking-phone");
    const tabs = page.getByRole("navigation", { name: "Main" });
    await expect(tabs.getByRole("link", { name: "Documents" })).toBeVisible();
    await expect(tabs.getByRole("button", { name: "Upload files" })).toHaveCount(0);
    await expect(tabs.getByRole("link", { name: "Keys" })).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("nothing can be changed, and no key is handed out", async () => {
    const refused = [403, "impersonated"];
    expect(await asked(page, "POST", "/api/accounts/language", { language: "de" })).toEqual(refused);
    expect(await asked(page, "GET", "/devices/public-keys")).toEqual(refused);
    expect((await asked(page, "GET", "/api/auth/keys/log"))[0]).toBe(403);
    await goTo(page, "Members");
    await expect(page.getByRole("main").getByText(ben.email)).toBeVisible();
    await expect(page.getByRole("button", { name: "Invite" })).toHaveCount(0);
    await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Keys & devices" })).toHaveCount(0);
    await expect(async () => {
      const subjects = (await mailTo(request, ben.email)).map(({ subject }) => subject);
      expect(subjects).toContain("Support is viewing one of your accounts");
    }).toPass();
  });

  await test.step("coming back ends it", async () => {
    await page.getByRole("complementary", { name: LOOKING }).getByRole("button", { name: "Stop" }).click();
    await expect(page.getByRole("heading", { name: "Platform" })).toBeVisible();
    await expect(page.getByRole("complementary", { name: LOOKING })).toHaveCount(0);
    const session = (await (await page.request.get("/api/auth/get-session")).json()) as { user: { email: string } };
    expect(session.user.email).toBe(ada.email);
  });

  await test.step("the owner finds in the history who looked", async () => {
    await goTo(ben.page, "Audit log");
    await expect(ben.page.getByText("Support as Ben Okri").first()).toBeVisible();
    await expect(ben.page.getByText("started viewing as a member").first()).toBeVisible();
    await expectFine(ben.page, "looking-history");
    await goTo(ben.page, "Security");
    await expectFine(ben.page, "looking-told");
    await ben.page.getByRole("button", { name: "I have seen it" }).click();
    await expect(ben.page.getByText("Marked as seen")).toBeVisible();
  });
});

test("somebody of the platform needs no account, and adds people", async ({ browser, watch }) => {
  const ada = await newPerson(browser, "Ada Alone", { watch });
  const { page } = ada;
  await signUp(ada);
  await grantPlatform(ada.email);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Platform" })).toBeVisible();
  await expectFine(page, "platform-alone");

  const email = `dora@${crypto.randomUUID().slice(0, 8)}.test`;
  await page.getByRole("button", { name: "Add a person" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Dora Maar");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("First password").fill(`${crypto.randomUUID()} fig`);
  await expectFine(page, "platform-add");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Dora Maar was added")).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText("Email not verified").first()).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/login/);
});
