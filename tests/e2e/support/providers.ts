/** Real identity providers for a test, where the product looks for them. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import type { Page } from "@playwright/test";

const PROGRAM = join(__dirname, "../../peers/identity_providers.js");

/** Undefined when the product under test was started without them. */
export const PROVIDERS_PORT = process.env["COFFER_E2E_PROVIDERS"];

export async function startProviders(coffer: string): Promise<ChildProcess> {
  const program = spawn(process.execPath, [PROGRAM, coffer, PROVIDERS_PORT ?? "0"], { stdio: ["pipe", "pipe", "ignore"] });
  await once(program.stdout, "data");
  return program;
}

/** Says at the provider who one is: an address, or all that the provider is to say. */
export async function beRecognised(page: Page, person: string | Record<string, unknown>): Promise<void> {
  await page.getByLabel("Who are you?").fill(typeof person === "string" ? person : JSON.stringify(person));
  await page.getByRole("button", { name: "Continue" }).click();
}
