/** The main job: two people share sealed documents, and nothing in between ever held a word of them. */
import { readFile } from "node:fs/promises";

import type { Page } from "@playwright/test";

import { findOnServer } from "./support/canary";
import { note, openBeside, panel, row, tray, upload } from "./support/documents";
import { expectFine } from "./support/looks";
import { stateOf } from "./support/memory";
import { pdf, photo, type Paper } from "./support/papers";
import { goTo, newPerson, openAccount, protectByPasskey, signIn, signUp } from "./support/people";
import { expect, test } from "./support/test";

/** Words nobody else can have written. */
const canary = (what: string) => `${what}${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;

const CONTENT = canary("Insides");
const PASSPORT = canary("Passport");
const PHOTO = canary("Roof");
const NOTE = canary("Notes");
const RENAMED = canary("Renamed");

async function downloaded(page: Page, title: string): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    panel(page, title).getByRole("button", { name: "Download", exact: true }).click(),
  ]);
  return readFile(await file.path());
}

/** Opens a document from the list and sees that something is painted. */
async function look(page: Page, title: string): Promise<void> {
  const canvas = (await openBeside(page, title)).locator("canvas").first();
  await expect(canvas).toBeVisible();
  await expect
    .poll(() =>
      canvas.evaluate((drawn: HTMLCanvasElement) => {
        const { width, height } = drawn;
        if (!width || !height) return 0;
        const colours = new Set<number>();
        const pixels = new Uint32Array(drawn.getContext("2d")?.getImageData(0, 0, width, height).data.buffer ?? []);
        for (let place = 0; place < pixels.length; place += 97) colours.add(pixels[place] ?? 0);
        return colours.size;
      }),
    )
    .toBeGreaterThan(1);
}

test("two people share sealed documents", async ({ browser, watch }) => {
  const papers: [Paper, Paper] = [
    pdf(`${PASSPORT}.pdf`, CONTENT),
    await photo(browser, `${PHOTO}.jpg`, CONTENT),
  ];
  const clara = await newPerson(browser, "Clara Hawthorne", { watch });
  const jonas = await newPerson(browser, "Jonas Weber", { watch });
  const { page: a } = clara;
  const { page: b } = jonas;

  await test.step("Clara signs up and opens an account", async () => {
    await a.goto("/login");
    await expectFine(a, "login");
    await a.getByRole("link", { name: "Create an account" }).click();
    await expectFine(a, "register");
    await signUp(clara);
    await expectFine(a, "subscribe");
    await openAccount(clara, "Hawthorne");
    await expectFine(a, "welcome");
  });

  await test.step("her browser gets a key, and she keeps the recovery key", async () => {
    const file = await protectByPasskey(clara);
    expect(file).toMatch(/^# account-fingerprint: \S{43}$/m);
    await a.getByRole("button", { name: "Go to Home first" }).click();
    await expect(a.getByText("Unlocked")).toBeVisible();
    await expectFine(a, "dashboard-new");
    await goTo(a, "Keys");
    await expect(a.getByRole("heading", { name: "Who can read what" })).toBeVisible();
    await expectFine(a, "keys");
  });

  await test.step("she uploads a PDF and a photo", async () => {
    await goTo(a, "Documents");
    await expect(a.getByRole("button", { name: "Upload", exact: true })).toBeVisible();
    await expectFine(a, "documents-empty");
    await upload(a, papers);
    await expect(a.getByRole("heading", { name: "2 files uploaded" })).toBeVisible();
    await expectFine(a, "documents");
    // What went well leaves by itself.
    await expect(tray(a)).toBeHidden();
  });

  await test.step("she says when the passport expires", async () => {
    await look(a, PASSPORT);
    await expectFine(a, "document-panel");
    await a.getByRole("button", { name: "Edit" }).click();
    await a.getByRole("textbox", { name: "Expires" }).fill("+30");
    await a.getByRole("button", { name: "Save" }).click();
    await expect(row(a, PASSPORT)).toContainText("Expiring");
  });

  const link = await test.step("she invites Jonas by a link of her own", async () => {
    await goTo(a, "Members");
    await expectFine(a, "members");
    await a.getByRole("button", { name: "Invite" }).click();
    await a.getByRole("dialog").getByLabel("Email").fill(jonas.email);
    await expectFine(a, "invite");
    await a.getByRole("dialog").getByRole("button", { name: "Invite" }).click();
    await expect(a.getByRole("heading", { name: "The invitation was sent" })).toBeVisible();
    await expectFine(a, "invited");
    await a.getByRole("button", { name: "Copy link" }).click();
    const copied = await a.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/\/join\/[0-9a-f-]{36}#.{40,}/);
    await a.getByRole("button", { name: "Done" }).click();
    return copied;
  });

  await test.step("Jonas joins in a browser of his own and is let in without a code", async () => {
    await b.goto(link);
    await expect(b).toHaveURL(/\/join\/[0-9a-f-]{36}$/);
    await expectFine(b, "join-stranger");
    await b.getByRole("link", { name: "Create an account" }).click();
    await signUp(jonas);
    await expect(b.getByRole("heading", { name: "Join Hawthorne" })).toBeVisible();
    await expectFine(b, "join");
    await b.getByRole("button", { name: "Join", exact: true }).click();
    await expect(b).toHaveURL(/\/welcome/);
    await protectByPasskey(jonas);
    await b.getByRole("button", { name: "Go to Home first" }).click();
    await expect(b.getByText("Unlocked")).toBeVisible();
    await expect(a.getByText("Can read")).toHaveCount(2);
  });

  await test.step("he reads, looks at and downloads both, byte for byte", async () => {
    await goTo(b, "Documents");
    for (const [paper, title] of [
      [papers[0], PASSPORT],
      [papers[1], PHOTO],
    ] as const) {
      await look(b, title);
      expect((await downloaded(b, title)).equals(paper.buffer)).toBe(true);
    }
    await expectFine(b, "document-photo");
  });

  await test.step("what Clara renames is renamed on his screen", async () => {
    await goTo(a, "Documents");
    await row(a, PASSPORT).click();
    await a.getByRole("button", { name: "Edit" }).click();
    await a.getByLabel("Title").fill(RENAMED);
    await a.getByRole("button", { name: "Save" }).click();
    await expect(row(b, RENAMED)).toBeVisible();
    await expect(row(b, PASSPORT)).toBeHidden();
  });

  await test.step("he adds a document without either reloading, and she sees it", async () => {
    await upload(b, [note(NOTE, CONTENT)]);
    await expect(row(a, NOTE)).toBeVisible();
    await expect(await openBeside(a, NOTE)).toContainText(CONTENT);
  });

  await test.step("locked, nothing is readable; unlocked, all of it is", async () => {
    await a.getByRole("button", { name: "Lock now" }).click();
    await expect(a.getByRole("region", { name: "Locked" })).toBeVisible();
    await expect(a.getByText(RENAMED)).toHaveCount(0);
    await expectFine(a, "locked");
    await a.getByRole("button", { name: "Unlock with passkey" }).click();
    await expect(row(a, RENAMED)).toBeVisible();
  });

  await test.step("signed out and in again, she reads on", async () => {
    await clara.authenticator.leave();
    await a.getByRole("button", { name: clara.email }).click();
    await a.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(a).toHaveURL(/\/login/);
    await signIn(clara);
    await a.getByRole("button", { name: "Unlock with passkey" }).click();
    await goTo(a, "Documents");
    await expect(row(a, RENAMED)).toBeVisible();
  });

  await test.step("the audit log knows what happened", async () => {
    await goTo(a, "Audit log");
    await expect(a.getByText("added a document").first()).toBeVisible();
    await expectFine(a, "audit");
  });

  await test.step("he changes his own name, and she sees what he was called before", async () => {
    await b.goto("/settings/me");
    await b.getByRole("button", { name: "Change name" }).click();
    await b.getByRole("dialog", { name: "Change name" }).getByLabel("Name").fill("Jonas Hawthorne");
    await b.getByRole("dialog", { name: "Change name" }).getByRole("button", { name: "Save" }).click();
    await expect(b.getByRole("heading", { name: "Jonas Hawthorne" })).toBeVisible();
    await goTo(a, "Members");
    await expect(a.getByText(/Changed by themselves on .+\. Before: Jonas Weber/)).toBeVisible();
    await expectFine(a, "members-renamed");
  });

  await test.step("she has dates written in another order, and his browser asks before it goes by it", async () => {
    await a.goto("/settings/account");
    await a.getByRole("button", { name: /Shown as/ }).click();
    await a.getByRole("option").nth(1).click();
    const form = a.locator("form").filter({ hasText: "Shown as" });
    await form.getByRole("button", { name: "Save", exact: true }).click();
    await expect(b.getByText("Use other settings for dates?")).toBeVisible();
    await expectFine(b, "dates-changed");
    await b.getByRole("button", { name: "Use them" }).click();
    await expect(b.getByText("Use other settings for dates?")).toBeHidden();
  });

  await test.step("Jonas leaves, and reads nothing any more", async () => {
    await goTo(b, "Members");
    await b.getByRole("button", { name: "Actions for Jonas Hawthorne" }).click();
    await b.getByRole("menuitem", { name: "Leave this account" }).click();
    await expectFine(b, "members-leave");
    await b.getByRole("alertdialog").getByRole("button", { name: "Leave Hawthorne" }).click();
    await expect(b.getByRole("heading", { name: "Choose a plan" })).toBeVisible();
    await goTo(a, "Members");
    await expect(a.getByText(jonas.email)).toHaveCount(0);
    await expect(a.getByText("Can read")).toHaveCount(1);
  });

  await test.step("nothing but the two browsers ever held a word of it", async () => {
    const words = [CONTENT, PASSPORT, PHOTO, NOTE, RENAMED];
    for (const page of [a, b]) {
      const state = await stateOf(page);
      expect(words.filter((word) => state.includes(word))).toEqual([]);
    }
    expect(await findOnServer(words)).toEqual([]);
    // The search is one that finds: the name of the account is no secret.
    expect((await findOnServer(["Hawthorne"])).length).toBeGreaterThan(0);
  });
});
