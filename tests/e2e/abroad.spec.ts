/** Somebody who lives elsewhere and speaks another language: the account and its mails begin where the browser is. */
import { nextMail } from "./support/inbox";
import { newPerson } from "./support/people";
import { expect, test } from "./support/test";

interface Session {
  account: { zone: string; language: string } | null;
}

test("a German browser in Berlin opens a German account in that zone", async ({ browser, watch }) => {
  const looks = { locale: "de-DE", timezoneId: "Europe/Berlin" };
  const { page, name, email, password } = await newPerson(browser, "Lena Fischer", { watch, looks });

  // By what the fields are for: the words on the page are German.
  await page.goto("/register");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.locator("input[autocomplete=name]").fill(name);
  await page.locator("input[type=email]").fill(email);
  await page.locator("input[autocomplete=new-password]").fill(password);
  await page.locator("button[type=submit]").click();

  const mail = await nextMail(page.request, email);
  expect(mail.html).toContain('lang="de"');
  await page.locator("input[autocomplete=one-time-code]").fill(mail.code ?? "");

  await page.locator("input[autocomplete=organization]").fill("Fischer");
  await page.locator("button[type=submit]").click();
  await expect(page).toHaveURL(/\/welcome/);
  const { account } = (await (await page.request.get("/api/auth/get-session")).json()) as Session;
  expect(account).toMatchObject({ zone: "Europe/Berlin", language: "de" });
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
});
