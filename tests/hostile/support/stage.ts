/**
 * The people whom the hostile server meets, each with what their browser keeps: a household with something of every kind,
 * some of it changed since, and its neighbours, with people on their way into an account.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join as path } from "node:path";

import type { Browser, BrowserContext, Locator, Page } from "@playwright/test";

import { openBeside, panel, row, upload } from "../../e2e/support/documents";
import { invite, join } from "../../e2e/support/invitations";
import { grantPlatform } from "../../e2e/support/operator";
import { pdf } from "../../e2e/support/papers";
import { goTo, newBrowser, newPerson, openAccount, protectByPasskey, signUp, type Person } from "../../e2e/support/people";
import { expect } from "../../e2e/support/test";
import type { Operation } from "./surface";
import { Wire, type Answer, type Json, type Sent } from "./wire";

export type Kept = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** The things that a visit opens: the first of each kind, which has something in every member, and a task that comes again. */
export type Ids = Readonly<Record<"document" | "contact" | "vendor" | "profile" | "task" | "repeating" | "topic" | "status", string>>;

/** Whoever comes to a screen, with a copy of what their browser kept. */
export interface Visitors {
  owner: Kept;
  /** Has seen nothing of what was made since he left. */
  member: Kept;
  /** The owner of another account. */
  neighbour: Kept;
  /** Waited to be let in there when his browser was last open, and has been let in since. */
  newcomer: Kept;
  /** Signed up with the address that was invited there, and has not joined. */
  invited: Kept;
  administrator: Kept;
  /** A browser that has never been here. */
  nobody: null;
}

const OF_NEIGHBOUR: readonly (keyof Visitors)[] = ["neighbour", "newcomer", "invited"];
export const isOfNeighbour = (visitor: keyof Visitors = "owner"): boolean => OF_NEIGHBOUR.includes(visitor);

/** Of an account, the name of what was made first and of what was made second, which is put away with its profile. */
const OWN = ["Alpha", "Beta"] as const;
const NEIGHBOURS = ["Gamma", "Delta"] as const;
const leaseOf = (name: string): string => `Lease ${name}`;
/** What its row says of the document that is there and in no list, as its profile is archived: its title first, then that of the profile. */
export function putAwayFor(visitor?: keyof Visitors): readonly string[] {
  const name = (isOfNeighbour(visitor) ? NEIGHBOURS : OWN)[1];
  return [leaseOf(name), `Profile ${name}`, "PDF", "Valid", "–"];
}

export interface Stage {
  ids: Ids;
  visitors: Visitors;
  /** The neighbour's recovery file and how she signs in, and the path of the invitation to her account. */
  recoveryKey: string;
  email: string;
  password: string;
  invitation: string;
  /** All that was answered while the account was filled, older states among it. */
  answers: readonly Answer[];
  /** What the same questions are answered in another account. */
  foreign: readonly Answer[];
  /** What honest browsers sent while the accounts were filled: their first devices sign among it. */
  statements: readonly Json[];
  /** When all of it was there: the moment at which every visit looks at it. */
  at: number;
}

const watch = () => undefined;
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

interface Thing {
  place: string;
  button: string;
  name: string;
}

async function create(page: Page, { place, button, name }: Thing, fill?: (form: Locator) => Promise<void>) {
  await goTo(page, place);
  await page.getByRole("button", { name: button, exact: true }).first().click();
  const form = dialog(page, button);
  await form.getByRole("textbox", { name: /^(Name|Title)$/ }).first().fill(name);
  await fill?.(form);
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form).toBeHidden();
}

async function file(page: Page, title: string, fill: (open: Locator) => Promise<void>) {
  await goTo(page, "Documents");
  const open = await openBeside(page, title);
  await open.getByRole("button", { name: "Edit" }).click();
  await fill(open);
  await open.getByRole("button", { name: "Save" }).click();
  await expect(open.getByRole("button", { name: "Edit" })).toBeVisible();
  await page.getByRole("button", { name: "Close panel" }).click();
}

