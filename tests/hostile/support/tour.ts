/** A browser at one screen of a server that may lie: what is seen there, and what leaves it. */
import type { Browser, Locator, Page } from "@playwright/test";

import { withAuthenticator } from "../../e2e/support/authenticator";
import { newBrowser } from "../../e2e/support/people";
import { look, questionsOf, type Patience, type Seen } from "./eyes";
import type { Oracle } from "./oracle";
import { countWork, hear } from "./rest";
import { SCREENS, type Screen, type ScreenName } from "./screens";
import { isOfNeighbour, putAwayFor, type Kept, type Stage, type Visitors } from "./stage";
import type { Operation } from "./surface";
import { Memory, Wire, type Json, type Lie } from "./wire";

/** What came of one visit: what was seen, part by part, and what left the browser. */
export interface Visit {
  parts: Readonly<Record<string, Seen>>;
  /** What its row would say of the thing that is there and not in sight, which only the server's word keeps there: its title first, then that of what it went with. */
  outOfSight?: readonly string[];
  signed: readonly string[];
  /** What an honest page signs by itself as well, but not every time. */
  mayBeSigned?: readonly string[];
  asked: readonly string[];
  /** Whether its person could do what there is to do, and the app asked for it. */
  done: boolean;
  /** How many answers were changed. */
  told: number;
}

export interface Given {
  browser: Browser;
  operations: readonly Operation[];
  stage: Stage;
  oracle: Oracle;
}

/** The answers that an attacker has at hand about an account: its own older ones, and those of another account. */
export const sourcesFor = (visitor: keyof Visitors, { answers, foreign }: Stage) =>
  isOfNeighbour(visitor) ? { before: foreign, elsewhere: answers } : { before: answers, elsewhere: foreign };

/** The newest heads are signed for everyone who asks, and their age is on the screen. */
const NEVER_KEPT = ["getAccountHead"];
/** What the server gives out only a few times a day. */
const RATIONED = ["getRecoveryEnvelopes"];

/** Of the neighbour's account somebody else is let in meanwhile. */
const memories = new Map<string, Memory>();
function memoryOf(visitor: keyof Visitors): Memory {
  const stands = visitor === "owner" || visitor === "member" || visitor === "administrator";
  const known = memories.get(visitor) ?? new Memory((operation) => (stands ? !NEVER_KEPT.includes(operation) : RATIONED.includes(operation)));
  memories.set(visitor, known);
  return known;
}

/** A browser that has been here before, at one screen of a server that may begin to lie. */
export class Watched {
  private readonly given: Given;
  private readonly screen: Screen;
  readonly wire: Wire;
  /** How often somebody looked. */
  visits = 0;
  /** An honest server refuses what there is to do. */
  refusing = false;
  private page: Page | null = null;

  constructor(given: Given, screen: ScreenName | Screen) {
    this.given = given;
    this.screen = typeof screen === "string" ? SCREENS[screen] : screen;
    this.wire = new Wire(given.operations, memoryOf(this.screen.as ?? "owner"));
    this.wire.lets = ({ operation }) => this.screen.lets?.includes(operation) ?? false;
    this.wire.pretends = (sent) => this.screen.pretends?.[sent.operation]?.(sent, given);
    this.wire.refuses = (operation) => this.refusing && operation === this.screen.does;
  }

  /** Comes in anew, with what this browser kept. */
  async enter(lie: Lie | null, { expected, appointments = false }: { expected?: Visit; appointments?: boolean } = {}): Promise<Visit> {
    const { stage } = this.given;
    this.begin(lie);
    const page = (await this.anew()) ?? (await this.unpacked());
    this.page = page;
    page.setDefaultTimeout(ACT_MS);
    questionsOf(page);
    await page.addInitScript(countWork, stage.at);
    await page.goto(this.screen.path(stage), { timeout: DOOR_MS });
    return this.see(expected, { appointments, busy: BUSY_MS });
  }

  /**
   * Lets the page ask for everything again, as it does when it may have missed something; `heard` comes on its socket
   * before.
   */
  async again(lie: Lie | null, expected?: Visit, heard: readonly Json[] = []): Promise<Visit> {
    if (!this.page) throw new Error("Nobody is there.");
    this.begin(lie);
    if (heard.length) {
      await hear(this.page, heard);
      return this.see(expected);
    }
    const seq = this.wire.position;
    // What one may read has changed, so lists are fetched whole and not only what is new in them.
    await hear(this.page, [
      { v: 1, type: "changed", seq, changes: [{ resource: "role", id: "", by: "" }] },
      { v: 1, type: "resync", seq },
    ]);
    return this.see(expected);
  }

