/** How one person comes to another: by the link that was handed over, or by the one in the mail. */
import type { Locator, Page } from "@playwright/test";

import { nextMail } from "./inbox";
import { goTo, protectByPasskey, signUp, type Person } from "./people";
import { expect } from "./test";

/** Invites, and gives back the secure link that the dialog shows. */
export async function invite({ page }: Person, guest: Person): Promise<string> {
  await goTo(page, "Members");
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(guest.email);
  await dialog.getByRole("button", { name: "Invite" }).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/join\/[0-9a-f-]{36}#.{40,}/);
  await page.getByRole("button", { name: "Done" }).click();
  return link;
}

/** The link of the mail: enough to join, not to be let in. */
export async function linkInMail({ page, email }: Person): Promise<string> {
  const mail = await nextMail(page.request, email, ({ links }) => links.some((link) => link.includes("/join/")));
  const link = new URL(mail.links.find((one) => one.includes("/join/")) ?? "");
  expect(link.hash).toBe("");
  return link.pathname;
}

/** From a link to a member whose browser has no key yet. */
export async function becomeMember(guest: Person, link: string): Promise<void> {
  const { page } = guest;
  await page.goto(link);
  await page.getByRole("link", { name: "Create an account" }).click();
  await signUp(guest);
  await page.getByRole("button", { name: "Join", exact: true }).click();
}

/** From a link to a browser that has a key. */
async function comeIn(guest: Person, link: string): Promise<void> {
  await becomeMember(guest, link);
  await protectByPasskey(guest);
}

/** With the secure link: to a browser that waits, or reads already. */
export async function join(guest: Person, link: string): Promise<void> {
  await comeIn(guest, link);
  await guest.page.getByRole("button", { name: "Go to Home first" }).click();
}

/** With the link of the mail: to a browser that asks for the safety code. */
export async function joinByMail(guest: Person): Promise<void> {
  await comeIn(guest, await linkInMail(guest));
  await expect(codeField(guest.page)).toBeVisible();
}

/** Where the digits are typed that somebody reads out. */
export const codeField = (page: Page) => page.getByLabel(/^The 20 digits/);

/** Types digits as they are heard, and waits until this browser has said what became of them. */
export async function enterCode(page: Page, digits: string): Promise<void> {
  await codeField(page).fill(digits);
  await page.getByRole("button", { name: "Check the code" }).click();
}

/** The digits on a screen, as somebody reads them out. */
export async function readOut(page: Page | Locator): Promise<string> {
  const list = page.getByRole("list", { name: "Safety code" });
  await expect(list).toBeVisible();
  return (await list.innerText()).replace(/\D/g, "");
}

/** The digits that are read back. */
export async function readBack(page: Page): Promise<string> {
  const list = page.getByRole("list", { name: "Digits to read back" });
  await expect(list).toBeVisible();
  return (await list.innerText()).replace(/\D/g, "");
}
