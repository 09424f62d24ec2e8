/** `/settings/me`: one's own name, address, password, passkeys and sessions, and the end of all of it. */
import type { Page } from "@playwright/test";

import { mailTo, nextCode, nextMail } from "./support/inbox";
import { invite, join } from "./support/invitations";
import { expectFine } from "./support/looks";
import { goTo, newBrowser, newOwner, newPerson, openAccount, protectByPassphrase, type Person } from "./support/people";
import { expect, test } from "./support/test";

const MOMENT_MS = 2_000;
const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1";

const card = (page: Page, title: string) => page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name }).or(page.getByRole("alertdialog", { name }));
const memberLine = (page: Page, name: string) => page.getByRole("row").filter({ has: page.getByRole("button", { name: `Actions for ${name}` }) });
const originOf = (page: Page) => new URL(page.url()).origin;

async function openSettings({ page }: Person): Promise<void> {
  await page.goto("/settings/me");
  await expect(page.getByRole("heading", { name: "Where you are signed in" })).toBeVisible();
}

/** How much lies in each database of this browser. */
const keptIn = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error("No answer."));
      });
    const found: Record<string, number> = {};
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      found[name] = 0;
      for (const store of database.objectStoreNames)
        found[name] += await settled(database.transaction(store).objectStore(store).count());
      database.close();
    }
    return found;
  });

async function goStale(page: Page, path: string): Promise<void> {
  await page.route(
    `**/api/auth/${path}`,
    (route) => route.fulfill({ status: 403, json: { code: "SESSION_NOT_FRESH", message: "Session is not fresh" } }),
    { times: 1 },
  );
}