/** Something of every kind, by the hand of its owner. */
async function furnish(page: Page, [first, second]: readonly [string, string], helper: string | null): Promise<void> {
  await goTo(page, "Documents");
  await upload(page, [pdf(`Passport ${first}.pdf`, first), pdf(`${leaseOf(second)}.pdf`, second)]);
  await file(page, `Passport ${first}`, async (open) => {
    await open.getByRole("textbox", { name: "Expires" }).fill("14/01/2029");
    await open.getByLabel("Number").fill("X4 118 202");
  });
  await create(page, { place: "Contacts", button: "New contact", name: `Contact ${first}` }, async (form) => {
    await form.getByLabel("Role or profession").fill("Notary");
  });
  await create(page, { place: "Contacts", button: "New contact", name: `Contact ${second}` });
  await create(page, { place: "Vendors", button: "New vendor", name: `Vendor ${first}` }, async (form) => {
    await form.getByLabel("Amount").fill("1.200,50");
    await form.getByRole("textbox", { name: "Ends on" }).fill("30/04/2029");
  });
  await create(page, { place: "Vendors", button: "New vendor", name: `Vendor ${second}` });
  for (const name of [first, second]) {
    await goTo(page, "Profiles");
    // Where there are none, the button stands in another place as soon as that is known.
    await expect(page.getByRole("heading", { name: "Add the first profile" }).or(page.getByRole("navigation", { name: "Profiles" }))).toBeVisible();
    await page.getByRole("button", { name: "New profile" }).first().click();
    const form = dialog(page, "New profile");
    await form.getByLabel("Name", { exact: true }).fill(`Profile ${name}`);
    await form.getByRole("button", { name: "Type" }).click();
    await page.getByRole("option", { name: "Properties" }).click();
    if (name === first) await form.getByLabel("Group name").fill("Houses");
    await form.getByRole("button", { name: "Create" }).click();
    await expect(page.getByRole("navigation", { name: "Profiles" }).getByRole("link", { name: `Profile ${name}` })).toBeVisible();
  }
  await page.getByRole("button", { name: "Actions for Houses" }).click();
  await page.getByRole("menuitem", { name: "New sub-group" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Lakeside");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Lakeside" })).toBeVisible();
  await goTo(page, "Tasks");
  await page.getByRole("button", { name: "New task in To do" }).click();
  const line = page.getByRole("textbox", { name: "New task in one line" });
  const due = `14/02/2029${helper ? " @jonas" : ""}`;
  for (const [title, further] of [[`Task ${first}`, due], [`Task ${second}`, ""]] as const) {
    await line.fill(`${title} ${further}`);
    await line.press("Enter");
    await expect(page.getByRole("row", { name: title }).first()).toBeVisible();
  }
  await line.press("Escape");
  await page.getByRole("row", { name: `Task ${first}` }).first().click();
  const open = panel(page, `Task ${first}`);
  await open.getByRole("tab", { name: "Comments" }).click();
  await open.getByLabel("Write a comment").fill(`Comment ${first}${helper ? " @jo" : ""}`);
  if (helper) await open.getByRole("button", { name: helper }).click();
  await open.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(open.getByRole("article")).toContainText(`Comment ${first}`);
  await page.getByRole("button", { name: "Close panel" }).click();
  await create(page, { place: "Tasks", button: "New task", name: `Meters ${first}` }, async (form) => {
    await form.getByLabel("Due").fill("2029-01-31");
    await form.getByLabel("Due").press("Tab");
    await form.getByRole("button", { name: /Repeat/ }).click();
    await page.getByRole("option", { name: "Monthly" }).click();
  });
  await page.getByRole("button", { name: "Close panel" }).click();
  await putAway(page, `Profile ${second}`, leaseOf(second));
  await goTo(page, "Settings");
  await page.getByRole("link", { name: "Topics" }).click();
  for (const name of [first, second]) {
    await page.getByRole("button", { name: "New topic" }).click();
    await page.getByLabel("Name", { exact: true }).fill(`Topic ${name}`);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByRole("main").getByText(`Topic ${name}`)).toBeVisible();
  }
  await page.getByRole("link", { name: "Statuses" }).click();
  await page.getByRole("button", { name: "Edit Waiting" }).click();
  await page.getByLabel("Name", { exact: true }).fill(`Status ${first}`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("main").getByText(`Status ${first}`)).toBeVisible();
}

/** A document of a profile that is not in use any more, and goes out of the way with it. */
async function putAway(page: Page, profile: string, document: string): Promise<void> {
  await file(page, document, async (open) => {
    await open.getByRole("button", { name: /Profiles/ }).click();
    await page.getByRole("menuitemcheckbox", { name: profile }).click();
    await page.keyboard.press("Escape");
  });
  await goTo(page, "Profiles");
  await page.getByRole("navigation", { name: "Profiles" }).getByRole("link", { name: profile }).click();
  await page.getByRole("main").getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Archive with its documents and tasks" }).click();
  await expect(page.getByRole("navigation", { name: "Profiles" }).getByRole("link", { name: profile })).toBeHidden();
}

