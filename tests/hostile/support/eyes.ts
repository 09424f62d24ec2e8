/** What a person sees of a page, line by line: as true, as the server's word, as something to press, or as an alarm. */
import { expect, type Page } from "@playwright/test";

import type { Wire } from "./wire";

export type Kind = "fact" | "word" | "control" | "alert";
/** `kind: text`, in the order of the page. */
export type Seen = readonly string[];

/** The page when it has come to rest: nothing asked, nothing busy, nothing moving, or all of it as `expected`. */
export async function look(page: Page, wire: Wire, expected?: Seen): Promise<Seen> {
  const wanted = JSON.stringify(expected);
  let still = 0;
  let before = "";
  let seen: Seen = [];
  const begun = Date.now();
  await expect(async () => {
    const { busy, lines } = await page.evaluate(read);
    seen = lines.map(withoutClock);
    const now = JSON.stringify(seen);
    still = wire.open === 0 && now === before ? still + 1 : 0;
    before = now;
    // A page that goes on waiting is what there is to see.
    const patience = busy || lines.length < FEW ? PATIENT : RESTED;
    const rests = still >= (now === wanted ? AT_ONCE : patience) || Date.now() - begun > LONGEST;
    expect(rests).toBe(true);
  }).toPass({ intervals: [POLL], timeout: 2 * LONGEST });
  return seen;
}

const POLL = 150;
const AT_ONCE = 3;
const RESTED = 6;
const PATIENT = 20;
const FEW = 50;
const LONGEST = 20_000;

/** Clock times and ages go on by themselves. */
const withoutClock = (line: string): string =>
  line
    .replace(/\b(\d+|a|an) (sec|second|min|minute|hr|hour)s?\.? ago\b|\bjust now\b|\bin \d+ (minute|hour)s?\b|Locks in [\dhm ]+/gi, "⟨ago⟩")
    .replace(/(Checked|Not checked since|Last seen|today at|Today,?|Today at|at) \d{1,2}:\d{2}(:\d{2})?/g, "$1 ⟨clock⟩");

/** Runs in the page. */
function read(): { busy: boolean; lines: string[] } {
  const CONTROLS = "button, a[href], input, select, textarea, [role=button], [role=menuitem], [role=tab], [role=switch], [role=checkbox], [role=option]";
  const ALERTS = "[role=alert], [role=alertdialog]";
  const lines: string[] = [];
  const shown = (element: Element): boolean =>
    // What has no box of its own may still have something in it.
    getComputedStyle(element).display === "contents" || element.checkVisibility({ visibilityProperty: true });
  const tell = (element: Element, text: string) => {
    const said = text.replace(/\s+/g, " ").trim();
    if (!said) return;
    const kind = element.closest(ALERTS) ? "alert" : element.closest("[data-word]") ? "word" : element.closest(CONTROLS) ? "control" : "fact";
    lines.push(`${kind}: ${said}`);
  };
  const NAMES = ["aria-label", "alt", "placeholder", "title", "aria-valuetext"];
  const visit = (element: Element) => {
    if (element.matches("script, style, noscript, template") || !shown(element)) return;
    for (const name of NAMES) {
      const value = element.getAttribute(name);
      if (value) tell(element, value);
    }
    if (element instanceof HTMLTextAreaElement) tell(element, element.value);
    if (element instanceof HTMLInputElement && element.type !== "password") {
      tell(element, element.type === "checkbox" || element.type === "radio" ? (element.checked ? "[x]" : "[ ]") : element.value);
    }
    const checked = element.getAttribute("aria-checked") ?? element.getAttribute("aria-selected");
    if (checked === "true") tell(element, "[x]");
    let text = "";
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) text += child.nodeValue ?? "";
      else if (child instanceof Element) {
        tell(element, text);
        text = "";
        visit(child);
      }
    }
    tell(element, text);
  };
  visit(document.body);
  return { busy: document.querySelector("[aria-busy=true], [data-busy]") !== null, lines };
}
