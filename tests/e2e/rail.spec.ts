/** The rail of an account that has something in it: how many there are, and the saved filters as ways to their lists. */
import { expectFine } from "./support/looks";
import { newBrowser, protectByPassphrase, signIn } from "./support/people";
import { expect, test } from "./support/test";

interface Loaded {
  data: { accounts: { users: { id: string; name: string; email: string; password: string; recoveryFile: string | null }[] }[] };
}

test("the rail says how many there are, and a saved filter opens its list narrowed by it", async ({ browser, watch, request }) => {
  test.setTimeout(600_000);
  const { data } = (await (await request.get("/seed-db", { timeout: 300_000 })).json()) as Loaded;
  const owner = data.accounts[0]?.users.find(({ recoveryFile }) => recoveryFile !== null);
  if (!owner?.recoveryFile) throw new Error("The demo has nobody who holds keys.");
  const person = { ...owner, ...(await newBrowser(browser, { watch, prf: false })) };
  const { page } = person;
  await signIn(person);
  await page.getByRole("link", { name: "Use recovery key" }).click();
  await page.getByLabel("Recovery key", { exact: true }).fill(owner.recoveryFile);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "I no longer have it. End it" }).click();
  await protectByPassphrase(person, "three lanterns under the bridge");

  const rail = page.getByRole("navigation", { name: "Main" });
  await test.step("on Home, of the lists that Home asks for", async () => {
    await page.goto("/dashboard");
    await expect(rail.getByRole("link", { name: /^Documents [\d,]+$/ })).toBeVisible();
    await expect(rail.getByRole("link", { name: /^Tasks [\d,]+ open$/ })).toBeVisible();
    const open = /\d+/.exec((await rail.getByRole("link", { name: /^Tasks/ }).textContent()) ?? "")?.[0] ?? "none";
    await expect(page.getByRole("link", { name: `${open} open`, exact: true })).toBeVisible();
    // Nothing on this page has asked for contacts.
    await expect(rail.getByRole("link", { name: "Contacts", exact: true })).toBeVisible();
    await expectFine(page, "rail-home");
  });

  await test.step("a filter leads to its list, which has as many rows", async () => {
    const filter = rail.getByRole("link", { name: /^Legal papers \d+$/ });
    const count = /(\d+)$/.exec((await filter.textContent()) ?? "")?.[1] ?? "none";
    await filter.click();
    await expect(page.getByRole("button", { name: "Saved filter: Legal papers" })).toBeVisible();
    await expect(page.locator("h1")).toContainText(count);
    await expect(filter).toHaveAttribute("aria-current", "page");
    await expectFine(page, "rail-filter");
    await page.getByRole("button", { name: "Clear Saved filter" }).click();
    await expect(page).toHaveURL(/\/documents\??$/);
    await expect(page.getByRole("button", { name: "Saved filter: Legal papers" })).toHaveCount(0);
  });

  await test.step("in the dark, and on a phone in the menu", async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto("/dashboard");
    await expect(rail.getByRole("link", { name: /^Documents [\d,]+$/ })).toBeVisible();
    await expectFine(page, "rail-dark");
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole("button", { name: "More" }).click();
      await expect(page.getByRole("menuitem", { name: /^Legal papers/ })).toBeVisible();
      await expectFine(page, `rail-phone-${colorScheme}`);
      await page.keyboard.press("Escape");
    }
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: /^Legal papers/ }).click();
    await expect(page.getByRole("button", { name: "Saved filter: Legal papers" })).toBeVisible();
  });

  await test.step("locked, nothing is counted and no filter has a name", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/dashboard");
    await expect(rail.getByRole("link", { name: /^Documents [\d,]+$/ })).toBeVisible();
    await rail.getByRole("button", { name: "Lock now" }).click();
    await expect(rail.getByRole("link", { name: "Documents", exact: true })).toBeVisible();
    await expect(rail.getByRole("link", { name: /^Legal papers/ })).toHaveCount(0);
    await expectFine(page, "rail-locked");
  });
});
