/** What changes after a page has read its lists and before it hears the stream is told as soon as it hears it. */
import type { Page, Request } from "@playwright/test";

import { quiet } from "./support/looks";
import { goTo, newOwner } from "./support/people";
import { expect, test } from "./support/test";

const LISTS = /\/(documents?|task|contact|vendor|users|roles|topics|statuses|profiles)\b/;

/** The page's next streams open when the test lets them, as on a machine that lags. */
async function lateStream(page: Page) {
  const { promise: opens, resolve: open } = Promise.withResolvers<void>();
  const { promise: heard, resolve: hears } = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/socket\/stream/, async (socket) => {
    await opens;
    const server = socket.connectToServer();
    server.onMessage((frame) => {
      socket.send(frame);
      hears();
    });
  });
  return { open, heard };
}

test("a page that reads before the stream opens misses nothing, and asks for nothing anew when nothing changed", async ({ browser, watch }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page } = clara;
  await goTo(page, "Home");
  const activity = page.getByRole("heading", { name: "Recent activity" });
  await expect(activity).toBeVisible();

  await test.step("nothing changed: nothing is asked again", async () => {
    const stream = await lateStream(page);
    await page.reload();
    await expect(activity).toBeVisible();
    await quiet(page);
    const lists: string[] = [];
    const note = (request: Request) => {
      if (LISTS.test(new URL(request.url()).pathname)) lists.push(request.url());
    };
    page.on("request", note);
    stream.open();
    await stream.heard;
    await quiet(page);
    expect(lists).toEqual([]);
    page.off("request", note);
  });

  await test.step("the language of the account changed: the page speaks it", async () => {
    const stream = await lateStream(page);
    await page.reload();
    await expect(activity).toBeVisible();
    const headers = { Origin: new URL(page.url()).origin };
    expect((await page.request.post("/api/accounts/language", { headers, data: { language: "de" } })).status()).toBe(200);
    stream.open();
    await expect(page.getByRole("heading", { name: "Letzte Aktivität" })).toBeVisible();
  });
});
