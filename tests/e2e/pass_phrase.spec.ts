/** Without an authenticator that derives secrets: a pass-phrase, and the recovery key when every device is lost. */
import { countCalls } from "./support/calls";
import { openBeside, note, row, upload } from "./support/documents";
import { enterCode, readBack, readOut } from "./support/invitations";
import { expectFine, quiet } from "./support/looks";
import { goTo, newBrowser, newPerson, openAccount, protectByPassphrase, signIn, signUp } from "./support/people";
import { expect, test } from "./support/test";

const PASSPHRASE = "three lanterns over the harbour";
const NEXT_PASSPHRASE = "seven boats below the bridge";
const SECRET = "Readable after all";

/** Another character in the place of one. */
function changed(text: string, place: number): string {
  const other = text[place] === "A" ? "B" : "A";
  return text.slice(0, place) + other + text.slice(place + 1);
}

test("a pass-phrase and a recovery key are enough", async ({ browser, watch, expectComplaint }) => {
  const clara = await newPerson(browser, "Clara Hawthorne", { watch, prf: false });
  const { page } = clara;

  const file = await test.step("a passkey that cannot unlock leads to a pass-phrase", async () => {
    await signUp(clara);
    await openAccount(clara, "Hawthorne");
    await page.getByRole("button", { name: "Use a passkey", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText("PRF result missing from authenticator.");
    await expect(page.getByRole("alert")).toContainText("This passkey can sign you in but not unlock.");
    await expectFine(page, "welcome-no-prf");
    await page.getByLabel("Pass-phrase of this browser").fill("too short");
    await page.getByRole("button", { name: "Use this pass-phrase" }).click();
    await expect(page.getByText("Use at least 15 characters.")).toBeVisible();
    return protectByPassphrase(clara, PASSPHRASE);
  });

  await test.step("a document is sealed", async () => {
    await page.getByRole("button", { name: "Go to Home first" }).click();
    await goTo(page, "Documents");
    await upload(page, [note("Deed", SECRET)]);
  });

  await test.step("the browser stays open over a reload", async () => {
    await page.reload();
    await expect(row(page, "Deed")).toBeVisible();
    await expect(page.getByText("Unlocked")).toBeVisible();
  });

  await test.step("coming back takes few questions, and the next page none", async () => {
    const calls = countCalls(page);
    await page.reload();
    await expect(row(page, "Deed")).toBeVisible();
    await quiet(page);
    // What was opened before is kept; what may be new is looked at once for the whole page.
    expect(calls.of("/roles/bundle")).toBe(0);
    for (const path of ["/api/auth/keys/head", "/api/auth/keys/log", "/roles/missing-wraps", "/api/auth/device/pending"])
      expect(calls.of(path), path).toBe(1);
    calls.forget();
    await goTo(page, "Members");
    await expect(page.getByRole("heading", { name: "Members" })).toBeVisible();
    await goTo(page, "Documents");
    await expect(row(page, "Deed")).toBeVisible();
    expect(calls.of("/api/auth/keys/head")).toBe(0);
  });

  await test.step("a wrong pass-phrase opens nothing", async () => {
    await page.getByRole("button", { name: "Lock now" }).click();
    await page.getByRole("button", { name: "Unlock", exact: true }).click();
    await expect(page.getByText("Pass-phrase required to unlock key.")).toBeVisible();
    await expect(page.getByLabel("Pass-phrase of this browser")).toBeFocused();
    await page.getByLabel("Pass-phrase of this browser").fill("three lanterns over the hill");
    await page.getByRole("button", { name: "Unlock", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText("That pass-phrase does not open this key.");
    await expectFine(page, "locked-passphrase");
    await page.getByLabel("Pass-phrase of this browser").fill(PASSPHRASE);
    await page.getByRole("button", { name: "Unlock", exact: true }).click();
    await expect(row(page, "Deed")).toBeVisible();
  });

  // The browser is lost; what is left is the file.
  const again = { ...clara, ...(await newBrowser(browser, { watch, prf: false })) };
  const { page: fresh } = again;
  const field = fresh.getByLabel("Recovery key", { exact: true });
  const go = fresh.getByRole("button", { name: "Continue" });
  const key = file.trimEnd().split("\n").at(-1) ?? "";

  await test.step("another browser says what is missing", async () => {
    await signIn(again);
    await expect(fresh.getByRole("heading", { name: "This device cannot read anything yet" })).toBeVisible();
    await expectFine(fresh, "no-key");
    await fresh.getByRole("link", { name: "Use recovery key" }).click();
    await fresh.getByRole("button", { name: "Back" }).click();
    await expect(fresh.getByRole("heading", { name: "This device cannot read anything yet" })).toBeVisible();
    await fresh.getByRole("link", { name: "Use recovery key" }).click();
    await expect(field).toBeVisible();
  });

  await test.step("a text that is no key, and one with a slip in it, are refused before anything is asked", async () => {
    await field.fill("not a recovery key");
    await go.click();
    await expect(fresh.getByText("Invalid recovery key format.")).toBeVisible();
    await field.fill(changed(key, 5));
    await go.click();
    await expect(fresh.getByText("Invalid recovery key (checksum).")).toBeVisible();
    await expectFine(fresh, "recover-checksum");
  });

  await test.step("the right one makes this browser the device", async () => {
    // The lost browser is still open, and may let the new one in at the moment in which it is a device no more.
    expectComplaint(/\/roles\/wrap$/, "409");
    expectComplaint(/\/roles\/wrap$/, "403");
    await field.fill(file);
    await go.click();
    // The lost browser may be in use: who goes on has read which one it is.
    await expect(fresh.getByText("This ends another browser of yours")).toBeVisible();
    await expect(fresh.getByText(/Chrome on Linux, last seen/)).toBeVisible();
    await expectFine(fresh, "recover-ends");
    await expect(row(page, "Deed")).toBeVisible();
    await fresh.getByRole("button", { name: "I no longer have it. End it" }).click();
    await fresh.getByLabel("Name of this browser").fill("Reading room");
    await protectByPassphrase(again, NEXT_PASSPHRASE);
    await goTo(fresh, "Documents");
    const panel = await openBeside(fresh, "Deed");
    await expect(panel).toContainText(SECRET);
  });

  await test.step("the lost browser is a device no more", async () => {
    await expect(page.getByRole("heading", { name: "This browser can no longer read" })).toBeVisible();
    await expect(page.getByText(/You used your recovery key on .+, on another device\. It took the place of this browser\./)).toBeVisible();
    // What the server calls that device stands beside the sentence, as its word.
    await expect(page.locator("[data-word]").filter({ hasText: "Reading room" }).first()).toBeVisible();
    await expect(row(page, "Deed")).toBeHidden();
    await expectFine(page, "removed-browser");
    await goTo(fresh, "Keys");
    await expect(fresh.getByText(/removed Device 1/)).toBeVisible();
  });

  await test.step("the old browser asks to be approved again, takes it back, and asks anew", async () => {
    await page.getByRole("button", { name: "Approve on another device" }).click();
    await page.getByRole("button", { name: "Choose another way" }).click();
    await page.getByRole("button", { name: "Approve on another device" }).click();
    await page.getByLabel("Name of this browser").fill("Old desk");
    // The server keeps nothing for a device that nobody has approved.
    expectComplaint(/unlock-share/, "404");
    await protectByPassphrase(clara, PASSPHRASE);
    await expect(page.getByRole("heading", { name: "Get the code from your other device" })).toBeVisible();
    await expectFine(page, "own-device-asks");
    await goTo(fresh, "Home");
    await expect(fresh.getByRole("heading", { name: "Your new browser waits for approval" })).toBeVisible();
    await page.getByRole("button", { name: "Cancel and choose another way" }).click();
    await expect(page.getByRole("button", { name: "Approve on another device" })).toBeVisible();
  });

  await test.step("one person types on both devices what each of them shows", async () => {
    await page.getByRole("button", { name: "Approve on another device" }).click();
    await page.getByLabel("Name of this browser").fill("Garden room");
    await protectByPassphrase(clara, PASSPHRASE);
    await goTo(fresh, "Keys");
    const card = fresh.locator("section").filter({ hasText: "Garden room", has: fresh.getByRole("heading", { name: "Approve your new device" }) });
    await expectFine(fresh, "keys-own-device");
    await enterCode(page, await readOut(card));
    const answer = await readBack(page);
    await expectFine(page, "own-device-answer");
    await card.getByLabel("The 6 digits that the other device shows then").fill(answer);
    await card.getByRole("button", { name: "Approve this device" }).click();
    await expect(fresh.getByText("Your new device can read now")).toBeVisible();
    await goTo(page, "Documents");
    await expect(await openBeside(page, "Deed")).toContainText(SECRET);
  });

  await test.step("the key that was used opens nothing any more", async () => {
    const third = { ...clara, ...(await newBrowser(browser, { watch, prf: false })) };
    await signIn(third);
    await third.page.getByRole("link", { name: "Use recovery key" }).click();
    await third.page.getByLabel("Recovery key", { exact: true }).fill(file);
    expectComplaint(/device\/recovery/, "403");
    await third.page.getByRole("button", { name: "Continue" }).click();
    await expect(third.page.getByText("Invalid recovery key.")).toBeVisible();
  });
});
