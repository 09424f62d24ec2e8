/**
 * What people wait for in the whole app, with many records: `./coffer bench web` fills an account, and this goes through it.
 *
 * The page tells by itself when what is waited for stands there: an observer of the document looks after every change, and
 * waits for the frame that shows it. Nothing of the tests' driver is in the figures but the keys that it presses.
 */
import { readFileSync, writeFileSync } from "node:fs";

import { chromium, test, type BrowserContext, type Page } from "@playwright/test";

import { goTo, protectByPassphrase } from "../e2e/support/people";
import { expect } from "../e2e/support/test";
import { collectGarbage, cpuSeconds, memoryMiB, renderersOf } from "./processes";
import { framesWhile, instrument, keyed, longestTask, until, type Mark } from "./marks";

interface Plan {
  email: string;
  password: string;
  recoveryFile: string;
  records: number;
  /** Folder of the browser, which outlives its processes. */
  profile: string;
}

const PASSPHRASE = "three lanterns under the bridge";
const TURNS = 9;
const IDLE_MS = 10_000;
const LONGEST_MS = 20 * 60_000;

const found: Record<string, number> = {};
function note(name: string, value: number): void {
  found[name] = Math.round(value * 10) / 10;
  console.log(`${name} ${String(found[name])}`);
}
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

test("the whole app", async ({}, { project }) => {
  test.setTimeout(LONGEST_MS);
  const plan = JSON.parse(readFileSync(process.env["COFFER_BENCH_PLAN"] ?? "", "utf8")) as Plan;
  const { launchOptions, contextOptions, ...use } = project.use;
  const options = { ...launchOptions, ...contextOptions, baseURL: use.baseURL, locale: use.locale, timezoneId: use.timezoneId, viewport: use.viewport };
  const begin = async (): Promise<{ context: BrowserContext; page: Page }> => {
    const context = await chromium.launchPersistentContext(plan.profile, options);
    const page = context.pages()[0] ?? (await context.newPage());
    await page.addInitScript(instrument);
    return { context, page };
  };

  const first = await begin();
  await comeIn(first.page, plan);
  await memory(first.page, "memoryBeforeMiB");
  await cold(first.page, plan);
  await keep(first.page);
  await first.context.close();

  const second = await begin();
  await warm(second.page, plan);
  await list(second.page, plan);
  await another(second.context, second.page, plan);
  await atRest(second.page);
  await second.context.close();

  const third = await begin();
  await home(third.page);
  await third.context.close();
  writeFileSync(process.env["COFFER_BENCH_FIGURES"] ?? "", JSON.stringify(found));
});

async function comeIn(page: Page, { email, password, recoveryFile }: Plan): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Use password" }).click();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("link", { name: "Use recovery key" }).click();
  await page.getByLabel("Recovery key", { exact: true }).fill(recoveryFile);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "I no longer have it. End it" }).click();
  await protectByPassphrase({ name: "", email, password, page, authenticator: null as never }, PASSPHRASE);
  await page.goto("/settings");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/** A list that was never here, over a network that is slower than this machine. */
async function cold(page: Page, { records }: Plan): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const bytesPerSecond = 50e6 / 8;
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", { offline: false, latency: 40, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond });
  const began = await now(page);
  const marks = Promise.all([until(page, { row: true }), until(page, { rows: records })]);
  await goTo(page, "Contacts");
  const [some, whole] = await marks;
  note("coldFirst", some - began);
  note("coldWhole", whole - began);
  note("coldLongestTask", await longestTask(page));
  await session.detach();
}

/** Until its copy is written down, which happens behind what people do. */
async function keep(page: Page): Promise<void> {
  const bytes = (): Promise<number> => page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  for (let before = -1, quiet = 0; quiet < 5; ) {
    await page.waitForTimeout(1000);
    const after = await bytes();
    quiet = after === before ? quiet + 1 : 0;
    before = after;
  }
  note("copyMiB", (await bytes()) / 2 ** 20);
}

