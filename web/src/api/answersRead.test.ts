/**
 * Which answers to writes reach the app is said in one table, `answersRead.json`: all others are dropped where they come in.
 *
 * A hostile server can put into them what it likes (`tests/hostile`), and nobody who begins to read one forgets to have it judged.
 */
import { configureStore } from "@reduxjs/toolkit";
import ts from "typescript";
import { afterEach, expect, test, vi } from "vitest";

import table from "../../answersRead.json";
import { baseApi } from "./baseApi";
import { doorsApi } from "./doors.generated";
import { generatedApi } from "./generated";
import { workspaceApi } from "./workspace.generated";

afterEach(() => vi.unstubAllGlobals());

/** What the app asks past the generated calls, by path: what is sent there never lies in the store. */
const BY_PATH: Readonly<Record<string, string>> = {
  "/api/uploads/session": "createUploadSession",
  "/documents/update": "updateDocuments",
  "/api/auth/invite": "inviteUser",
  "/api/auth/sign-in/social": "signInBySocialIdentity",
  "/email.bulkSend": "sendBulkEmail",
};
/** Asked by POST, and nothing is written: judged as lists are. */
const READING = ["/document/ids", "/api/auth/keys/chain", "/api/auth/get-account-invite", "/api/auth/passkey/generate-authenticate-options"];

const AT_CALLS = ["createUploadSession", "inviteUser", "sendBulkEmail", "signInBySocialIdentity"];

test("a mutation of the store has an answer where the table says so", async () => {
  // Each module says which of its own are read.
  const modules = import.meta.glob(["./*.ts", "!./*.test.ts"]);
  for (const load of Object.values(modules)) await load();
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ data: "planted" }))));
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer },
    middleware: (usual) => usual().concat(baseApi.middleware),
  });
  const read: string[] = [];
  for (const endpoints of [doorsApi.endpoints, generatedApi.endpoints, workspaceApi.endpoints]) {
    for (const [name, endpoint] of Object.entries<object>(endpoints)) {
      if ("useQuery" in endpoint || "useInfiniteQuery" in endpoint) continue;
      const { initiate } = endpoint as typeof generatedApi.endpoints.revokeSession;
      const { data } = await store.dispatch(initiate({} as never));
      if (data) read.push(name);
    }
  }
  expect([...new Set([...read, ...AT_CALLS])].sort()).toEqual(table);
});

test("a call beside them has an answer where the table says so", () => {
  const sources = import.meta.glob(["../**/*.{ts,tsx}", "!../**/*.test.*", "!../**/testing/**"], { query: "?raw", import: "default", eager: true });
  const paths = Object.entries(sources).flatMap(([file, text]) => (String(text).includes("reads: true") ? pathsRead(file, String(text)) : []));
  expect([...new Set(paths)].sort()).toEqual([...Object.keys(BY_PATH), ...READING].sort());
  expect(table).toEqual(expect.arrayContaining(Object.values(BY_PATH)));
});

/** The paths of the calls that say `reads: true`; what an endpoint says of itself is seen above. */
function pathsRead(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === "reads" && node.initializer.kind === ts.SyntaxKind.TrueKeyword) {
      const said = node.parent;
      const isOfEndpoint = ts.isPropertyAssignment(said.parent) && said.parent.name.getText() === "extraOptions";
      if (!isOfEndpoint) found.push(pathOf(source, said));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function pathOf(source: ts.SourceFile, made: ts.ObjectLiteralExpression): string {
  const path = made.properties.find((one): one is ts.PropertyAssignment => ts.isPropertyAssignment(one) && one.name.getText() === "path")?.initializer;
  const text = path && literal(source, path);
  if (!text) throw new Error(`Which path is read? ${made.getText()}`);
  return text;
}

/** A literal, `auth("...")` of the keyring, or a constant of the same file that is one of them. */
function literal(source: ts.SourceFile, path: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(path)) return path.text;
  if (ts.isCallExpression(path) && path.expression.getText() === "auth" && path.arguments[0] && ts.isStringLiteralLike(path.arguments[0])) {
    return `/api/auth/${path.arguments[0].text}`;
  }
  if (!ts.isIdentifier(path)) return undefined;
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (name.getText() === path.text && initializer) return literal(source, initializer);
    }
  }
  return undefined;
}
