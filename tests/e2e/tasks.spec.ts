/** What has to be done: written in one line, moved over the board, done by two, said something about, and done again. */
import type { Page } from "@playwright/test";

import { findOnServer } from "./support/canary";
import { panel, row } from "./support/documents";
import { invite, join } from "./support/invitations";
import { expectFine } from "./support/looks";
import { goTo, newOwner, newPerson } from "./support/people";
import { expect, test } from "./support/test";

const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const card = (page: Page, status: string, title: string) => column(page, status).getByRole("row", { name: title });

async function choose(page: Page, act: string) {
  await page.getByRole("menuitem", { name: act, exact: true }).click();
}

test("tasks", async ({ browser, watch }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page } = clara;
  const jonas = await newPerson(browser, "Jonas Weber", { watch });
  await join(jonas, await invite(clara, jonas));
  await expect(jonas.page.getByText("Unlocked")).toBeVisible();

  await test.step("one line says what, until when and who", async () => {
    await goTo(page, "Tasks");
    await expect(column(page, "To do")).toBeVisible();
    await page.getByRole("button", { name: "New task in To do" }).click();
    const line = page.getByRole("textbox", { name: "New task in one line" });
    await line.fill("Renew passport tomorrow @jonas");
    await expect(page.getByText("Jonas Weber", { exact: false }).first()).toBeVisible();
    await line.press("Enter");
    await expect(card(page, "To do", "Renew passport")).toContainText("Tomorrow");
    await line.fill("Countersign lease");
    await line.press("Enter");
    await expect(card(page, "To do", "Countersign lease")).toBeVisible();
    await line.press("Escape");
  });

  await test.step("dragged to another column, and taken back", async () => {
    await card(page, "To do", "Countersign lease").dragTo(column(page, "Waiting").getByRole("grid"));
    await expect(card(page, "Waiting", "Countersign lease")).toBeVisible();
    await expect(page.getByText("Moved “Countersign lease” to Waiting")).toBeVisible();
    await expectFine(page, "tasks-moved");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(card(page, "To do", "Countersign lease")).toBeVisible();
    await card(page, "To do", "Countersign lease").getByRole("button", { name: "More actions" }).click();
    await choose(page, "Move up");
    await expect(column(page, "To do").getByRole("row").first()).toContainText("Countersign lease");
  });

  await test.step("a form with a checklist, a priority and a repetition", async () => {
    await page.keyboard.press("n");
    await page.keyboard.press("t");
    const form = page.getByRole("dialog", { name: "New task" });
    await form.getByRole("textbox", { name: "Title" }).fill("Read the meters");
    await form.getByLabel("Due").fill("2027-01-31");
    await form.getByLabel("Due").press("Tab");
    await form.getByRole("button", { name: /Repeat/ }).click();
    await page.getByRole("option", { name: "Monthly" }).click();
    await expect(form.getByRole("button", { name: /On day 31, or the last day/ })).toBeVisible();
    await form.getByRole("button", { name: "Add item" }).click();
    await page.keyboard.type("Water");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Power");
    await expectFine(page, "tasks-new");
    await form.getByRole("button", { name: "Create" }).click();
    const open = panel(page, "Read the meters");
    await expect(open).toContainText("On day 31, or the last day");
    await open.getByText("Water").click();
    await expect(open.getByRole("checkbox", { name: "Water" })).toBeChecked();
    await open.getByRole("button", { name: "Complete" }).click();
    await expect(page.getByText("It is due again on 28/02/2027")).toBeVisible();
    await expect(card(page, "To do", "Read the meters")).toContainText("28/02/2027");
    await expect(card(page, "To do", "Read the meters").getByRole("img", { name: "0 of 2 ticked" })).toBeVisible();
    await expect(open.getByRole("checkbox", { name: "Water" })).not.toBeChecked();
  });

  await test.step("Home shows one's own, the soonest first, and leads to them", async () => {
    await goTo(jonas.page, "Home");
    const own = jonas.page.locator("section").filter({ has: jonas.page.getByRole("heading", { name: "Your tasks" }) });
    await expect(own.getByRole("listitem")).toHaveText([/Renew passport.*Tomorrow/]);
    await expect(own.getByRole("link", { name: "1 open" })).toBeVisible();
    for (const [colorScheme, width] of [["light", 1440], ["dark", 1440], ["light", 390]] as const) {
      await jonas.page.emulateMedia({ colorScheme });
      await jonas.page.setViewportSize({ width, height: 900 });
      await expectFine(jonas.page, `home-tasks-${colorScheme}-${width}`);
    }
    await jonas.page.setViewportSize({ width: 1440, height: 900 });
    await goTo(page, "Home");
    await expect(page.getByText("No open tasks are assigned to you.")).toBeVisible();
    await expectFine(page, "home-no-tasks");
    await goTo(page, "Tasks");
    await own.getByRole("link", { name: /^Renew passport/ }).click();
    await expect(panel(jonas.page, "Renew passport")).toBeVisible();
    await jonas.page.getByRole("button", { name: "Close panel" }).click();
  });

  await test.step("what is said reaches whoever is spoken of", async () => {
    await card(page, "To do", "Renew passport").click();
    const open = panel(page, "Renew passport");
    await open.getByRole("tab", { name: "Comments" }).click();
    await open.getByLabel("Write a comment").fill("Ask @jo");
    await open.getByRole("button", { name: "Jonas Weber" }).click();
    await expect(open).toContainText("Jonas Weber will be notified");
    await open.getByRole("button", { name: "Comment", exact: true }).click();
    await expect(open.getByRole("article")).toContainText("Ask @Jonas Weber");
    await goTo(jonas.page, "Tasks");
    await card(jonas.page, "To do", "Renew passport").click();
    await panel(jonas.page, "Renew passport").getByRole("tab", { name: "Comments 1" }).click();
    await expect(panel(jonas.page, "Renew passport").getByRole("article")).toContainText("Ask @Jonas Weber");
  });

  await test.step("two finish one task: the second is told who did", async () => {
    // His list is a moment behind.
    const { promise: later, resolve: release } = Promise.withResolvers<void>();
    await jonas.page.route("**/task/get", async (route) => {
      await later;
      await route.continue();
    });
    await panel(page, "Renew passport").getByRole("button", { name: "Complete" }).click();
    await expect(card(page, "Done", "Renew passport")).toBeVisible();
    await panel(jonas.page, "Renew passport").getByRole("button", { name: "Complete" }).click();
    await expect(jonas.page.getByText("Clara Hawthorne already finished it")).toBeVisible();
    release();
    await expect(card(jonas.page, "Done", "Renew passport")).toBeVisible();
  });

  await test.step("in each look, and as a list", async () => {
    for (const [colorScheme, width] of [["light", 1440], ["dark", 1440], ["light", 390]] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await expectFine(page, `tasks-panel-${colorScheme}-${width}`);
    }
    await page.getByRole("button", { name: "Close panel" }).click();
    await expectFine(page, "tasks-board-390");
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("link", { name: "List" }).click();
    await expect(row(page, "Renew passport")).toContainText("Done");
    await expectFine(page, "tasks-list");
  });

  await test.step("in a language that is written from the right", async () => {
    const headers = { Origin: new URL(page.url()).origin };
    expect((await page.request.post("/api/accounts/language", { headers, data: { language: "ar" } })).status()).toBe(200);
    await page.goto("/tasks");
    await expect(page.getByRole("heading", { name: "المهام", level: 1 })).toBeVisible();
    await expect(page.getByRole("row", { name: "Read the meters" })).toBeVisible();
    await expectFine(page, "tasks-rtl");
  });

  await test.step("the server learns no word of it", async () => {
    expect(await findOnServer(["Countersign lease", "Read the meters", "Ask @Jonas"])).toEqual([]);
  });
});
