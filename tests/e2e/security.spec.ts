/** A sign-in that was not like the person: it is shown, answered, and what it opened is closed again. */
import { mailTo } from "./support/inbox";
import { expectFine } from "./support/looks";
import { goTo, newBrowser, newPerson, openAccount, protectByPassphrase, signUp } from "./support/people";
import { expect, test } from "./support/test";

const OTHER_BROWSER = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Version/18.0 Safari/605.1.15";

test("a new device is told, judged, and locked out again", async ({ browser, watch, expectComplaint, request }) => {
  const ann = await newPerson(browser, "Ann Hawthorne", { watch, prf: false });
  const { page } = ann;
  await signUp(ann);
  await openAccount(ann, "Hawthorne");
  await protectByPassphrase(ann, "three lanterns over the harbour");
  await page.getByRole("button", { name: "Go to Home first" }).click();

  await test.step("at first there is nothing", async () => {
    await goTo(page, "Security");
    await expect(page.getByRole("heading", { name: "No suspicious activity" })).toBeVisible();
    await expectFine(page, "security-empty");
  });

  const other = await newBrowser(browser, { watch, prf: false, looks: { userAgent: OTHER_BROWSER } });
  const signInThere = async () =>
    other.page.request.post("/api/auth/sign-in/email", {
      data: { email: ann.email, password: ann.password },
      headers: { Origin: new URL(page.url()).origin },
    });

  await test.step("another browser signs in, and its person hears of it", async () => {
    await other.page.goto("/login");
    expect((await signInThere()).status()).toBe(200);
    await expect(async () => {
      const subjects = (await mailTo(request, ann.email)).map(({ subject }) => subject);
      expect(subjects).toContain("New sign-in to Coffer");
    }).toPass();
    await page.reload();
    await expect(page.getByRole("heading", { name: "A sign-in from a new device" })).toBeVisible();
    await expect(page.getByText("From a browser that was never used before: Safari on Windows.")).toBeVisible();
    await page.getByRole("button", { name: "Show entries" }).click();
    await expect(page.getByRole("main").getByText("signed in").first()).toBeVisible();
    await expectFine(page, "security-light");
    await page.emulateMedia({ colorScheme: "dark" });
    await expectFine(page, "security-dark");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFine(page, "security-dark-phone");
    await page.emulateMedia({ colorScheme: "light" });
    await expectFine(page, "security-phone");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step("Home asks about it as well", async () => {
    await goTo(page, "Home");
    await expect(page.getByRole("heading", { name: "A sign-in from a new device" })).toBeVisible();
    await expectFine(page, "home-finding");
    await page.getByRole("link", { name: "Review" }).click();
    await expect(page).toHaveURL(/\/security/);
  });

  await test.step("right to left it reads as well", async () => {
    // Not the page's own write, so the page does not wait until it can be read.
    const speak = async (language: string) => {
      const headers = { Origin: new URL(page.url()).origin };
      const changed = await page.request.post("/api/accounts/language", { data: { language }, headers });
      expect(changed.status()).toBe(200);
      await expect(async () => {
        const session = (await (await page.request.get("/api/auth/get-session")).json()) as { account: { language: string } };
        expect(session.account.language).toBe(language);
      }).toPass();
      await page.reload();
    };
    await speak("ar");
    await expect(page.getByRole("heading", { name: "تسجيل دخول من جهاز جديد" })).toBeVisible();
    await expectFine(page, "security-rtl");
    await speak("en");
  });

  await test.step("if it was not me, it ends", async () => {
    expectComplaint(/suspicious-activities\/secure/, "400");
    await page.getByRole("button", { name: "Secure my sign-in" }).click();
    const question = page.getByRole("dialog");
    await question.getByLabel("Password").fill(ann.password);
    await question.getByRole("button", { name: "Confirm with your password" }).click();
    await expect(page.getByText("All your other sessions were ended.")).toBeVisible();
    await expect(page.getByText("Secured", { exact: true })).toBeVisible();
    const session = await other.page.request.get("/api/auth/get-session");
    expect(await session.json()).toBeNull();
    await expectFine(page, "security-secured");
  });
});
