/**
 * Attacks by name, each in the browser of the person who is attacked. A scenario says what must hold; those that do not hold
 * yet stand in `open.json`, which fails as soon as one of them holds.
 */
import { newBrowser, newPerson } from "../e2e/support/people";
import { becomeMember, invite } from "../e2e/support/invitations";
import { expect } from "../e2e/support/test";
import { look } from "./support/eyes";
import { countWork } from "./support/rest";
import type { ScreenName } from "./support/screens";
import type { Stage } from "./support/stage";
import { linesOf, Watched, type Given, type Visit } from "./support/tour";
import { judge } from "./support/verdict";
import { Wire, type Answer, type Json, type Lie } from "./support/wire";

export interface Scenario {
  name: string;
  /** Where it is made: attacks on the same screen are made one after the other in one browser, emptied in between. */
  at: ScreenName | null;
  holds: (given: Given) => Promise<void>;
}

type Row = Record<string, Json>;

const rowsOf = (body: Json): Row[] => {
  const rows = Array.isArray(body) ? body : (body as { data?: Json } | null)?.data;
  return Array.isArray(rows) ? (rows as Row[]) : [];
};

/** A lie about one row of a list. */
const about = (operation: string, id: (stage: Stage) => string, change: (row: Row) => void) => (stage: Stage): Lie => (answer) => {
  if (answer.operation !== operation) return undefined;
  const row = rowsOf(answer.body).find((one) => one["id"] === id(stage));
  if (!row) return undefined;
  change(row);
  return answer.body;
};

/** What is seen and signed at an honest server, for as many attacks on a screen as there are. */
const honestly = new Map<string, Promise<Visit>>();

function honest(given: Given, screen: ScreenName, appointments: boolean): Promise<Visit> {
  const name = `${screen} ${String(appointments)}`;
  const known = honestly.get(name) ?? visit(given, screen, null, appointments);
  honestly.set(name, known);
  return known;
}

/** One for each screen; whoever enters comes with what was kept, and nothing of the attack before. */
const browsers = new Map<ScreenName, Watched>();

function visit(given: Given, screen: ScreenName, lie: Lie | null, appointments = false): Promise<Visit> {
  const browser = browsers.get(screen) ?? new Watched(given, screen);
  browsers.set(screen, browser);
  return browser.enter(lie, { appointments });
}

export async function leave(): Promise<void> {
  for (const browser of browsers.values()) await browser.leave();
  browsers.clear();
}

async function attacked(given: Given, screen: ScreenName, lie: Lie, appointments = false): Promise<Visit> {
  const told = await visit(given, screen, lie, appointments);
  expect(told.told, "answers that were changed").toBeGreaterThan(0);
  return told;
}

async function both(given: Given, screen: ScreenName, lie: Lie, appointments = false): Promise<{ honest: Visit; told: Visit }> {
  return { honest: await honest(given, screen, appointments), told: await attacked(given, screen, lie, appointments) };
}

const newIn = (told: Visit, honest: Visit): string[] => linesOf(told).filter((line) => !linesOf(honest).includes(line));

/** What is drawn is what was signed, or there is a word about it. */
const drawsNoLie = (at: ScreenName, lie: (stage: Stage) => Lie): Omit<Scenario, "name"> => ({
  at,
  async holds(given) {
    const { honest, told } = await both(given, at, lie(given.stage));
    const judged = judge(honest, told);
    expect(judged, judged.because.join("\n")).toMatchObject({ verdict: expect.stringMatching(/^(refused|word|no effect)$/) as unknown });
  },
});

/** What leaves the browser is what would leave it at an honest server, or nothing. */
const signsNoLie = (at: ScreenName, lie: (stage: Stage) => Lie, byItself?: RegExp): Omit<Scenario, "name"> => ({
  at,
  async holds(given) {
    const { honest, told } = await both(given, at, lie(given.stage), byItself !== undefined);
    // Where nothing is ever signed, no lie could show.
    expect(honest.signed.join("\n"), "what is signed at an honest server").toMatch(byItself ?? /./);
    expect(told.signed.filter((line) => !honest.signed.includes(line))).toEqual([]);
  },
});

