/** Unit tests of the web app; a file that needs a document says so in its first line. */
import { defineConfig } from "vitest/config";

import { po } from "./build/po.ts";

export default defineConfig({
  plugins: [po()],
  test: { include: ["src/**/*.test.{ts,tsx}", "build/**/*.test.ts"], environment: "node", maxWorkers: 2, testTimeout: 60_000 },
});
