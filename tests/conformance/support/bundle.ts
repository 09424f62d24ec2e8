/** The reference client in one script, made once for all tests. */
import { createRequire } from "node:module";
import { join } from "node:path";

// Only its types: the program is the one that builds the app, found from there.
import type * as Vite from "vite";

const CLIENT = join(__dirname, "../../peers");
const ofTheApp = createRequire(join(__dirname, "../../../web/package.json"));

let made: Promise<string> | undefined;

export function referenceClient(): Promise<string> {
  made ??= bundle();
  return made;
}

async function bundle(): Promise<string> {
  const { build } = (await import(ofTheApp.resolve("vite"))) as typeof Vite;
  const built = (await build({
    root: CLIENT,
    configFile: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      minify: false,
      lib: { entry: join(CLIENT, "reference_client.js"), formats: ["iife"], name: "reference" },
    },
  })) as Vite.Rolldown.RolldownOutput[];
  const code = built.flatMap(({ output }) => output).find((part) => part.type === "chunk")?.code;
  if (!code) throw new Error("The bundle of the reference client is empty.");
  return code;
}