  /** Does something on the page that is open, by which an operation is asked. */
  async act(lie: Lie | null, act: (page: Page) => Promise<void>, does: string): Promise<Visit> {
    if (!this.page) throw new Error("Nobody is there.");
    this.begin(lie);
    const done = await act(this.page).then(() => true, () => false);
    const visit = await this.see();
    return { ...visit, done: done && this.wire.sent.some(({ operation }) => operation === does) };
  }

  /** Takes away what is told of an act for a while. */
  async dismiss(): Promise<void> {
    const notices = this.page?.getByRole("button", { name: "Dismiss", exact: true });
    for (let left = (await notices?.count()) ?? 0; left > 0; left -= 1) await notices?.first().click().catch(() => undefined);
  }

  async leave(): Promise<void> {
    await this.close();
    this.wire.end();
  }

  private async close(): Promise<void> {
    await this.page?.context().close();
    this.page = null;
  }

  /** A browser in which nothing was done yet but what its person kept in it. */
  private async unpacked(): Promise<Page> {
    const looks = { ...(await this.wire.looks()), ...(this.kept && { storageState: this.kept }) };
    return (await newBrowser(this.given.browser, { watch: () => undefined, looks })).page;
  }

  /**
   * The same browser with nothing in it but what its person kept: only the parts of the app itself are there already, and need
   * not be fetched and compiled once more. Whoever keeps nothing gets another browser.
   */
  private async anew(): Promise<Page | null> {
    const { page: before, kept } = this;
    if (!before || !kept) {
      await this.close();
      return null;
    }
    const context = before.context();
    const page = await context.newPage();
    await before.close();
    await context.setStorageState(kept);
    await withAuthenticator(page);
    return page;
  }

  private get kept(): Kept | null {
    return this.given.stage.visitors[this.screen.as ?? "owner"];
  }

  private begin(lie: Lie | null): void {
    this.wire.lie = lie;
    this.wire.told = 0;
    this.wire.answers.length = 0;
    this.wire.sent.length = 0;
  }

  private async see(expected?: Visit, patience: Patience = {}): Promise<Visit> {
    const { page, wire, screen } = this;
    if (!page) throw new Error("Nobody is there.");
    this.visits += 1;
    const parts: Record<string, Seen> = {};
    const see = async (part: string) => {
      const known = expected?.parts[part];
      parts[part] = await look(page, { ...patience, ...(known ? { expected: known } : {}) });
    };
    await see("screen");
    for (const tab of screen.tabs ?? []) {
      const handle = page.getByRole("tab", { name: new RegExp(`^${tab}`) });
      // What cannot be pressed is not there.
      if (await pressed(handle)) await see(tab);
    }
    if (screen.tabs) await pressed(page.getByRole("tab").first());
    let done = true;
    if (screen.act) {
      // What cannot be done at a lie leaves nothing behind, which is seen below; at an honest server it is a fault of the tour.
      done = await screen.act(page, this.given.stage).then(() => true, () => false);
      await see("after");
      const asked = [...wire.answers, ...wire.sent].some(({ operation }) => operation === screen.does);
      done &&= asked;
      await screen.undo?.(page);
    }
    const signed: string[] = [];
    for (const { body } of wire.answers.filter(({ operation }) => operation === "listKeyStatements")) await this.given.oracle.learn(body);
    for (const sent of wire.sent) for (const line of await this.given.oracle.read(sent)) signed.push(`${sent.operation}: ${line}`);
    const asked = [...new Set(wire.answers.map(({ operation }) => operation))].sort();
    return { parts, outOfSight: putAwayFor(screen.as), signed: [...new Set(signed)].sort(), asked, done, told: wire.told };
  }
}

export const linesOf = ({ parts }: Visit): string[] => Object.values(parts).flat();

const pressed = async (handle: Locator): Promise<boolean> => (await handle.isVisible()) && handle.click().then(() => true, () => false);

const ACT_MS = 4000;
const DOOR_MS = 60_000;
/** At rest, and still busy by its own word: twice as long as the app waits before it tries again what it could not open. */
const BUSY_MS = 6000;
