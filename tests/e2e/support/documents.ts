/** What people do on the list of documents: bring files in, find them, open them beside the list. */
import { expect, type Locator, type Page } from "@playwright/test";

import type { Paper } from "./papers";

export const row = (page: Page, title: string): Locator => page.getByRole("row").filter({ hasText: title });
export const panel = (page: Page, title: string): Locator => page.getByRole("complementary", { name: title });
export const tray = (page: Page): Locator => page.getByRole("region", { name: "Uploads" });

/** Through the field behind the button, which is what a chosen file comes through. */
export async function choose(page: Page, files: Paper[]): Promise<void> {
  await expect(page.getByRole("heading", { name: "Documents", level: 1 })).toBeVisible();
  await page.locator("input[type=file]").first().setInputFiles(files);
}

/** A file whose name is its title, and which is text that a preview shows. */
export function note(title: string, text: string): Paper {
  return { name: `${title}.txt`, mimeType: "text/plain", buffer: Buffer.from(text) };
}

export async function upload(page: Page, files: Paper[]): Promise<void> {
  await choose(page, files);
  for (const { name } of files) await expect(row(page, name.replace(/\.\w+$/, ""))).toBeVisible();
}

/** Opens a document from the list, without its file being there yet. */
export async function openBeside(page: Page, title: string): Promise<Locator> {
  await row(page, title).click();
  await expect(panel(page, title)).toBeVisible();
  return panel(page, title);
}
