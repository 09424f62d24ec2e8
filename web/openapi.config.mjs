/**
 * How the typed calls in `src/api` are made from the OpenAPI document of the server.
 *
 * What the doors need stands in a file of its own: it travels before anybody has signed in. So does what the pages of the
 * workspace ask besides documents: it comes with them. The rest comes with the inside.
 */

const AT_THE_DOORS = ["getSession", "listPasskeys", "listProviders", "sendCode", "signOut"];

/**
 * Asked by other ways than generated calls. Only the types of their questions and answers are of use: they stand in a file that no
 * module imports but for types, so that what nobody calls does not travel.
 */
export const CALLED_OTHERWISE = [
  "addFileWraps", "addPasskey", "attachDevice", "cancelInvitation", "changeEmail", "changePassword",
  "confirmSession", "createPlatformUser", "createUploadSession", "deleteContact", "deleteRole", "deleteUser",
  "dropUnlockShare", "finaliseUpload", "getAccountAsOf", "getAccountHead", "getAccountInvite", "getAuditProofs", "getAuthStatus", "getBlob",
  "getDocuments", "getAuditBundle", "getFileBundle", "getPasskeyOptionsByPost", "getPasskeyRegistrationOptions",
  "getRecoveryEnvelopes", "getRoleBundle", "getThingAsOf", "getThumbnailBundle", "getUnlockShare", "getUser", "grantRoleKey",
  "inviteUser", "keepUnlockShare", "listAccountAuditLogs", "listAccountLeaves", "listChains", "listContacts",
  "listDevicePublicKeys", "listDocuments", "listEmails", "listKeyStatements", "listMissingWraps", "listMyAuditLogs",
  "listPendingDevices", "listRoleWraps", "listSavedFilters", "listSuspiciousActivities", "listTasks", "listThingsAsOf",
  "postKeyStatements", "putBlobPart", "refusePendingDevice", "removeUser", "requestEmailChange",
  "requestPasswordReset", "resetPassword", "rollRoleKey", "searchAnalytics", "sendBulkEmail", "sendCustomEmail", "sendEmail",
  "setUserPassword", "setUserRole", "signInByCode", "signInByEmail", "signInByPasskey", "signInBySocialIdentity",
  "signUpByEmail", "stopImpersonating", "verifyAccount",
];

const WORKSPACE = /^\/(contact|task)\b|^\/api\/(vendors|profile|topics|statuses|saved-filters)/;
const isOfTheWorkspace = (name, { path }) => WORKSPACE.test(path) && !CALLED_OTHERWISE.includes(name);

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
      filterEndpoints: (name, { path }) => !AT_THE_DOORS.includes(name) && !CALLED_OTHERWISE.includes(name) && !WORKSPACE.test(path),
      endpointOverrides,
    },
    "./src/api/workspace.generated.ts": { exportName: "workspaceApi", filterEndpoints: isOfTheWorkspace, endpointOverrides },
    "./src/api/typesOnly.generated.ts": { exportName: "typesOnlyApi", filterEndpoints: CALLED_OTHERWISE, endpointOverrides },
  },
};