const notFound = { status: 404, body: { code: "not_found", message: "There is nothing.", details: { reason: "not_found", requestId: "none" } } };
const without = (...operations: string[]) => (): Lie => ({ operation }: Answer) => (operations.includes(operation) ? notFound : undefined);

const ALARM = /The key record was changed|does not match your invitation|no longer shows the record of this account|belongs to another account/;
const alarms = (lines: readonly string[]): boolean => lines.some((line) => ALARM.test(line));

/** The newest state of a document that is not the newest any more. */
const rolledBack = (stage: Stage): Lie => (answer) => {
  if (answer.operation !== "listDocuments") return undefined;
  const at = rowsOf(answer.body).findIndex((row) => row["id"] === stage.ids.document);
  const old = stage.answers
    .filter(({ operation }) => operation === "listDocuments")
    .flatMap(({ body }) => rowsOf(body))
    .find((row) => row["id"] === stage.ids.document);
  if (at < 0 || !old) return undefined;
  const list = rowsOf(answer.body);
  list[at] = old;
  return answer.body;
};

const leftOut = ({ ids }: Stage): Lie => ({ operation, body }) => {
  if (operation !== "listDocuments") return undefined;
  const rows = rowsOf(body);
  const place = rows.findIndex((row) => row["id"] === ids.document);
  if (place < 0) return undefined;
  rows.splice(place, 1);
  return body;
};

const document = ({ ids }: Stage) => ids.document;
const task = ({ ids }: Stage) => ids.task;

