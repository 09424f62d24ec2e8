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
  // Nothing is proven of a page that has not been drawn yet.
  await expect.poll(async () => (await page.evaluate(outOfReach)).looked, `controls of ${screen}`).toBeGreaterThan(0);
  const { wide, lost } = await page.evaluate(outOfReach);
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
  // What is open over a page is the page; a panel beside a list is one, too.
  const place = document.querySelector("[role=dialog], [role=alertdialog]") ?? document.querySelector("main aside") ?? document.body;

  const wide: string[] = [];
  // Where a page scrolls up and down it is read without going sideways, too.
  for (const element of place.querySelectorAll<HTMLElement>("*")) {
    const { overflowX, overflowY } = getComputedStyle(element);
    if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth < 200) continue;
    const scrolls = (overflowX === "auto" || overflowX === "scroll") && (overflowY === "auto" || overflowY === "scroll") && element.scrollHeight > element.clientHeight;
    if (scrolls) wide.push(nameOf(element).slice(0, 80));
  }

  let looked = 0;
  const lost: string[] = [];
  for (const control of place.querySelectorAll<HTMLElement>(CONTROLS)) {
    if (!control.isConnected || !seen(control) || control.closest("[aria-hidden=true]") !== null) continue;
    // Of a tick and a switch the label is pressed.
    const pressed = control.closest("label") ?? control;
    const own = pressed.getBoundingClientRect();
    // What is there for ears only, the input under a drawn one, and the link that comes with the focus.
    if (own.width < 2 || own.height < 2 || control.closest(".unseen") !== null || control.getAttribute("href") === "#main") continue;
    looked += 1;
    pressed.scrollIntoView({ block: "nearest", inline: "center" });
    const box = pressed.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height, 40) / 2];
    const hit = document.elementFromPoint(x, y);
    const isHit = hit !== null && pressed.contains(hit);
    const isInside = box.left >= -1 && box.right <= innerWidth + 1;
    if (!isHit) lost.push(`${nameOf(control)} lies under ${hit ? nameOf(hit) : "nothing"}`);
    else if (!isInside && !pushed(control)) lost.push(`${nameOf(control)} is cut off at ${Math.round(box.left)}–${Math.round(box.right)}`);
  }
  return { looked, wide, lost };
}