/** What was so and is not so any more: the older states that a server could show again. */
async function change(page: Page, first: string): Promise<void> {
  await goTo(page, "Home");
  await file(page, `Passport ${first}`, async (open) => {
    await open.getByRole("textbox", { name: "Expires" }).fill("28/02/2030");
  });
  await goTo(page, "Contacts");
  await row(page, `Contact ${first}`).click();
  const open = panel(page, `Contact ${first}`);
  await open.getByRole("button", { name: "Edit" }).click();
  await open.getByLabel("Role or profession").fill("Lawyer");
  await open.getByRole("button", { name: "Save" }).click();
  await expect(open).toContainText("Lawyer");
}

const IN_PATH = /\/([0-9a-f-]{36})(\/|$)/;
const IN_BODY = /"id":"([0-9a-f-]{36})"/;

/** A write names its object in its path or says its id first; of two files that come in together, the document is the one that was edited. */
function idsOf(sent: readonly Sent[]): Ids {
  const of = (operation: string, place = 0): string => {
    const one = sent.filter((one) => one.operation === operation).at(place);
    const body = one?.body as { id?: string } | null | undefined;
    const id = IN_PATH.exec(one?.path ?? "")?.[1] ?? body?.id ?? IN_BODY.exec(JSON.stringify(body ?? null))?.[1];
    if (!id) throw new Error(`Nothing was made by ${operation}.`);
    return id;
  };
  return {
    document: of("updateDocuments"), contact: of("createContact"), vendor: of("createVendor"), profile: of("createProfile"),
    task: of("createTask"), repeating: of("createTask", -1), topic: of("createTopic"), status: of("updateStatus"),
  };
}

async function leave(person: Person): Promise<Kept> {
  const kept = await person.page.context().storageState({ indexedDB: true });
  await person.page.context().close();
  return kept;
}

/** The account of Clara and Jonas, with a guest who came while nobody was there to let him in. */
async function attacked(browser: Browser, wire: Wire) {
  const clara = await newPerson(browser, "Clara Hawthorne", { watch, looks: await wire.looks() });
  await signUp(clara);
  await openAccount(clara, "Hawthorne");
  await protectByPasskey(clara);
  await clara.page.getByRole("button", { name: "Go to Home first" }).click();
  const jonas = await newPerson(browser, "Jonas Weber", { watch });
  await join(jonas, await invite(clara, jonas));
  await expect(jonas.page.getByText("Unlocked")).toBeVisible();
  const member = await leave(jonas);
  await furnish(clara.page, OWN, "Jonas Weber");
  await change(clara.page, OWN[0]);
  const guest = await newPerson(browser, "Theo Lang", { watch });
  const link = await invite(clara, guest);
  await signInElsewhere(browser, clara);
  const owner = await leave(clara);
  await join(guest, link);
  await leave(guest);
  return { owner, member, email: clara.email };
}