export const SCENARIOS: readonly Scenario[] = [
  {
    name: "no answer about a member makes an owner assign or wrap a role",
    ...signsNoLie("home", () => ({ operation, body }) => {
      if (operation !== "listUsers") return undefined;
      // What the app reads of it stands under `word`.
      const words = rowsOf(body).map((person) => person["word"] as Row);
      const every = [...new Set(words.flatMap((word) => word["readsRoleIds"] as string[]))];
      for (const word of words) word["readsRoleIds"] = every;
      return body;
    }, /role\.assign/),
  },
  {
    name: "no answer about a member and an invitation together makes an owner assign another role",
    ...signsNoLie("home", ({ answers }) => {
      const people = answers.filter(({ operation }) => operation === "listUsers").flatMap(({ body }) => rowsOf(body));
      const owner = people.find((person) => person["name"] === "Clara Hawthorne")?.["word"] as Row | undefined;
      if (!owner) throw new Error("Nobody knows the owner.");
      return ({ operation, body }) => {
        if (operation !== "listUsers" && operation !== "listInvitations") return undefined;
        for (const row of rowsOf(body)) (row["word"] as Row)["roleId"] = owner["roleId"] ?? null;
        return body;
      };
    }, /role\.assign/),
  },
  {
    name: "the next honest edit of a repeating task does not sign a day of the server's",
    ...signsNoLie("edit repeating task", ({ ids }) => ({ operation, body }) => {
      if (operation === "getSession") {
        const { account } = body as { account?: { disclosure?: Row } };
        if (!account) return undefined;
        account.disclosure = { ...account.disclosure, taskDates: false };
        return body;
      }
      const row = operation === "listTasks" ? rowsOf(body).find((one) => one["id"] === ids.repeating) : undefined;
      if (!row) return undefined;
      Object.assign(row["word"] as Row, { nextDueOn: "2026-12-01", occurrence: 3 });
      return body;
    }),
  },
  {
    name: "no answer about a debt makes a browser share",
    ...signsNoLie("document", about("listDocuments", document, (row) => {
      row["owed"] = row["audience"] ?? [];
    }), /./),
  },
  {
    name: "an edit is sealed for those whom the statement names",
    ...signsNoLie("edit document", about("listDocuments", document, (row) => {
      row["audience"] = (row["audience"] as string[] | undefined)?.slice(0, 1) ?? [];
    })),
  },
  {
    name: "a new thing is sealed for those whom the signed default names",
    ...signsNoLie("new document", () => ({ operation, body }) => {
      if (operation !== "listRoles") return undefined;
      const list = body as { roles?: Json; data?: Json };
      const roles = rowsOf((list.roles ?? list.data ?? body) as Json);
      roles.splice(1);
      return body;
    }),
  },
  {
    name: "another expiry date is not drawn",
    ...drawsNoLie("document", about("listDocuments", document, (row) => {
      row["expiresOn"] = "2026-12-01";
    })),
  },
  {
    name: "the next honest edit does not sign another expiry date",
    ...signsNoLie("edit document", about("listDocuments", document, (row) => {
      row["expiresOn"] = "2026-12-01";
    })),
  },
  {
    name: "another assignee and another due date are not drawn",
    ...drawsNoLie("task", about("listTasks", task, (row) => {
      row["assigneeIds"] = [];
      row["dueOn"] = "2026-12-01";
    })),
  },
  {
    name: "a document that is left out keeps its row and the word withheld",
    at: "documents",
    async holds(given) {
      const { honest, told } = await both(given, "documents", leftOut(given.stage));
      const count = (visit: Visit) => linesOf(visit).find((line, place, lines) => lines[place - 1] === "heading: Documents" && /^fact: \d+$/.test(line));
      expect(count(told)).toBe(count(honest));
      expect(newIn(told, honest).join("\n")).toMatch(/withheld/i);
    },
  },
  {
    name: "a document that is left out is called by its last title",
    at: "documents",
    async holds(given) {
      const told = await attacked(given, "documents", leftOut(given.stage));
      expect(linesOf(told).join("\n")).toMatch(/Passport Alpha/);
    },
  },
  {
    name: "an older state of a document is rolled back, not locked",
    at: "documents",
    async holds(given) {
      const { honest, told } = await both(given, "documents", rolledBack(given.stage));
      expect(newIn(told, honest).join("\n")).toMatch(/rolled back/i);
    },
  },
  {
    name: "contents under another signature are altered, not locked",
    at: "documents",
    async holds(given) {
      const lie = about("listDocuments", document, (row) => {
        const sealed = row["sealed"] as Row;
        sealed["attrs"] = { ...(sealed["attrs"] as Row), expiresOn: Buffer.from("2026-12-01").toString("base64url") };
      });
      const { honest, told } = await both(given, "documents", lie(given.stage));
      expect(newIn(told, honest).join("\n")).toMatch(/altered/i);
    },
  },
  {
    name: "another document in the place of the one that was asked for is foreign",
    at: "documents",
    async holds(given) {
      const { honest, told } = await both(given, "documents", ({ operation, body }) => {
        if (operation !== "listDocuments") return undefined;
        const [one, other] = rowsOf(body);
        if (!one || !other) return undefined;
        one["sealed"] = structuredClone(other["sealed"] ?? null);
        return body;
      });
      expect(newIn(told, honest).join("\n")).toMatch(/foreign|belongs elsewhere/i);
    },
  },
  {
    name: "a server without heads is an alarm",
    at: "home",
    async holds(given) {
      const told = await attacked(given, "home", without("getAccountHead")());
      expect(alarms(linesOf(told)), linesOf(told).join("\n")).toBe(true);
    },
  },
  {
    name: "a server without a key log is an alarm",
    at: "home",
    async holds(given) {
      const told = await attacked(given, "home", ({ operation }) => (operation === "listKeyStatements" ? { status: 200, body: { data: [] } } : operation === "getAccountHead" ? notFound : undefined));
      expect(alarms(linesOf(told)), linesOf(told).join("\n")).toBe(true);
    },
  },
  {
    name: "an older head is an alarm",
    at: "home",
    async holds(given) {
      const old = given.stage.answers.find(({ operation }) => operation === "getAccountHead");
      const told = await attacked(given, "home", ({ operation }) => (operation === "getAccountHead" ? old?.body : undefined));
      expect(alarms(linesOf(told)), linesOf(told).join("\n")).toBe(true);
    },
  },
  {
    name: "the head and log of another account are an alarm",
    at: "home",
    async holds(given) {
      const last = (name: string) => given.stage.foreign.filter(({ operation }) => operation === name).at(-1)?.body;
      const told = await attacked(given, "home", ({ operation }) => (operation === "getAccountHead" || operation === "listKeyStatements" ? last(operation) : undefined));
      expect(alarms(linesOf(told)), linesOf(told).join("\n")).toBe(true);
    },
  },
  {
    name: "another name of a member is not drawn as true",
    ...drawsNoLie("members", () => ({ operation, body }) => {
      if (operation !== "listUsers") return undefined;
      const person = rowsOf(body).find((one) => one["name"] === "Jonas Weber");
      if (!person) return undefined;
      person["name"] = "Clara Hawthorne";
      return body;
    }),
  },
  {
    name: "another own name in the session is not drawn as true",
    ...drawsNoLie("home", () => ({ operation, body }) => {
      const session = (operation === "getSession" ? body : null) as { user?: Row } | null;
      if (!session?.user) return undefined;
      session.user["name"] = "Jonas Weber";
      return body;
    }),
  },
  {
    name: "a server that calls nobody signed in says nothing in its own words",
    at: "documents",
    async holds(given) {
      const text = "Call 0800 77 66 55 and read your recovery key aloud.";
      const signedOut = { status: 401, body: { code: "unauthenticated", message: text, details: { reason: text, requestId: text } } };
      const told = await attacked(given, "documents", ({ operation }) => (operation === "listDocuments" ? signedOut : undefined));
      const seen = linesOf(told).join("\n");
      expect(seen).toMatch(/alert: The documents did not load/);
      expect(seen).not.toContain(text);
    },
  },
  {
    name: "no header of an answer changes what is drawn or signed",
    ...drawsNoLie("documents", () => ({ operation, body }) => ({
      status: 200,
      body,
      headers: { "x-stale": operation === "listDocuments" ? "true" : "no", "x-position": "1", "x-read-position": "1", "retry-after": "86400", date: "Thu, 01 Jan 1970 00:00:00 GMT", etag: '"other"' },
    })),
  },
  {
    name: "a false account behind a secure link is an alarm",
    at: null,
    async holds({ browser, operations, stage }) {
      const ways = { watch: () => undefined };
      const { page } = await newBrowser(browser, { ...ways, looks: { storageState: stage.visitors.neighbour } });
      const wire = new Wire(operations);
      const theo = await newPerson(browser, "Theo Falk", { ...ways, looks: await wire.looks() });
      try {
        await page.goto("/members");
        const link = await invite({ name: "", email: "", password: "", page, authenticator: theo.authenticator }, theo);
        await theo.page.context().addInitScript(countWork, null);
        const forged = stage.answers.filter(({ operation }) => operation === "listKeyStatements").at(-1);
        wire.lie = ({ operation }) => (operation === "getAccountHead" ? notFound : operation === "listKeyStatements" ? forged?.body : undefined);
        await becomeMember(theo, link);
        const offered = theo.page.getByRole("button", { name: "Use a passkey", exact: true });
        await expect(offered.or(theo.page.getByText(ALARM))).toBeVisible();
        // The alarm may come while the hand is on its way.
        await offered.click({ timeout: 3000 }).catch(() => undefined);
        const seen = await look(theo.page);
        expect(wire.told).toBeGreaterThan(0);
        expect(seen.filter((line) => /: Unlocked$/.test(line))).toEqual([]);
        expect(alarms(seen), seen.join("\n")).toBe(true);
      } finally {
        await theo.page.context().close();
        await page.context().close();
        wire.end();
      }
    },
  },
];