test("somebody looks after how they sign in", async ({ browser, watch, expectComplaint, request }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page, authenticator } = clara;
  await authenticator.leave();
  await openSettings(clara);

  await test.step("another name", async () => {
    await page.getByRole("button", { name: "Change name" }).click();
    await dialog(page, "Change name").getByLabel("Name").fill("Clara Weber");
    await expectFine(page, "me-rename");
    await dialog(page, "Change name").getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { name: "Clara Weber" })).toBeVisible();
  });

  await test.step("a passkey gets a name, and the same authenticator no second one", async () => {
    const passkeys = card(page, "Passkeys");
    await expect(passkeys.getByText("Chrome (Linux)")).toBeVisible();
    await expect(passkeys.getByText("Signs you in, unlocks this browser")).toBeVisible();
    await passkeys.getByRole("button", { name: "Actions for the passkey" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await dialog(page, "Rename this passkey").getByLabel("Name").fill("Desk");
    await dialog(page, "Rename this passkey").getByRole("button", { name: "Save" }).click();
    await expect(passkeys.getByText("Desk")).toBeVisible();

    await authenticator.comeBack();
    await passkeys.getByRole("button", { name: "Add a passkey" }).click();
    await dialog(page, "Add a passkey").getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("alert").getByText("Previously registered")).toBeVisible();
    await expect(page.getByText("You already have a passkey on this authenticator.")).toBeVisible();
    await expectFine(page, "me-passkey-known");
    await dialog(page, "Add a passkey").getByRole("button", { name: "Close" }).click();
  });

  await test.step("another password, for who knows the one before", async () => {
    expectComplaint(/change-password/, "400");
    const chosen = `${crypto.randomUUID()} quince`;
    await page.getByRole("button", { name: "Change password" }).click();
    const asked = dialog(page, "Change password");
    await asked.getByLabel("Current password").fill("not the password");
    await asked.getByLabel("New password").fill(chosen);
    await asked.getByRole("button", { name: "Change password" }).click();
    await expect(asked.getByText("The password is wrong.")).toBeVisible();
    await expectFine(page, "me-password");
    await asked.getByLabel("Current password").fill(clara.password);
    await asked.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Your password was changed")).toBeVisible();
    await expect(asked).toBeHidden();
    clara.password = chosen;
  });

  const other = await newBrowser(browser, { watch, prf: false, looks: { userAgent: PHONE } });
  await test.step("sessions with browser and place, ended one by one", async () => {
    await other.page.goto("/login");
    const signedIn = await other.page.request.post("/api/auth/sign-in/email", {
      data: { email: clara.email, password: clara.password },
      headers: { Origin: originOf(page) },
    });
    expect(signedIn.status()).toBe(200);
    await openSettings(clara);
    const sessions = card(page, "Where you are signed in");
    await expect(sessions.getByText("This browser")).toHaveCount(1);
    await expect(sessions.getByText("Safari (iPhone)")).toBeVisible();
    await expect(sessions.getByText(/^10\.\d+\.\d+\.\d+$/)).toHaveCount(2);
    await expectFine(page, "me-sessions");
    await sessions.getByRole("button", { name: "End the session of Safari (iPhone)" }).click();
    await expect(sessions.getByText("Safari (iPhone)")).toBeHidden();
    expect(await (await other.page.request.get("/api/auth/get-session")).json()).toBeNull();
    await expect(sessions.getByRole("button", { name: "Sign out everywhere else" })).toBeHidden();
  });

  await test.step("another address, and the one before is told", async () => {
    const address = `weber@${crypto.randomUUID()}.test`;
    await page.getByRole("button", { name: "Change your email address" }).click();
    const asked = dialog(page, "Change your email address");
    await asked.getByLabel("New email address").fill(address);
    await asked.getByRole("button", { name: "Email me a code" }).click();
    await asked.getByLabel("Verification code").fill(await nextCode(request, address));
    await expect(page.getByText(`You sign in with ${address} now`)).toBeVisible();
    await expect(page.locator("section").filter({ has: page.getByRole("heading", { name: /Clara Weber$/ }) }).getByText(address, { exact: true })).toBeVisible();
    await nextMail(request, clara.email, ({ subject }) => /address/i.test(subject));
  });

  await test.step("others see name and address as confirmed once they are signed", async () => {
    await expect(page.getByText("Others see your name as unconfirmed")).toBeVisible();
    await expectFine(page, "me-name-unconfirmed");
    await page.getByRole("button", { name: "Sign this name" }).click();
    await expect(page.getByText("Others see your name as confirmed")).toBeVisible();
    await expect(page.getByRole("button", { name: "Sign this name" })).toHaveCount(0);
    await goTo(page, "Members");
    await expect(memberLine(page, "Clara Weber").getByText("Clara Weber you")).toBeVisible();
  });
});

