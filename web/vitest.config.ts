/** Unit tests of the web app; a file that needs a document says so in its first line. */
import { defineConfig } from "vitest/config";

import { po } from "./build/po.ts";

const MINUTE = 60_000;

export default defineConfig({
  plugins: [po()],
  test: {
    include: ["src/**/*.test.{ts,tsx}", "build/**/*.test.ts"],
    environment: "node",
    setupFiles: ["build/patience.ts", "build/layout.ts"],
    maxWorkers: 2,
    // A busy machine is slow and not wrong.
    testTimeout: 2 * MINUTE,
    hookTimeout: 2 * MINUTE,
    expect: { poll: { timeout: MINUTE } },
  },
});
