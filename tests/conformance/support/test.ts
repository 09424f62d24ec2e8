/** `test` as every conformance test imports it: browsers are closed when it is over. */
import { expect, test as base } from "@playwright/test";

export const test = base.extend<{ closing: void }>({
  closing: [
    async ({ browser }, use) => {
      await use();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});

export { expect };
