/** Where the machine looks: each screen with what it shows, and what its person does there that is signed. */
import type { Browser, Locator, Page } from "@playwright/test";

import { newBrowser } from "../../e2e/support/people";
import { look, questionsOf, type Patience, type Seen } from "./eyes";
import type { Oracle } from "./oracle";
import type { Ids, Stage } from "./stage";
import { countWork, hear } from "./rest";
import type { Operation } from "./surface";
import { Wire, type Lie } from "./wire";

interface Screen {
  path: (ids: Ids) => string;
  /** Parts of the screen that come by a click. */
  tabs?: readonly string[];
  /** What the person does, with values of his own; what he signs is compared with what he would sign at an honest server. */
  act?: (page: Page) => Promise<void>;
  as?: "member";
}

const beside = (page: Page) => page.getByRole("complementary").last();
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();

async function edit(page: Page, field: string, text: string) {
  await beside(page).getByRole("button", { name: "Edit" }).click();
  await beside(page).getByLabel(field).first().fill(text);
  await beside(page).getByRole("button", { name: "Save" }).click();
}

async function rename(page: Page, name: string) {
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  await page.getByLabel("Name", { exact: true }).fill("Renamed");
  await save(page);
}

export const SCREENS = {
  home: { path: () => "/dashboard" },
  documents: { path: () => "/documents" },
  document: { path: ({ document }) => `/documents?open=${document}`, tabs: ["Access", "Activity", "Versions"] },
  "edit document": { path: ({ document }) => `/documents?open=${document}`, act: (page) => edit(page, "Title", "Renamed") },
  "new document": {
    path: () => "/documents",
    act: async (page) => {
      await page.getByRole("button", { name: "New document" }).first().click();
      await page.getByRole("dialog").getByLabel("Title").fill("Mine");
      await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
    },
  },
  "document page": { path: ({ document }) => `/documents/${document}` },
  expiring: { path: () => "/documents/expiring" },
  board: { path: () => "/tasks" },
  task: { path: ({ task }) => `/tasks?open=${task}`, tabs: ["Comments", "Access", "Activity"] },
  "complete task": { path: ({ task }) => `/tasks?open=${task}`, act: (page) => beside(page).getByRole("button", { name: "Complete" }).click() },
  contacts: { path: () => "/contacts" },
  contact: { path: ({ contact }) => `/contacts?open=${contact}`, tabs: ["Access", "Activity"] },
  "edit contact": { path: ({ contact }) => `/contacts?open=${contact}`, act: (page) => edit(page, "Role or profession", "Renamed") },
  vendors: { path: () => "/vendors" },
  vendor: { path: ({ vendor }) => `/vendors?open=${vendor}`, tabs: ["Access", "Activity"] },
  "edit vendor": { path: ({ vendor }) => `/vendors?open=${vendor}`, act: (page) => edit(page, "Name", "Renamed") },
  profile: { path: ({ profile }) => `/profiles/${profile}` },
  topics: { path: () => "/settings/topics" },
  "rename topic": { path: () => "/settings/topics", act: (page) => rename(page, "Topic Alpha") },
  statuses: { path: () => "/settings/statuses" },
  "rename status": { path: () => "/settings/statuses", act: (page) => rename(page, "Status Alpha") },
  members: { path: () => "/members" },
  invite: {
    path: () => "/members",
    act: async (page) => {
      await page.getByRole("button", { name: "Invite" }).first().click();
      await page.getByRole("dialog").getByLabel("Email").fill("guest@lang.test");
      await page.getByRole("dialog").getByRole("button", { name: "Invite" }).click();
    },
  },
  keys: { path: () => "/keys" },
  audit: { path: () => "/audit" },
  security: { path: () => "/security" },
  bin: { path: () => "/bin" },
  settings: { path: () => "/settings" },
  "my settings": { path: () => "/settings/me" },
  invitations: { path: () => "/invitations" },
  plans: { path: () => "/subscribe" },
  "member home": { path: () => "/dashboard", as: "member" },
} satisfies Record<string, Screen>;

export type ScreenName = keyof typeof SCREENS;

/** What came of one visit: what was seen, part by part, and what left the browser. */
export interface Visit {
  parts: Readonly<Record<string, Seen>>;
  signed: readonly string[];
  asked: readonly string[];
  /** How many answers were changed. */
  told: number;
}

export interface Given {
  browser: Browser;
  operations: readonly Operation[];
  stage: Stage;
  oracle: Oracle;
}

/** A browser that has been here before, at one screen of a server that may begin to lie. */
export class Watched {
  private readonly given: Given;
  private readonly screen: Screen;
  readonly wire: Wire;
  private page: Page | null = null;

  constructor(given: Given, screen: ScreenName) {
    this.given = given;
    this.screen = SCREENS[screen];
    this.wire = new Wire(given.operations);
    this.wire.lets = () => false;
  }

  /** Comes in anew, with what this browser kept. */
  async enter(lie: Lie | null, { expected, appointments = false }: { expected?: Visit; appointments?: boolean } = {}): Promise<Visit> {
    await this.leave();
    const { browser, stage } = this.given;
    this.begin(lie);
    const storageState = stage[this.screen.as ?? "owner"];
    const { page } = await newBrowser(browser, { watch: () => undefined, looks: { storageState } });
    this.page = page;
    page.setDefaultTimeout(ACT_MS);
    questionsOf(page);
    await page.addInitScript(countWork);
    await this.wire.hold(page.context());
    await page.goto(this.screen.path(stage.ids), { timeout: DOOR_MS });
    return this.see(expected, { appointments, busy: DOOR_MS / 4 });
  }

  /** Lets the page ask for everything again, as it does when it may have missed something. */
  async again(lie: Lie | null, expected?: Visit): Promise<Visit> {
    if (!this.page) throw new Error("Nobody is there.");
    this.begin(lie);
    // What one may read has changed, so lists are fetched whole and not only what is new in them.
    await hear(this.page, [
      { v: 1, type: "changed", seq: 0, changes: [{ resource: "role", id: "", by: "" }] },
      { v: 1, type: "resync", seq: 0 },
    ]);
    return this.see(expected);
  }

  async leave(): Promise<void> {
    await this.page?.context().close();
    this.page = null;
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
    if (screen.act) {
      // What cannot be done any more leaves nothing behind, which is seen below.
      await screen.act(page).catch(() => undefined);
      await see("after");
    }
    const signed: string[] = [];
    for (const sent of wire.sent) for (const line of await this.given.oracle.read(sent)) signed.push(`${sent.operation}: ${line}`);
    const asked = [...new Set(wire.answers.map(({ operation }) => operation))].sort();
    return { parts, signed: [...new Set(signed)].sort(), asked, told: wire.told };
  }
}

const pressed = async (handle: Locator): Promise<boolean> => (await handle.isVisible()) && handle.click().then(() => true, () => false);

const ACT_MS = 4000;
const DOOR_MS = 60_000;
