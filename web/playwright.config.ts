/**
 * The whole product in a real Chromium.
 *
 * `./test` starts the product, finds the browser and names both here; so can anybody:
 * `COFFER_E2E_URL=http://localhost:8000 CHROME_PATH=/usr/bin/chromium npx playwright test`.
 */
import { defineConfig } from "@playwright/test";

const OF_BROWSER = "COFFER_BROWSER_";
const MINUTE = 60_000;

/** Variables that only the browser may see: libraries and fonts it was unpacked with. */
const browserEnvironment = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (name.startsWith(OF_BROWSER)) return [[name.slice(OF_BROWSER.length), value]];
    return [[name, value]];
  }),
);

export default defineConfig({
  projects: [
    // What fails once is told and tried once more; an attack that succeeds once has succeeded.
    { name: "journeys", testDir: "../tests/e2e", retries: 1 },
    { name: "conformance", testDir: "../tests/conformance", retries: 1 },
    // To be looked at, by `./coffer dev pictures`.
    { name: "pictures", testDir: "../tests/pictures" },
    // Timed, by `./coffer bench web`.
    { name: "bench", testDir: "../tests/bench" },
    { name: "stage", testDir: "../tests/hostile", testMatch: "*.setup.ts" },
    { name: "hostile", testDir: "../tests/hostile", dependencies: ["stage"] },
  ],
  outputDir: "test-results",
  // People of different files never meet: each file's are its own, and come from addresses of their own.
  fullyParallel: false,
  // They wait for the product as long as they compute. Addresses of browsers are reckoned for up to four.
  workers: 3,
  forbidOnly: Boolean(process.env["CI"]),
  // A busy machine is slow and not wrong: what is waited for has minutes, and what takes longer hangs.
  timeout: 15 * MINUTE,
  expect: { timeout: MINUTE, toPass: { timeout: MINUTE } },
  use: {
    baseURL: process.env["COFFER_E2E_URL"] ?? "http://localhost:8000",
    browserName: "chromium",
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Zurich",
    // A moving page is drawn again and again, without a graphics card by the processor that the product needs.
    contextOptions: { reducedMotion: "reduce" },
    // A trace copies the page at every step, which takes as long as many of the steps: `COFFER_TEST_TRACE=1` asks for it.
    trace: process.env["COFFER_TEST_TRACE"] ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    actionTimeout: MINUTE,
    launchOptions: {
      executablePath: process.env["CHROME_PATH"],
      env: browserEnvironment,
      args: [
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-quic",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
});
