/** `test` as every end-to-end test imports it: a page may not complain, not even once. */
import { expect, test as base, type BrowserContext, type Page } from "@playwright/test";

interface Fixtures {
  /** Watches a page of another browser as strictly as the test's own. */
  watch: (page: Page) => void;
  /** What a test provokes: the browser writes each refused or broken call on the console. */
  expectComplaint: (address: RegExp, words: string) => void;
  complaints: string[];
  expected: [RegExp, string][];
}

/** What stood on every page when a test failed: pictures and traces are not there where only the output is kept. */
async function tell(title: string, browsers: readonly BrowserContext[], complaints: readonly string[]): Promise<void> {
  console.log(`\n${title}: what pages complained of`, complaints);
  for (const page of browsers.flatMap((browser) => browser.pages())) {
    const seen = await page.locator("body").ariaSnapshot({ timeout: 5000 }).catch(String);
    console.log(`\n${title}: ${page.url()}\n${seen}`);
  }
}

const PROOFS = /sign-in|verify-authentication|confirm/;

export const test = base.extend<Fixtures>({
  complaints: async ({}, use) => {
    const complaints: string[] = [];
    await use(complaints);
    expect(complaints, "what pages complained of").toEqual([]);
  },
  expected: async ({}, use) => {
    await use([]);
  },
  expectComplaint: async ({ expected }, use) => {
    await use((address, words) => {
      // A page that knows its session has ended asks for nothing: only a proof that proves nothing is refused like that.
      if (!PROOFS.test(address.source)) expect(words, "what a page may complain of").not.toContain("401");
      expected.push([address, words]);
    });
  },
  watch: async ({ complaints, expected }, use, info) => {
    const browsers = new Set<BrowserContext>();
    await use((page) => {
      browsers.add(page.context());
      // Breaches of the content policy are errors on the console, too.
      page.on("console", (message) => {
        if (message.type() !== "error") return;
        const said = message.text();
        const { url } = message.location();
        if (!expected.some(([address, words]) => address.test(url) && said.includes(words))) complaints.push(`console: ${said} ${url}`);
      });
      page.on("pageerror", (error) => complaints.push(`thrown: ${error.message}`));
      page.on("response", (response) => {
        if (response.status() >= 500) complaints.push(`${response.status()} ${response.url()}`);
      });
    });
    if (info.status !== info.expectedStatus) await tell(info.title, [...browsers], complaints);
    // Left open, the people of every test before would go on listening, locking and asking beside this one.
    await Promise.all([...browsers].map((one) => one.close()));
  },
  page: async ({ page, watch }, use) => {
    watch(page);
    await use(page);
  },
});

export { expect };