/** With the password from a program that was never used before, which is a finding. */
async function signInElsewhere(browser: Browser, { page, email, password }: Person): Promise<void> {
  const other = await browser.newContext({ userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Version/18.0 Safari/605.1.15" });
  const headers = { Origin: new URL(page.url()).origin };
  const answer = await other.request.post("/api/auth/sign-in/email", { data: { email, password }, headers });
  expect(answer.status()).toBe(200);
  await other.close();
  const found = async () => ((await (await page.request.get("/api/auth/suspicious-activities")).json()) as { data: unknown[] }).data.length;
  await expect.poll(found).toBeGreaterThan(0);
  await goTo(page, "Security");
  await expect(page.getByRole("heading", { name: "A sign-in from a new device" })).toBeVisible();
}

/** The owner of an account that is filled, with her recovery file. */
async function newNeighbour(browser: Browser, wire: Wire): Promise<{ nina: Person; recoveryKey: string }> {
  const nina = await newPerson(browser, "Nina Roth", { watch, looks: await wire.looks() });
  await signUp(nina);
  await openAccount(nina, "Roth");
  const recoveryKey = await protectByPasskey(nina);
  await nina.page.getByRole("button", { name: "Go to Home first" }).click();
  await furnish(nina.page, NEIGHBOURS, null);
  return { nina, recoveryKey };
}

/** Another account, whose answers and whose people are at hand for an attacker. */
async function other(browser: Browser, wire: Wire) {
  const { nina, recoveryKey } = await newNeighbour(browser, wire);
  const otto = await newPerson(browser, "Otto Brandt", { watch, looks: await wire.looks() });
  const ida = await newPerson(browser, "Ida Blum", { watch });
  const [link, invitation] = [await invite(nina, otto), await invite(nina, ida)];
  const before = await leave(nina);
  await join(otto, link);
  await expect(otto.page.getByRole("heading", { name: "Almost there" })).toBeVisible();
  const newcomer = await leave(otto);
  await ida.page.goto(invitation);
  await ida.page.getByRole("link", { name: "Create an account" }).click();
  await signUp(ida);
  await expect(ida.page.getByRole("button", { name: "Join", exact: true })).toBeVisible();
  const invited = await leave(ida);
  const neighbour = await letIn(browser, before, wire);
  return { visitors: { neighbour, newcomer, invited }, recoveryKey, email: nina.email, password: nina.password, invitation: new URL(invitation).pathname };
}

/** Comes back, and stays until whoever waited has been given the keys. */
async function letIn(browser: Browser, storageState: Kept, wire: Wire): Promise<Kept> {
  const { page } = await newBrowser(browser, { watch, looks: { ...(await wire.looks()), storageState } });
  await page.goto("/dashboard");
  await expect.poll(() => wire.answers.some(({ operation, status }) => operation === "grantRoleKey" && status < 300)).toBe(true);
  const kept = await page.context().storageState({ indexedDB: true });
  await page.context().close();
  return kept;
}

/** Comes back once more, and invites the owner of the other account. */
async function inviting(browser: Browser, storageState: Kept, email: string): Promise<Kept> {
  const { page, authenticator } = await newBrowser(browser, { watch, looks: { storageState } });
  await page.goto("/dashboard");
  const nina = { name: "Nina Roth", email: "", password: "", page, authenticator };
  await invite(nina, { ...nina, name: "Clara Hawthorne", email });
  return leave(nina);
}

/** Somebody of the platform needs no account. */
async function ofThePlatform(browser: Browser): Promise<Kept> {
  const ada = await newPerson(browser, "Ada Winter", { watch });
  await signUp(ada);
  await expect(ada.page.getByRole("heading", { name: "Choose a plan" })).toBeVisible();
  await grantPlatform(ada.email);
  return leave(ada);
}

export async function setStage(browser: Browser, operations: readonly Operation[]): Promise<Stage> {
  const wire = new Wire(operations);
  const elsewhere = new Wire(operations);
  const [{ owner, member, email }, { visitors, ...further }, administrator] = await Promise.all([
    attacked(browser, wire), other(browser, elsewhere), ofThePlatform(browser),
  ]);
  const neighbour = await inviting(browser, visitors.neighbour, email);
  for (const one of [wire, elsewhere]) one.end();
  return {
    ids: idsOf(wire.sent),
    visitors: { owner, member, ...visitors, neighbour, administrator, nobody: null },
    ...further,
    answers: wire.answers,
    foreign: elsewhere.answers,
    statements: [...statementsOf(wire), ...statementsOf(elsewhere)],
    at: Date.now(),
  };
}

/** The same stage with a neighbour of one's own, in whose account one may write as one likes. */
export async function withOwnNeighbour(browser: Browser, operations: readonly Operation[], stage: Stage): Promise<Stage> {
  const wire = new Wire(operations);
  const { nina } = await newNeighbour(browser, wire);
  const neighbour = await leave(nina);
  wire.end();
  return {
    ...stage,
    visitors: { ...stage.visitors, neighbour },
    foreign: wire.answers,
    statements: statementsOf(wire),
  };
}

/** What an honest browser sent that is signed. */
const statementsOf = ({ sent }: Wire): Json[] => sent.map(({ body }) => body).filter((body) => JSON.stringify(body).includes('"statementB64u"'));

/** Beside the data of the product that it was set on: all workers of a run are on the same stage. */
const FILE = path(process.env["COFFER_E2E_DATA"] ?? ".", "hostile-stage.json");

export const keepStage = (stage: Stage): void => writeFileSync(FILE, JSON.stringify(stage));
export const keptStage = (): Stage => JSON.parse(readFileSync(FILE, "utf8")) as Stage;
