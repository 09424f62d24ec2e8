/** The page of the benches: the product's crypto worker as it is built for the app, and contenders beside it. */
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  worker: { format: "es" },
  build: { target: "es2023", emptyOutDir: true, modulePreload: { polyfill: false } },
});