/** Another process of the browser, which finds the copy. */
async function warm(page: Page, { records }: Plan): Promise<void> {
  await page.goto("/contacts");
  const field = page.getByLabel("Pass-phrase of this browser");
  const unlocked = page.getByText("Unlocked", { exact: true });
  await expect(field.or(unlocked).first()).toBeVisible();
  const marks = Promise.all([until(page, { unlocked: true }), until(page, { row: true }), until(page, { rows: records })]);
  if (await field.isVisible()) {
    await field.fill(PASSPHRASE);
    await page.getByRole("button", { name: "Unlock", exact: true }).click();
  }
  const [open, some, whole] = await marks;
  note("warmFirst", some - open);
  note("warmWhole", whole - open);
  note("startToWhole", whole);
  note("warmLongestTask", await longestTask(page));
}

/** Of the process that draws the page and runs its workers. */
async function memory(page: Page, name: string): Promise<void> {
  await collectGarbage(page);
  const [renderer] = await renderersOf(page);
  if (renderer !== undefined) note(name, memoryMiB(renderer));
}

/** What is done with an open list. */
async function list(page: Page, { records }: Plan): Promise<void> {
  await page.waitForTimeout(5000);
  await memory(page, "memoryWithListMiB");
  note("memoryMiB", (found["memoryWithListMiB"] ?? NaN) - (found["memoryBeforeMiB"] ?? NaN));
  await longestTask(page);

  const field = page.getByRole("searchbox", { name: "Filter this list" });
  await field.focus();
  const typed: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    typed.push(await keyed(page, turn % 2 ? "Backspace" : "7", { changed: true }));
    await page.waitForTimeout(300);
  }
  if (TURNS % 2) await field.fill("");
  await until(page, { rows: records });
  note("typed", median(typed));
  note("typedWorst", Math.max(...typed));

  await page.getByRole("row").nth(1).click();
  await expect(page.getByRole("complementary").last()).toBeVisible();
  await page.getByRole("row").nth(1).focus();
  const moved: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    moved.push(await keyed(page, "j", { panel: true }));
    await page.waitForTimeout(300);
  }
  note("move", median(moved));
  note("moveWorst", Math.max(...moved));
  await page.keyboard.press("Escape");

  const frames = await framesWhile(page, async () => {
    await page.mouse.move(700, 500);
    for (let turn = 0; turn < 60; turn += 1) {
      await page.mouse.wheel(0, 900);
      await page.waitForTimeout(16);
    }
  });
  const sorted = [...frames].sort((a, b) => a - b);
  note("frame95", sorted[Math.floor(sorted.length * 0.95)] ?? NaN);
  note("longestTask", await longestTask(page));
}

/** Somebody's further row, as a page hears of it that shows the list. */
async function another(context: BrowserContext, page: Page, { records }: Plan): Promise<void> {
  const other = await context.newPage();
  await other.goto("/contacts");
  await other.getByRole("button", { name: "New contact", exact: true }).click();
  const form = other.getByRole("dialog", { name: "New contact" });
  await form.getByRole("textbox", { name: /^Name$/ }).first().fill("Zoe Zimmer");
  await page.bringToFront();
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const worked = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? NaN);
  };
  const there = until(page, { rows: records + 1 });
  const before = await worked();
  await form.getByRole("button", { name: "Create" }).click();
  await there;
  await page.waitForTimeout(1000);
  // All that the page did in that time: the row, and whatever else it was told of.
  note("oneMore", (await worked()) - before);
  note("oneMoreTask", await longestTask(page));
  await other.close();
}

/** A tab that stands open and is not touched. */
async function atRest(page: Page): Promise<void> {
  await page.waitForTimeout(5000);
  const renderers = await renderersOf(page);
  const used = (): number => renderers.map(cpuSeconds).reduce((sum, one) => sum + one, 0);
  const before = used();
  await page.waitForTimeout(IDLE_MS);
  note("idleCpuPercent", (100 * (used() - before)) / (IDLE_MS / 1000));
}

/** What is looked at every morning, from nothing but the copy. */
async function home(page: Page): Promise<void> {
  await page.goto("/dashboard");
  const whole: Mark = { home: true };
  note("startToHome", await until(page, whole));
  note("homeLongestTask", await longestTask(page));
}

const now = (page: Page): Promise<number> => page.evaluate(() => performance.now());
