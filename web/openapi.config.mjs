/** How the typed calls in `src/api/generated.ts` are made from the OpenAPI document of the server. */

/** @type {import("@rtk-query/codegen-openapi").ConfigFile} */
export default {
  schemaFile: process.env["COFFER_OPENAPI"] ?? "openapi.json",
  apiFile: "./src/api/baseApi.ts",
  apiImport: "baseApi",
  exportName: "generatedApi",
  outputFile: "./src/api/generated.ts",
  encodePathParams: true,
  encodeQueryParams: true,
  hooks: true,
  tag: false,
  // Some lists are read by POST; their names say that they read.
  endpointOverrides: [{ pattern: /^(list|get|search)/, type: "query" }],
};
