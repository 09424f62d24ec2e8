/** What a person sees of a page, line by line: as true, as the server's word, as something to press, or as an alarm. */
import type { Page, Request } from "@playwright/test";

import type { Watching } from "./rest";

export type Kind = "heading" | "fact" | "word" | "control" | "alert";
/** `kind: text`, in the order of the page. */
export type Seen = readonly string[];

export interface Patience {
  /** What is expected: a page that shows all of it is not waited for, whatever it says of itself. */
  expected?: Seen;
  /** Also what the page does only after some seconds. */
  appointments?: boolean;
  /** How long a page that has come to rest may say that it is busy before that is what there is to see. */
  busy?: number;
}

/** The page when it has come to rest. */
export async function look(page: Page, { expected, appointments = false, busy: longest = AGAIN_MS }: Patience = {}): Promise<Seen> {
  const wanted = JSON.stringify(expected);
  for (let until = Infinity; ; ) {
    const { busy, lines } = await atRest(page, appointments);
    until = Math.min(until, Date.now() + longest);
    const seen = lines.map(withoutClock);
    if (!busy || JSON.stringify(seen) === wanted || Date.now() > until) return seen;
    await page.waitForTimeout(POLL_MS);
  }
}

async function atRest(page: Page, appointments: boolean): Promise<{ busy: boolean; lines: string[] }> {
  const asking = questionsOf(page);
  for (let tries = 0; ; tries += 1) {
    try {
      do {
        await page.evaluate(([most, all]) => (window as unknown as Watching).counted.rest(most, all), [LONGEST_MS, appointments] as const);
      } while (asking.size > 0 && (await page.waitForTimeout(POLL_MS), true));
      return await page.evaluate(read);
    } catch (error) {
      // A page that goes elsewhere by itself is looked at there.
      if (tries >= TRIES || page.isClosed()) throw error;
      await page.waitForLoadState();
    }
  }
}

const asked = new WeakMap<Page, Set<Request>>();

/** What a page has asked for and not been given yet, its own parts among it. */
export function questionsOf(page: Page): ReadonlySet<Request> {
  const known = asked.get(page);
  if (known) return known;
  const open = new Set<Request>();
  page.on("request", (request) => open.add(request));
  page.on("response", (response) => void setTimeout(() => open.delete(response.request()), BODY_MS));
  for (const end of ["requestfinished", "requestfailed"] as const) page.on(end as "requestfinished", (request: Request) => open.delete(request));
  asked.set(page, open);
  return open;
}

const TRIES = 5;
/** How long an answer may take after its first byte: a body that nobody reads never ends. */
const BODY_MS = 1000;
const POLL_MS = 50;
const LONGEST_MS = 60_000;
/** A little longer than the app waits before it tries again what it could not open. */
const AGAIN_MS = 4000;

/**
 * The page's own clock stands still (`rest.ts`), so that every age and date on it can be judged. What a worker says of itself
 * comes from a clock of its own: when it has looked, and the minutes of an hour until it locks.
 */
const withoutClock = (line: string): string =>
  line
    .replace(/(Checked|Not checked since) \d{1,2}:\d{2}(:\d{2})?/g, "$1 ⟨clock⟩")
    .replace(/^(fact: Locks in \d+h) \d+m$/, "$1 ⟨clock⟩")
    .replace(/\/join\/([0-9a-f-]{36})#([\w-]+)/g, withoutSecret);

/** The link of an invitation made a moment ago: its id and its secret are new every time, the rest is not. */
function withoutSecret(link: string, id: string, fragment: string): string {
  const bytes = Buffer.from(fragment, "base64url");
  const own = bytes.subarray(1, 17).toString("hex") === id.replaceAll("-", "");
  return own ? `/join/⟨id⟩#${Buffer.concat([bytes.subarray(0, 1), bytes.subarray(17, 33), bytes.subarray(49)]).toString("base64url")}` : link;
}

/** Runs in the page. */
function read(): { busy: boolean; lines: string[] } {
  const CONTROLS = "button, summary, a[href], input, select, textarea, [role=button], [role=menuitem], [role=tab], [role=switch], [role=checkbox], [role=option]";
  const ALERTS = "[role=alert], [role=alertdialog]";
  const HEADINGS = "h1, h2, h3, h4, legend, caption, [role=heading]";
  const lines: string[] = [];
  if (document.querySelector("[data-word=false]")) throw new Error("What is no word of the server's has the mark of one.");
  const shown = (element: Element): boolean =>
    // What has no box of its own may still have something in it.
    getComputedStyle(element).display === "contents" || element.checkVisibility({ visibilityProperty: true });
  const tell = (element: Element, text: string) => {
    const said = text.replace(/\s+/g, " ").trim();
    if (!said) return;
    const kind = element.closest("[data-word]") ? "word" : element.closest(CONTROLS) ? "control" : element.closest(ALERTS) ? "alert" : element.closest(HEADINGS) ? "heading" : "fact";
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
