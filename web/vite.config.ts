/** How the web app is built: strict enough for the content policy, split so that sign-in stays small. */
import localesPlugin from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

import { icons } from "./build/icons.ts";
import { integrity } from "./build/integrity.ts";
import { layers } from "./build/layers.ts";
import { names } from "./build/names.ts";
import { companyOf, partOf } from "./build/parts.ts";
import { po } from "./build/po.ts";

const api = process.env["COFFER_API"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [
    react(),
    po(),
    names(),
    icons(),
    { ...localesPlugin.vite({ locales: ["en-US", "de-DE", "fr-FR", "es-ES", "ar-AE"] }), enforce: "pre" },
    layers(),
    integrity(),
  ],
  // React has brought it itself since version 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: "react" }] },
  worker: { format: "es" },
  build: {
    target: "es2023",
    // Both have `light-dark()`; without it the themes would be written twice.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    manifest: true,
    // A data: URL would need an exception in the content policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Also what stands alone is announced before it is loaded, because the announcement carries its hash.
      resolveDependencies: (file, files, { hostType }) =>
        hostType === "js" && !files.includes(file) ? [file, ...files] : files,
    },
    rolldownOptions: {
      // What only reads something of a module that nobody uses is no reason to keep it.
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
            { name: "state", test: /node_modules[\\/](@reduxjs|react-redux|redux|immer|reselect)[\\/]/, priority: 1 },
            { name: partOf(import.meta.dirname), debugName: "parts" },
            { name: companyOf(import.meta.dirname), debugName: "company", includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ["/api", "/roles", "/settings", "/device", "/socket", "/blobs", "/openapi.json", "/dev"].map((path) => [
        path,
        { target: api, changeOrigin: false, ws: path === "/socket" },
      ]),
    ),
  },
});
