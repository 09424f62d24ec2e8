/** When something stands on a page, by the page's own clock and in the frame that shows it. */
import type { Page } from "@playwright/test";

/** What is waited for: all of what is named. */
export interface Mark {
  /** One row of the list. */
  row?: boolean;
  /** So many rows, whether they are in sight or not. */
  rows?: number;
  /** Another number of rows than at the moment of the question. */
  changed?: boolean;
  /** Another title on the panel beside the list. */
  panel?: boolean;
  unlocked?: boolean;
  /** The parts of Home have all they wait for. */
  home?: boolean;
  /** Counted from the next key instead of the beginning of the page. */
  fromKey?: boolean;
}

interface Bench {
  until: (mark: Mark) => Promise<number>;
  /** What is waited for until it is asked for. */
  armed?: Promise<number>;
  longest: () => number;
  frames: (on: boolean) => number[];
}

declare global {
  interface Window {
    bench: Bench;
  }
}

/** Runs in the page, before anything of the app. */
export function instrument(): void {
  let longest = 0;
  new PerformanceObserver((entries) => {
    for (const { duration } of entries.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: "longtask", buffered: true });
  const rows = () => Number(document.querySelector("[role=grid]")?.getAttribute("aria-rowcount") ?? 0) - 1;
  const panel = () => [...document.querySelectorAll("aside[aria-label], [role=complementary]")].at(-1)?.getAttribute("aria-label") ?? "";
  let key = 0;
  addEventListener("keydown", (event) => (key = event.timeStamp), true);
  let frames: number[] = [];
  let running = false;
  window.bench = {
    longest: () => {
      const told = longest;
      longest = 0;
      return told;
    },
    frames: (on) => {
      running = on;
      const taken = frames;
      frames = [];
      let last = performance.now();
      const tick = (at: number) => {
        frames.push(at - last);
        last = at;
        if (running) requestAnimationFrame(tick);
      };
      if (on) requestAnimationFrame(tick);
      return taken;
    },
    until: (mark) =>
      new Promise((resolve) => {
        const [before, title] = [rows(), panel()];
        key = 0;
        const isThere = (): boolean =>
          (!mark.row || document.querySelector("[role=row][aria-selected], [role=row][aria-rowindex='2']") !== null) &&
          (mark.rows === undefined || rows() === mark.rows) &&
          (!mark.changed || rows() !== before) &&
          (!mark.panel || panel() !== title) &&
          (!mark.unlocked || document.body.textContent.includes("Unlocked")) &&
          (!mark.home || (document.querySelector("main h2") !== null && document.querySelector("main [aria-busy=true]") === null)) &&
          (!mark.fromKey || key > 0);
        const look = () => {
          if (!isThere()) return false;
          observer.disconnect();
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            // After the frame, not before it.
            channel.port1.onmessage = () => resolve(performance.now() - (mark.fromKey ? key : 0));
            channel.port2.postMessage(null);
          });
          return true;
        };
        const observer = new MutationObserver(() => void look());
        if (!look()) observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      }),
  };
}

export const until = (page: Page, mark: Mark): Promise<number> => page.evaluate((wanted) => window.bench.until(wanted), mark);

/** From the moment of a key to the frame in which the page shows what it did. */
export async function keyed(page: Page, key: string, mark: Mark): Promise<number> {
  // Keys overtake questions: the page looks out before the key is pressed.
  await page.evaluate((wanted) => void (window.bench.armed = window.bench.until(wanted)), { ...mark, fromKey: true });
  await page.keyboard.press(key);
  return page.evaluate(() => window.bench.armed ?? NaN);
}

/** Of the main thread since this was asked last, in milliseconds; 0 where none took 50. */
export const longestTask = (page: Page): Promise<number> => page.evaluate(() => window.bench.longest());

/** How long each frame took while something was done. */
export async function framesWhile(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => window.bench.frames(true));
  await act();
  return page.evaluate(() => window.bench.frames(false));
}
