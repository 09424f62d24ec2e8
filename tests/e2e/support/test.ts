/** `test` as every end-to-end test imports it: a page may not complain, not even once. */
import { expect, test as base, type Page } from "@playwright/test";

interface Fixtures {
  /** Watches a page of another browser as strictly as the test's own. */
  watch: (page: Page) => void;
  /** Refusals that a test provokes: the browser writes each of them on the console. */
  expectRefusal: (path: RegExp, status: number) => void;
  complaints: string[];
  refusals: [RegExp, number][];
}

export const test = base.extend<Fixtures>({
  complaints: async ({}, use) => {
    const complaints: string[] = [];
    await use(complaints);
    expect(complaints, "what pages complained of").toEqual([]);
  },
  refusals: async ({}, use) => {
    await use([]);
  },
  expectRefusal: async ({ refusals }, use) => {
    await use((path, status) => void refusals.push([path, status]));
  },
  watch: async ({ complaints, refusals }, use) => {
    await use((page) => {
      // Breaches of the content policy are errors on the console, too.
      page.on("console", (message) => {
        if (message.type() !== "error") return;
        const said = message.text();
        const { url } = message.location();
        const expected = refusals.some(([path, status]) => path.test(url) && said.includes(`status of ${status}`));
        if (!expected) complaints.push(`console: ${said} ${url}`);
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
