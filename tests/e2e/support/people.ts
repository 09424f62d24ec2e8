/** People in browsers of their own: each signs up, opens or joins an account, and lets a browser keep a key. */
import { readFile } from "node:fs/promises";

import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";

import { withAuthenticator, type Authenticator } from "./authenticator";
import { nextCode } from "./inbox";
import { expect } from "./test";

export interface Person {
  name: string;
  email: string;
  password: string;
  page: Page;
  authenticator: Authenticator;
}

interface Ways {
  watch: (page: Page) => void;
  prf?: boolean;
  looks?: BrowserContextOptions;
}

/** Which of the workers that run at a time this is: no two give out the same address. */
const WORKER = Number(process.env["TEST_PARALLEL_INDEX"] ?? 0);

let born = 0;

/** A network address for every browser: what slows down guessing must not slow down the tests. */
function ownAddress(): string {
  born += 1;
  const now = Date.now();
  return `10.${WORKER * 32 + ((now >> 12) & 31)}.${(now >> 4) & 255}.${(born % 250) + 1}`;
}

/** An empty browser in front of nobody yet. */
export async function newBrowser(browser: Browser, ways: Ways) {
  const context = await browser.newContext({ ...ways.looks, permissions: ["clipboard-read", "clipboard-write"] });
  return inBrowser(context, ways);
}

/** In front of one that is there already, such as one whose folder outlives it. */
export async function inBrowser(context: BrowserContext, { watch, prf = true }: Ways) {
  await context.setExtraHTTPHeaders({ "X-Forwarded-For": ownAddress() });
  await context.addInitScript(() => {
    // The pickers of the system cannot be operated; without them the app saves by a link.
    Reflect.deleteProperty(window, "showSaveFilePicker");
    Reflect.deleteProperty(window, "showDirectoryPicker");
  });
  const page = await context.newPage();
  watch(page);
  return { page, authenticator: await withAuthenticator(page, { prf }) };
}

/** Somebody with an address and a password who has never been here. */
export async function newPerson(browser: Browser, name: string, ways: Ways): Promise<Person> {
  return { ...somebody(name), ...(await newBrowser(browser, ways)) };
}

/** Who that is, wherever they sit. */
export function somebody(name: string): Pick<Person, "name" | "email" | "password"> {
  const [first, last = "somebody"] = name.toLowerCase().split(" ");
  const email = `${first}@${last}-${crypto.randomUUID().slice(0, 8)}.test`;
  return { name, email, password: `${crypto.randomUUID()} apple` };
}

/** From `/register` through the code of the mail to the first page inside. */
export async function signUp({ page, name, email, password }: Person): Promise<void> {
  if (!page.url().includes("/register")) await page.goto("/register");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await page.getByLabel("Verification code").fill(await nextCode(page.request, email));
  await expect(page).not.toHaveURL(/verify-otp/);
}

/** With the password, from the sign-in page. */
export async function signIn({ page, email, password, authenticator }: Person): Promise<void> {
  // The page asks for a passkey from its first moment; these hands are on the keyboard.
  await authenticator.leave();
  if (!page.url().includes("/login")) await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Use password" }).click();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).not.toHaveURL(/login/);
  await authenticator.comeBack();
}

/** Chooses a plan and names the account; the person is its owner from then on. */
export async function openAccount({ page }: Person, displayName: string, plan = "Family"): Promise<void> {
  await expect(page.getByRole("heading", { name: "Choose a plan" })).toBeVisible();
  await page.getByText(plan, { exact: true }).click();
  await page.getByLabel("Account name").fill(displayName);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/welcome/);
}

/** The text of the recovery file that comes by itself, after a check that it is what the dialog shows. */
async function keepRecoveryKey(page: Page, begin: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), begin()]);
  expect(download.suggestedFilename()).toMatch(/^recovery-key-.+-\d{4}-\d{2}-\d{2}\.txt$/);
  const text = await readFile(await download.path(), "utf8");
  const shown = (await page.getByTestId("recovery-key").textContent()) ?? "";
  expect(text.replace(/\s/g, "")).toContain(shown.replace(/\s/g, ""));
  await page.getByLabel(/characters after the dot/).fill(shown.slice(shown.lastIndexOf(".") + 1));
  await page.getByRole("button", { name: "Finish" }).click();
  return text;
}

/** Lets the browser keep its key behind the authenticator, and saves the recovery key. */
export function protectByPasskey({ page }: Person): Promise<string> {
  return keepRecoveryKey(page, () => page.getByRole("button", { name: "Use a passkey", exact: true }).click());
}

/** The same behind a pass-phrase. */
export async function protectByPassphrase({ page }: Person, passphrase: string): Promise<string> {
  const typing = page.getByLabel("Pass-phrase of this browser");
  const choose = page.getByRole("button", { name: "Use a pass-phrase instead" });
  await expect(typing.or(choose)).toBeVisible();
  if (await choose.isVisible()) await choose.click();
  await typing.fill(passphrase);
  await page.getByLabel("Repeat pass-phrase").fill(passphrase);
  return keepRecoveryKey(page, () => page.getByRole("button", { name: "Use this pass-phrase" }).click());
}

/** Somebody who is through all of it: signed up, an account of his own, a key in this browser. */
export async function newOwner(browser: Browser, name: string, account: string, ways: Ways): Promise<Person> {
  const owner = await newPerson(browser, name, ways);
  await becomeOwner(owner, account);
  return owner;
}

/** From an address that nobody knows to the first page of an account of one's own. */
export async function becomeOwner(owner: Person, account: string): Promise<void> {
  await signUp(owner);
  await openAccount(owner, account);
  await protectByPasskey(owner);
  await owner.page.getByRole("button", { name: "Go to Home first" }).click();
  await expect(owner.page).toHaveURL(/\/dashboard/);
}

/** Opens a page of the app by its place in the navigation, without loading it anew. */
export async function goTo(page: Page, place: string): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: place }).click();
}
