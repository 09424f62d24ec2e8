/** The server has stopped, the storage of the browser is refused, a worker never starts: what is shown stays, and everybody can leave. */
import type { Page } from "@playwright/test";

import { note, openBeside, panel, row, upload } from "./support/documents";
import { invite } from "./support/invitations";
import { expectFine, quiet } from "./support/looks";
import { aServerThatStops, SILENT } from "./support/outage";
import { photo } from "./support/papers";
import { goTo, newOwner, newPerson } from "./support/people";
import { expect, test } from "./support/test";

const signOut = async (page: Page, email: string): Promise<void> => {
  await page.getByRole("button", { name: email }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
};

test("a server that stopped takes nothing from the screen, and nothing is called damaged", async ({ browser, watch, expectComplaint }) => {
  const { page } = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const server = await aServerThatStops(page.context());
  await page.reload();
  await goTo(page, "Documents");
  await upload(page, [await photo(browser, "Roof.jpg", "comment"), note("Lease", "Kitchen and garden")]);
  await page.reload();
  await expect(row(page, "Roof")).toBeVisible();
  // What is fetched ahead has come: these browsers keep no file that they could take it from later.
  await quiet(page);
  expectComplaint(/./, "net::ERR_CONNECTION_REFUSED");
  expectComplaint(/\/socket/, "WebSocket");

  await test.step("the frame says so, and the list stays", async () => {
    await server.stop();
    await expect(page.getByText(SILENT)).toBeVisible();
    await expect(row(page, "Roof")).toBeVisible();
    await expect(row(page, "Lease")).toBeVisible();
    await expectFine(page, "stopped-documents");
  });

  await test.step("a file that was never opened cannot be reached, and is not damaged", async () => {
    const beside = await openBeside(page, "Roof");
    await expect(beside.getByText("This file could not be reached.")).toBeVisible();
    await expect(page.getByText("damaged")).toHaveCount(0);
    await beside.getByRole("button", { name: "Download", exact: true }).click();
    await expect(page.getByRole("alert").filter({ hasText: "The download stopped" })).toContainText("could not be reached");
    await expectFine(page, "stopped-panel");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFine(page, "stopped-panel-390");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: "dark" });
    await expectFine(page, "stopped-panel-dark");
    await page.emulateMedia({ colorScheme: "light" });
  });

  await test.step("each place says what is missing, and the frame stays around it", async () => {
    for (const place of ["Home", "Tasks", "Contacts", "Members", "Keys & devices", "Audit log", "Settings"]) {
      await goTo(page, place);
      await expect(page.getByText(SILENT)).toBeVisible();
      await expect(page.getByRole("main")).not.toBeEmpty();
      await expectFine(page, `stopped-${place}`);
    }
  });

  await test.step("a lock locks; the script of a new worker does not come, and every page says so", async () => {
    await goTo(page, "Documents");
    await page.getByRole("button", { name: "Lock now" }).click();
    await expect(page.getByRole("heading", { name: "Encryption did not start" })).toBeVisible();
    await expect(row(page, "Roof")).toHaveCount(0);
    await expectFine(page, "stopped-locked");
    await goTo(page, "Settings");
    await expect(page.getByText("Encryption did not start")).toBeVisible();
    await expectFine(page, "stopped-locked-settings");
  });

  await test.step("when it is back all goes on by itself", async () => {
    await goTo(page, "Documents");
    server.start();
    await expect(page.getByText(SILENT)).toBeHidden();
    await page.getByRole("button", { name: "Unlock with passkey" }).click();
    await expect((await openBeside(page, "Roof")).locator("canvas").first()).toBeVisible();
    await panel(page, "Roof").getByRole("button", { name: "Close panel" }).click();
    await goTo(page, "Tasks");
    await expect(page.getByRole("heading", { name: "Tasks", level: 1 })).toBeVisible();
    await expectFine(page, "started-tasks");
  });
});

test("before the doors it says so as well, and goes on by itself", async ({ browser, watch, expectComplaint }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const eve = await newPerson(browser, "Eve Moss", { watch });
  const { page } = eve;
  const link = await invite(clara, eve);
  expectComplaint(/./, "net::ERR_CONNECTION_REFUSED");
  let stopped = true;
  // The files of the app come from the cache of the browser.
  await page.context().route(/\/api\//, (route) => (stopped ? route.abort("connectionrefused") : route.fallback()));
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Coffer did not respond" })).toBeVisible();
  await expectFine(page, "stopped-door");
  stopped = false;
  await expect(page.getByRole("heading", { name: "Join Hawthorne" })).toBeVisible();
  await expectFine(page, "started-door");
});

test("a part that is gone after a deployment takes down nothing but itself", async ({ browser, watch, expectComplaint }) => {
  const { page } = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  expectComplaint(/assets/, "404");
  await page.route(/assets\/(Settings|Contacts|QuickAdd|NewDocument)-/, (route) => route.fulfill({ status: 404, body: "" }));
  await page.reload();
  await goTo(page, "Settings");
  await expect(page.getByRole("main").getByText("Coffer was updated")).toBeVisible();
  await expect(page.getByRole("button", { name: "Reload to update" }).first()).toBeVisible();
  await expectFine(page, "part-gone");
  await goTo(page, "Documents");
  await page.getByRole("button", { name: "New document" }).first().click();
  await expect(page.getByRole("alert").filter({ hasText: "Coffer was updated" })).toBeVisible();
  await expectFine(page, "part-gone-dialog");
});

test("leaving waits for no storage and no worker", async ({ browser, watch }) => {
  const { page, email } = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });

  await test.step("the crypto worker never starts", async () => {
    await page.route(/assets\/cryptoWorker/, () => undefined);
    await page.reload();
    await expect(page.getByRole("button", { name: email })).toBeVisible();
    await expectFine(page, "worker-never");
    const sent = page.waitForRequest(/sign-out/);
    await signOut(page, email);
    await sent;
    await expect(page).toHaveURL(/\/login/);
    await page.unroute(/assets\/cryptoWorker/);
  });
});

test("where the browser keeps nothing, sign-out is still sent", async ({ browser, watch }) => {
  const { page, email } = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  await page.context().addInitScript(() => {
    const refused = () => {
      throw new DOMException("The user denied permission to access the database.", "SecurityError");
    };
    Object.defineProperty(IDBFactory.prototype, "open", { value: refused });
    Object.defineProperty(IDBFactory.prototype, "deleteDatabase", { value: refused });
    Object.defineProperty(Storage.prototype, "setItem", { value: refused });
  });
  await page.reload();
  await expectFine(page, "storage-refused");
  const sent = page.waitForRequest(/sign-out/);
  await signOut(page, email);
  await sent;
  await expect(page).toHaveURL(/\/login/);
  await expectFine(page, "storage-refused-out");
});
