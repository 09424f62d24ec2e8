/** What every screen has to stand: the rules of WCAG 2.2 AA as axe checks them, in each look. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { expect } from "./test";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** No finding on what the page shows now. `COFFER_SCREENSHOTS` names a folder that gets a picture of it, too. */
export async function expectFine(page: Page, screen: string): Promise<void> {
  // Colours that still fade are not the colours of the page.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))));
  // Pages have no frames, so that one run in the page sees all of it.
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).setLegacyMode().analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`);
  expect.soft(found, `findings on ${screen}`).toEqual([]);
  await picture(page, screen);
}

export async function picture(page: Page, screen: string): Promise<void> {
  const folder = process.env["COFFER_SCREENSHOTS"];
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${screen.replace(/[^\w-]+/g, "-")}.png`) });
}
