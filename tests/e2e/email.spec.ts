/** Writing to people outside: chosen from what this device has opened, seen as each gets it, sent, followed, and cancelled. */
import type { Page } from "@playwright/test";

import { findOnServer } from "./support/canary";
import { panel } from "./support/documents";
import { mailTo, nextMail } from "./support/inbox";
import { expectFine } from "./support/looks";
import { goTo, newOwner } from "./support/people";
import { expect, test } from "./support/test";

const someone = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@outside.test`;

async function addContact(page: Page, name: string, email?: string): Promise<void> {
  await page.getByRole("button", { name: "New contact" }).first().click();
  const form = page.getByRole("dialog", { name: "New contact" });
  await form.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  if (email !== undefined) {
    await form.getByRole("button", { name: "Add an email address" }).click();
    await form.getByRole("textbox", { name: "Email address" }).fill(email);
  }
  await form.getByRole("button", { name: "Create" }).click();
  await expect(panel(page, name)).toBeVisible();
  await page.getByRole("button", { name: "Close panel" }).click();
}

const preview = (page: Page) => page.getByRole("article", { name: "Preview" });

async function send(page: Page, count: number): Promise<void> {
  await page.getByRole("button", { name: `Send to ${count} recipient` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: `Send ${count} email` }).click();
}

test("an email to contacts", async ({ browser, watch }) => {
  test.slow();
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page } = clara;
  const [anna, bo] = [someone("anna"), someone("bo")];
  // Of its own: what an earlier try has sent is on the server.
  const said = `the lease ends in May, ${crypto.randomUUID()}.`;

  await test.step("three contacts, one of them without an address", async () => {
    await goTo(page, "Contacts");
    await addContact(page, "Anna Lindblad", anna);
    await addContact(page, "Bo Ekström", bo);
    await addContact(page, "Nina Osterbrook");
  });

  await test.step("where nothing was sent, C begins", async () => {
    await goTo(page, "Email");
    await expect(page.getByRole("heading", { name: "Write the first email" })).toBeVisible();
    await expectFine(page, "email-empty");
    await page.keyboard.press("c");
    await expect(page.getByRole("heading", { name: "New email", level: 1 })).toBeVisible();
    await expectFine(page, "email-blank");
  });

  await test.step("all who match are chosen at once; who has no address is named", async () => {
    await page.getByRole("button", { name: "Choose people" }).click();
    const picker = page.getByRole("dialog", { name: "Choose people" });
    await picker.getByRole("searchbox").fill("bo");
    await expect(picker.getByRole("listitem")).toHaveCount(1);
    await picker.getByRole("searchbox").fill("");
    await picker.getByText("All 3").click();
    await expect(picker).toContainText("3 chosen");
    await expectFine(page, "email-choose");
    await picker.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("heading", { name: "2 recipients" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Get no email" })).toContainText("Nina OsterbrookHas no email address");
  });

  await test.step("each sees their own words in the preview", async () => {
    await page.getByRole("textbox", { name: "Subject" }).fill("The lease, ");
    await page.getByRole("button", { name: "First name", exact: true }).click();
    await expect(page.getByRole("textbox", { name: "Subject" })).toHaveValue("The lease, {{firstName}}");
    await page.getByRole("textbox", { name: "Text", exact: true }).fill(`Dear {{name}},\n\n${said}`);
    await expect(preview(page)).toContainText(`Anna Lindblad <${anna}>`);
    await expect(preview(page).getByRole("heading")).toHaveText("The lease, Anna");
    await expect(preview(page)).toContainText("Dear Anna Lindblad,");
    await page.getByRole("button", { name: "Next recipient" }).click();
    await expect(preview(page)).toContainText(`Bo Ekström <${bo}>`);
    await expect(preview(page)).toContainText("Dear Bo Ekström,");
    await expect(page.getByText("2 of 2", { exact: true })).toBeVisible();
  });

  await test.step("a place that nobody can fill is not sent", async () => {
    await page.getByRole("textbox", { name: "Subject" }).fill("The lease, {{nickname}}");
    await page.getByRole("button", { name: "Send to 2 recipients" }).click();
    await expect(page.getByText("Nothing can be filled in for {{nickname}}.")).toBeVisible();
    await page.getByRole("textbox", { name: "Subject" }).fill("The lease, {{firstName}}");
  });

  await test.step("in each look", async () => {
    for (const [colorScheme, width] of [["light", 1440], ["dark", 1440], ["light", 390], ["dark", 390]] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await expectFine(page, `email-compose-${colorScheme}-${width}`);
    }
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("a reload loses nothing, and until it is sent nothing of it is on the server", async () => {
    await page.reload();
    await expect(page.getByText("We restored your unsaved changes.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "2 recipients" })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Subject" })).toHaveValue("The lease, {{firstName}}");
    expect(await findOnServer([anna, bo, said])).toEqual([]);
  });

  await test.step("it is sent, and arrives as the preview had it", async () => {
    await send(page, 2);
    await expect(page.getByText("2 of 2 are through")).toBeVisible();
    await expectFine(page, "email-sent");
    for (const [address, name, first] of [[anna, "Anna Lindblad", "Anna"], [bo, "Bo Ekström", "Bo"]] as const) {
      const mail = await nextMail(page.request, address);
      expect(mail.subject).toBe(`The lease, ${first}`);
      expect(mail.text.replaceAll("\r\n", "\n")).toContain(`Dear ${name},\n\n${said}`);
      expect(mail.text).toContain(`Clara Hawthorne (Hawthorne) sent you this email with Coffer. Replies go to ${clara.email}.`);
    }
    // Who got nothing is nobody's business but this device's.
    expect(await findOnServer(["Nina Osterbrook"])).toEqual([]);
  });

  await test.step("the list says what became of it, and the draft is gone", async () => {
    await page.getByRole("link", { name: "All emails" }).click();
    const table = page.getByRole("table", { name: "Sent" });
    await expect(table.getByRole("row").filter({ hasText: "2 recipients" })).toContainText("2 Sent");
    await table.getByRole("button", { name: "2 recipients" }).click();
    await expect(table.getByRole("row").filter({ hasText: anna })).toContainText("Sent");
    await expect(page.getByText("2 of 100 emails used today")).toBeVisible();
    for (const [colorScheme, width] of [["light", 1440], ["dark", 1440], ["light", 390], ["dark", 390]] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await expectFine(page, `email-list-${colorScheme}-${width}`);
    }
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("the set-up is checked", async () => {
    await page.getByRole("button", { name: "Check set-up" }).click();
    await expect(page.getByText("Sender address")).toBeVisible();
    await expectFine(page, "email-set-up");
  });

  await test.step("who unsubscribed is named, and gets nothing more", async () => {
    const [mail] = await mailTo(page.request, anna);
    const link = mail?.links.find((one) => one.includes("/unsubscribe/"));
    if (!link) throw new Error("The email has no link to unsubscribe.");
    expect((await page.request.post(new URL(link).pathname)).status()).toBe(200);
    await page.getByRole("link", { name: "New email" }).click();
    await expect(page.getByRole("textbox", { name: "Subject" })).toHaveValue("");
    await page.getByRole("textbox", { name: "Email addresses" }).fill(`Anna L. <${anna}>, ${bo}`);
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Subject" }).fill("Again");
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("Hello again.");
    await send(page, 2);
    await expect(page.locator("section").filter({ hasText: "Left out by the server" })).toContainText("Anna L.Gets no emails from this account");
    await nextMail(page.request, bo, ({ subject }) => subject === "Again");
    expect((await mailTo(page.request, anna)).map(({ subject }) => subject)).toEqual(["The lease, Anna"]);
  });

  await test.step("what has not left is cancelled", async () => {
    await page.getByRole("button", { name: "Write another" }).click();
    await page.getByRole("textbox", { name: "Email addresses" }).fill(Array.from({ length: 30 }, (_, at) => someone(`many${at}`)).join(", "));
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Subject" }).fill("Many");
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("Hello many.");
    await send(page, 30);
    await page.getByRole("button", { name: "Cancel what has not left" }).click();
    await expect(page.getByRole("heading", { name: "Cancelled" })).toBeVisible();
  });

  await test.step("in Arabic", async () => {
    const headers = { Origin: new URL(page.url()).origin };
    expect((await page.request.post("/api/accounts/language", { headers, data: { language: "ar" } })).status()).toBe(200);
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    for (const path of ["/email", "/email/new"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await expectFine(page, `email-ar${path.replaceAll("/", "-")}-${width}`);
      }
    }
  });
});
