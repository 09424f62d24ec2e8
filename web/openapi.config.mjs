/**
 * How the typed calls in `src/api` are made from the OpenAPI document of the server.
 *
 * What the doors need stands in a file of its own: it travels before anybody has signed in. So does what the pages of the
 * workspace ask besides documents: it comes with them. The rest comes with the inside.
 */

const AT_THE_DOORS = ["getSession", "listPasskeys", "listProviders", "sendCode", "signOut"];

const WORKSPACE = /^\/(contact|task)\b|^\/api\/(vendors|profile|topics|statuses|saved-filters)/;
const isOfTheWorkspace = (_name, { path }) => WORKSPACE.test(path);

// Some lists are read by POST; their names say that they read.
const endpointOverrides = [{ pattern: /^(list|get|search)/, type: "query" }];

/** @type {import("@rtk-query/codegen-openapi").ConfigFile} */
export default {
  schemaFile: process.env["COFFER_OPENAPI"] ?? "openapi.json",
  apiFile: "./src/api/baseApi.ts",
  apiImport: "baseApi",
  encodePathParams: true,
  // `api/http.ts` writes the query, and writes it for every call: what came encoded would be encoded twice.
  encodeQueryParams: false,
  hooks: true,
  tag: false,
  outputFiles: {
    "./src/api/doors.generated.ts": { exportName: "doorsApi", filterEndpoints: AT_THE_DOORS, endpointOverrides },
    "./src/api/generated.ts": {
      exportName: "generatedApi",
      filterEndpoints: (name, definition) => !AT_THE_DOORS.includes(name) && !isOfTheWorkspace(name, definition),
      endpointOverrides,
    },
    "./src/api/workspace.generated.ts": { exportName: "workspaceApi", filterEndpoints: isOfTheWorkspace, endpointOverrides },
  },
};
