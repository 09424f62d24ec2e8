/** A phone as the app tells one: narrow, touched, and with a browser that takes pictures for a page. */
import type { Page } from "@playwright/test";

import { expect } from "./test";

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;

/** Browsers of desks do not know the word; those of phones open the camera for it. */
export async function withCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(HTMLInputElement.prototype, "capture", {
      configurable: true,
      get(this: HTMLInputElement) {
        return this.getAttribute("capture") ?? "";
      },
      set(this: HTMLInputElement, way: string) {
        this.setAttribute("capture", way);
      },
    });
  });
}

/**
 * Nothing is wider than the window, and every control can be brought to where a finger reaches it: inside the window, above the bar, below
 * nothing else.
 */
export async function expectReachable(page: Page, screen: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect.soft(overflow, `${screen} is wider than its window`).toBeLessThanOrEqual(0);
  const { looked, wide, lost } = await page.evaluate(outOfReach);
  expect.soft(looked, `controls of ${screen}`).toBeGreaterThan(0);
  expect.soft(wide, `${screen} is scrolled sideways to be read`).toEqual([]);
  expect.soft(lost, `controls of ${screen} that no finger reaches`).toEqual([]);
}

/** Runs in the page. */
function outOfReach(): { looked: number; wide: string[]; lost: string[] } {
  const CONTROLS = "a[href], button, input, select, textarea, [role=tab], [role=button], [role=switch], [role=checkbox], [role=radio]";
  /** Rows of chips and tabs are pushed by a finger, and show that they go on. */
  const pushed = (element: Element | null): boolean => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX } = getComputedStyle(at);
      if ((overflowX === "auto" || overflowX === "scroll") && at.scrollWidth > at.clientWidth) return true;
    }
    return false;
  };
  const nameOf = (element: Element) => `${element.tagName.toLowerCase()} "${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)}"`;
  const seen = (element: Element): boolean => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.closest("[inert]") === null;
  const front = document.querySelector("[role=dialog], [role=alertdialog]");
  const place = front ?? document.body;

  const wide: string[] = [];
  // Where a page scrolls up and down it is read without going sideways, too.
  for (const element of place.querySelectorAll<HTMLElement>("*")) {
    const { overflowX, overflowY } = getComputedStyle(element);
    if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth < 200) continue;
    const scrolls = (overflowX === "auto" || overflowX === "scroll") && (overflowY === "auto" || overflowY === "scroll") && element.scrollHeight > element.clientHeight;
    if (scrolls && element.closest("[data-sideways]") === null) wide.push(nameOf(element).slice(0, 80));
  }

  let looked = 0;
  const lost: string[] = [];
  for (const control of place.querySelectorAll<HTMLElement>(CONTROLS)) {
    if (!control.isConnected || !seen(control)) continue;
    const own = control.getBoundingClientRect();
    // What is drawn for a reader's ears only, and the input under a drawn one.
    if (own.width < 2 || own.height < 2 || control.closest(".unseen") !== null) continue;
    looked += 1;
    control.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = control.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height, 40) / 2];
    const hit = document.elementFromPoint(x, y);
    const label = control.closest("label");
    const isHit = hit !== null && (control.contains(hit) || hit.contains(control) || Boolean(label?.contains(hit)));
    const isInside = box.left >= -1 && box.right <= innerWidth + 1;
    if (!isHit) lost.push(`${nameOf(control)} lies under ${hit ? nameOf(hit) : "nothing"}`);
    else if (!isInside && !pushed(control)) lost.push(`${nameOf(control)} is cut off at ${Math.round(box.left)}–${Math.round(box.right)}`);
  }
  return { looked, wide, lost };
}
