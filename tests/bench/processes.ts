/** Memory and processor time of the processes that draw pages, as the system counts them. */
import { readFileSync } from "node:fs";

import type { Page } from "@playwright/test";

/** Those that draw pages, the busiest first: the others of a browser are kept for pages to come. */
export async function renderersOf(page: Page): Promise<number[]> {
  const browser = page.context().browser();
  const session = browser ? await browser.newBrowserCDPSession() : await page.context().newCDPSession(page);
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo.filter(({ type }) => type === "renderer").sort((a, b) => b.cpuTime - a.cpuTime).map(({ id }) => id);
}

/** Proportional: what several processes share counts in part. */
export function memoryMiB(pid: number): number {
  const [, kib = "0"] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${String(pid)}/smaps_rollup`, "utf8")) ?? [];
  return Number(kib) / 1024;
}

/** Lets go of what nobody holds, in pages and their workers: when that is done by itself is no measure of what is held. */
export async function collectGarbage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Memory.simulatePressureNotification", { level: "critical" });
  await session.detach();
  await page.waitForTimeout(2000);
}

export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${String(pid)}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Of Linux, in a second. */
const TICKS = 100;
