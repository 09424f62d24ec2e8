/** `test` as every end-to-end test imports it: a page may not complain, not even once. */
import { expect, test as base, type Page } from "@playwright/test";

interface Fixtures {
  /** Watches a page of another browser as strictly as the test's own. */
  watch: (page: Page) => void;
  complaints: string[];
}

export const test = base.extend<Fixtures>({
  complaints: async ({}, use) => {
    const complaints: string[] = [];
    await use(complaints);
    expect(complaints, "what pages complained of").toEqual([]);
  },
  watch: async ({ complaints }, use) => {
    await use((page) => {
      // Breaches of the content policy are errors on the console, too.
      page.on("console", (message) => {
        if (message.type() === "error") complaints.push(`console: ${message.text()}`);
      });
      page.on("pageerror", (error) => complaints.push(`thrown: ${error.message}`));
      page.on("response", (response) => {
        if (response.status() >= 500) complaints.push(`${response.status()} ${response.url()}`);
      });
    });
  },
  page: async ({ page, watch }, use) => {
    watch(page);
    await use(page);
  },
});

export { expect };
