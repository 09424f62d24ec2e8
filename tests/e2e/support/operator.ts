/** What only the operator can do, at the command line of the product under test. */
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Lets somebody administer the platform. */
export async function grantPlatform(email: string): Promise<void> {
  const data = process.env["COFFER_E2E_DATA"];
  if (data === undefined) throw new Error("COFFER_E2E_DATA names the data folder of the product under test.");
  const checkout = resolve(__dirname, "../../..");
  await run(`${checkout}/coffer`, ["admin", "grant", email], { cwd: checkout, env: { ...process.env, COFFER_DATA_DIR: data } });
}
