/** How one person comes to another: by the link that was handed over, or by the one in the mail. */
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

/** From a link to a browser that has its key and waits, or reads already. */
export async function join(guest: Person, link: string): Promise<void> {
  const { page } = guest;
  await page.goto(link);
  await page.getByRole("link", { name: "Create an account" }).click();
  await signUp(guest);
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await protectByPasskey(guest);
  await page.getByRole("button", { name: "Go to Home first" }).click();
}