test("who is there is asked where a session is not fresh, and it goes on by itself", async ({ browser, watch, expectComplaint }) => {
  expectComplaint(/list-sessions|delete-passkey/, "403");
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page, authenticator } = clara;
  await goStale(page, "list-sessions");
  await openSettings(clara);

  await test.step("sessions are shown once it is confirmed, by the password", async () => {
    const sessions = card(page, "Where you are signed in");
    await expect(sessions.getByText("Confirm that it is you to see your sessions")).toBeVisible();
    await expectFine(page, "me-sessions-unconfirmed");
    await sessions.getByRole("button", { name: "Confirm" }).click();
    const question = dialog(page, "Confirm it is you");
    await expect(question.getByRole("button", { name: "Confirm with a passkey" })).toBeVisible();
    await expect(question.getByRole("button", { name: "Email me a code" })).toHaveCount(0);
    expectComplaint(/api\/auth\/confirm/, "401");
    await question.getByLabel("Password").fill("not the password");
    await question.getByRole("button", { name: "Confirm with your password" }).click();
    await expect(question.getByText("The password is wrong.")).toBeVisible();
    await expectFine(page, "confirm-wrong");
    await question.getByLabel("Password").fill(clara.password);
    await question.getByRole("button", { name: "Confirm with your password" }).click();
    await expect(sessions.getByText("This browser")).toBeVisible();
  });

  await test.step("a question that is closed changes nothing", async () => {
    await goStale(page, "passkey/delete-passkey");
    await page.getByRole("button", { name: "Actions for the passkey" }).click();
    await page.getByRole("menuitem", { name: "Remove this passkey" }).click();
    const asked = page.getByRole("alertdialog");
    await asked.getByRole("button", { name: "Remove this passkey" }).click();
    await dialog(page, "Confirm it is you").getByRole("button", { name: "Close" }).click();
    await expect(asked).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  await test.step("by the passkey itself it goes on", async () => {
    await goStale(page, "passkey/delete-passkey");
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove this passkey" }).click();
    await authenticator.comeBack();
    await dialog(page, "Confirm it is you").getByRole("button", { name: "Confirm with a passkey" }).click();
    await expect(page.getByText("Passkey removed")).toBeVisible();
    await expect(card(page, "Passkeys").getByText("No passkeys yet.")).toBeVisible();
  });
});

test("who has neither password nor passkey confirms by code, and can get both", async ({ browser, watch, expectComplaint, request }) => {
  const ann = await newPerson(browser, "Ann Hawthorne", { watch, prf: false });
  const { page } = ann;
  await page.goto("/login");
  await page.getByLabel("Email").fill(ann.email);
  await page.getByRole("button", { name: "Email me a code" }).click();
  await page.getByLabel("Verification code").fill(await nextCode(request, ann.email));
  await openAccount(ann, "Hawthorne");
  await protectByPassphrase(ann, "three lanterns over the harbour");
  await page.getByRole("button", { name: "Go to Home first" }).click();

  await test.step("a code to the mailbox is the proof", async () => {
    expectComplaint(/suspicious-activities\/secure/, "400");
    await page.goto("/security");
    await page.getByRole("button", { name: "Secure my sign-in" }).click();
    const question = dialog(page, "Confirm it is you");
    await expect(question.getByText("We send a verification code to")).toBeVisible();
    await expect(question.getByLabel("Password")).toHaveCount(0);
    await expectFine(page, "confirm-by-code");
    const mails = (await mailTo(request, ann.email)).length;
    await question.getByRole("button", { name: "Email me a code" }).click();
    await question.getByLabel("Verification code").fill(await nextCode(request, ann.email, mails));
    await expect(page.getByText("Your sign-in is secure again")).toBeVisible();
  });

  await test.step("the only way in that an account accepts cannot be removed", async () => {
    expectComplaint(/delete-passkey/, "400");
    await openSettings(ann);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await dialog(page, "Add a passkey").getByLabel("Name").fill("Key ring");
    await dialog(page, "Add a passkey").getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("This authenticator can sign you in but not unlock Coffer.")).toBeVisible();
    await page.goto("/settings/account");
    await page.getByText("Require more than an emailed code").click();
    await expect(page.getByRole("switch", { name: "Require more than an emailed code" })).toBeChecked();
    await openSettings(ann);
    await page.getByRole("button", { name: "Actions for the passkey Key ring" }).click();
    await page.getByRole("menuitem", { name: "Remove this passkey" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove this passkey" }).click();
    await expect(page.getByText("This is your only way to sign in. Add another one first.")).toBeVisible();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("a first password is set by a code, and the page goes on", async () => {
    await expect(page.getByText("You have no password.")).toBeVisible();
    await page.getByRole("button", { name: "Set a password" }).click();
    const asked = dialog(page, "Set a password");
    await asked.getByLabel("New password").fill(ann.password);
    const mails = (await mailTo(request, ann.email)).length;
    await asked.getByRole("button", { name: "Email me a code" }).click();
    await asked.getByLabel("Verification code").fill(await nextCode(request, ann.email, mails));
    await expect(page.getByText("Your new password is set")).toBeVisible();
    await expect(asked).toBeHidden();
    await expect(page.getByRole("dialog", { name: "Sign in again" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Change password" })).toBeVisible();
  });
});

test("somebody is forgotten, unless an account would be left alone", async ({ browser, watch, expectComplaint }) => {
  expectComplaint(/delete-user/, "400");
  expectComplaint(/\/api\/accounts\/[^/]+$/, "400");
  // Another browser may ask for what it can wrap at the moment in which its person belongs to the account no more.
  expectComplaint(/\/roles\/missing-wraps$/, "403");
  const forget = async ({ page, email, password }: Person) => {
    await page.getByRole("button", { name: "Delete my identity" }).click();
    const asked = page.getByRole("alertdialog");
    await asked.getByLabel("Type your email address to confirm").fill("another@hawthorne.test");
    await asked.getByRole("button", { name: "Delete my identity for good" }).click();
    await expect(asked.getByText("This is not your email address")).toBeVisible();
    await asked.getByLabel("Type your email address to confirm").fill(email);
    await asked.getByRole("button", { name: "Delete my identity for good" }).click();
    const question = dialog(page, "Confirm it is you");
    await question.getByLabel("Password").fill(password);
    await question.getByRole("button", { name: "Confirm with your password" }).click();
    await expect(question).toBeHidden();
  };

  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const jonas = await newPerson(browser, "Jonas Weber", { watch });
  await join(jonas, await invite(clara, jonas));
  await expect(jonas.page.getByText("Unlocked")).toBeVisible();

  const confirm = async ({ page, password }: Person) => {
    const question = dialog(page, "Confirm it is you");
    await question.getByLabel("Password").fill(password);
    await question.getByRole("button", { name: "Confirm with your password" }).click();
    await expect(question).toBeHidden();
  };

  await test.step("the only owner stays, and is led to what has to be settled", async () => {
    await openSettings(clara);
    await clara.authenticator.leave();
    await forget(clara);
    await expect(clara.page.getByText("You are the only owner of an account.")).toBeVisible();
    await expect(clara.page.getByRole("alertdialog").getByText("Hawthorne", { exact: true })).toBeVisible();
    await expectFine(clara.page, "me-last-owner");
    await clara.page.getByRole("link", { name: "Hand over the account" }).click();
    await expect(clara.page).toHaveURL(/\/members/);
  });

  await test.step("nor does she leave it alone, before somebody else owns it", async () => {
    await clara.page.getByRole("button", { name: "Leave this account" }).click();
    const asked = dialog(clara.page, "Leave Hawthorne?");
    await expect(asked.getByText("You are the only owner of Hawthorne.")).toBeVisible();
    await expectFine(clara.page, "members-leave-last-owner");
    await asked.getByRole("button", { name: "Hand over the account" }).click();
    const handing = dialog(clara.page, "Hand over the account");
    await expect(handing.getByRole("button", { name: "Hand over to Jonas Weber" })).toBeVisible();
    await expectFine(clara.page, "members-hand-over");
    await handing.getByRole("button", { name: "Hand over to Jonas Weber" }).click();
    await confirm(clara);
    await expect(clara.page.getByText("Jonas Weber is the owner now")).toBeVisible();
    await expect(memberLine(clara.page, "Jonas Weber").getByRole("cell").nth(1).getByText("Owner", { exact: true })).toBeVisible();
    await expect(memberLine(clara.page, "Clara Hawthorne").getByRole("cell").nth(1).getByText("Admin", { exact: true })).toBeVisible();
    await expect(clara.page.getByRole("button", { name: "Hand over the account" })).toHaveCount(0);
  });

  await test.step("the new owner closes the account by its name, and opens it again", async () => {
    await jonas.authenticator.leave();
    await goTo(jonas.page, "Members");
    await jonas.page.getByRole("link", { name: "Close the account" }).click();
    await jonas.page.getByRole("button", { name: "Close the account" }).click();
    const asked = dialog(jonas.page, "Close Hawthorne?");
    await asked.getByLabel("Type the name of the account to confirm").fill("Hawthorn");
    await asked.getByRole("button", { name: "Close Hawthorne" }).click();
    await expect(asked.getByText("This is not the name of the account")).toBeVisible();
    await asked.getByLabel("Type the name of the account to confirm").fill("Hawthorne");
    await expectFine(jonas.page, "settings-close");
    await asked.getByRole("button", { name: "Close Hawthorne" }).click();
    await confirm(jonas);
    await expect(jonas.page.getByText(/Hawthorne is closed\. Everything in it may be deleted after/)).toBeVisible();
    await expectFine(jonas.page, "settings-closing");
    await expect(clara.page.getByText(/Hawthorne is closed/)).toBeVisible();
    await jonas.page.getByRole("button", { name: "Reopen the account" }).click();
    await expect(jonas.page.getByText("The account is open again")).toBeVisible();
    await expect(clara.page.getByText(/Hawthorne is closed/)).toHaveCount(0);
  });

  await test.step("who handed it over can go", async () => {
    await openSettings(clara);
    expect((await keptIn(clara.page))["coffer-keyring-v1"]).toBeGreaterThan(0);
    await forget(clara);
    await expect(clara.page).toHaveURL(/\/login/);
    await expect(clara.page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    expect(await keptIn(clara.page)).toEqual({ "coffer-keyring-v1": 0, "coffer-drafts-v1": 0, "coffer-unlock-v1": 0, "coffer-copies-v1": 0 });
    const again = await clara.page.request.post("/api/auth/sign-in/email", {
      data: { email: clara.email, password: clara.password },
      headers: { Origin: originOf(clara.page) },
    });
    expect(again.status()).toBe(401);
  });
});

test("what does not load says so in its place, and is tried again", async ({ browser, watch, expectComplaint }) => {
  expectComplaint(/list-(sessions|accounts|user-passkeys)/, "net::ERR_");
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page } = clara;
  const lists = /\/api\/auth\/(list-sessions|list-accounts|passkey\/list-user-passkeys)/;
  await page.route(lists, (route) => route.abort("connectionreset"));
  await page.goto("/settings/me");
  await expect(page.getByText("How you sign in did not load")).toBeVisible();
  await expect(page.getByText("The passkeys did not load.")).toBeVisible();
  await expect(page.getByText("Your sessions did not load")).toBeVisible();
  await expect(page.getByText("No connection. Nothing was lost.")).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Change name" })).toBeEnabled();
  await expectFine(page, "me-failed");
  await page.unroute(lists);
  // Any answer says that the server is back, a click's or another's: what is left is then asked for by itself, and takes its button along.
  await expect(async () => {
    const again = page.getByRole("button", { name: "Try again" });
    if ((await again.count()) > 0) await again.last().click({ timeout: MOMENT_MS });
    await expect(page.getByText("This browser", { exact: true })).toBeVisible({ timeout: MOMENT_MS });
  }).toPass();
  await expect(page.getByRole("button", { name: "Change password" })).toBeVisible();
  await expect(card(page, "Passkeys").getByText("Chrome (Linux)")).toBeVisible();
});

test("a passkey that seems to be copied is shown as off", async ({ browser, watch }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  const { page } = clara;
  await page.route("**/passkey/list-user-passkeys", async (route) => {
    const answer = await route.fetch();
    const passkeys = (await answer.json()) as object[];
    await route.fulfill({ response: answer, json: passkeys.map((passkey) => ({ ...passkey, off: true })) });
  });
  await openSettings(clara);
  const passkeys = card(page, "Passkeys");
  await expect(passkeys.getByText("Off", { exact: true })).toBeVisible();
  await expect(passkeys.getByText("This passkey may have been copied, so it no longer works.")).toBeVisible();
  await expectFine(page, "me-passkey-off");
});
