/** What every screen has to stand: the rules of WCAG 2.2 AA as axe checks them, in each look. */
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import type { Page } from "@playwright/test";
import axe from "axe-core";
import { parsePo } from "pofile-ts";

import { expect } from "./test";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

const QUIET_MS = 20_000;

/**
 * Waits until nothing is fetched any more, so that nothing moves. The browser may count a request for ever that a closed page
 * or worker had begun: that is no reason to wait longer, and what is looked at next has a bound of its own.
 */
export async function quiet(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle", { timeout: QUIET_MS }).catch(() => undefined);
}

/** No finding on what the page shows now. `COFFER_TEST_SCREENSHOTS` names a folder that gets a picture of it, too. */
export async function expectFine(page: Page, screen: string): Promise<void> {
  // Colours that still fade are not the colours of the page.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))));
  const found = await findings(page);
  expect.soft(found, `findings on ${screen}`).toEqual([]);
  expect.soft((await fixedWords()).has(placeIn(await page.title())), `"${await page.title()}" is the tab of ${screen}`).toBe(true);
  expect.soft(await page.evaluate(withoutHash), `files without a hash on ${screen}`).toEqual([]);
  expect.soft(await page.evaluate(crooked), `cells of ${screen} beside their column`).toEqual([]);
  await picture(page, screen);
}

/** The cells that do not begin where the head of their column does. */
const crooked = () =>
  [...document.querySelectorAll("[role=grid]")].flatMap((grid) => {
    const rows = [...grid.querySelectorAll("[role=row]")].map((row) => [...row.children].map((cell) => Math.round(cell.getBoundingClientRect().left)));
    const [head, ...others] = grid.querySelector("[role=columnheader]") ? rows : [];
    return head ? others.filter((row) => row.length === head.length && row.join() !== head.join()).map((row) => `${row.join()} below ${head.join()}`) : [];
  });

const CATALOGUES = resolve(__dirname, "../../../web/src/i18n/catalogues");
let words: Promise<ReadonlySet<string>> | undefined;

/** All that the catalogues say without a value in it: the browser keeps the titles of tabs, and nothing that a person wrote. */
function fixedWords(): Promise<ReadonlySet<string>> {
  words ??= (async () => {
    const files = await Promise.all((await readdir(CATALOGUES)).map((file) => readFile(join(CATALOGUES, file), "utf8")));
    return new Set(["", ...files.flatMap((file) => parsePo(file).items.flatMap(({ msgstr }) => msgstr.filter((text) => !text.includes("{"))))]);
  })();
  return words;
}

const placeIn = (title: string): string => title.replace(/^\d+ % · /, "").replace(/(?:^| · )Coffer$/, "");

/** What the browser would take as it comes: every script and stylesheet is named with the hash of its content. */
const withoutHash = () =>
  [...document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>("link[rel=modulepreload], link[rel=stylesheet], script[src]")]
    .filter(({ integrity }) => integrity === "")
    .map((named) => ("src" in named ? named.src : named.href));

/** Pages have no frames, so that one run in the page sees all of it; the checker stays there as long as its document. */
async function findings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (rules) => {
    const { violations } = await window.axe.run(document, { runOnly: rules, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`);
  }, RULES);
}

export async function picture(page: Page, screen: string): Promise<void> {
  const folder = process.env["COFFER_TEST_SCREENSHOTS"];
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${screen.replace(/[^\w-]+/g, "-")}.png`) });
}
