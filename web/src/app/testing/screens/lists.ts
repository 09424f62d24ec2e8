/**
 * Every list of the app, and what a person sees of it in each state: one table.
 *
 * A text is named by the id of its message. `null` stands where a list has no such state, and `why` says why it has none.
 */
import { fireEvent, screen, within } from "@testing-library/react";

import type { Kind } from "../../../desk/row";
import { namedId } from "../../../crypto/ids";
import { PROFILE_TYPES } from "../../../lists/profiles/types.generated";
import { CANARY, titleOf, type Making, type RowState } from "./account";
import { said } from "./said";
import type { Listed } from "./server";

/** States of a list as a whole that not every list has. Locked, offline, late and unconfirmed are those of the page around it. */
export const WHOLE_STATES = ["loading", "empty", "error", "forbidden"] as const;
export type WholeState = (typeof WHOLE_STATES)[number];

/** One row as it is drawn. */
export interface Drawn {
  readonly name: string;
  readonly element: HTMLElement;
}

export interface List {
  readonly name: string;
  readonly address: string;
  /** Of the rows that a test makes for it. */
  readonly kind: Listed;
  /** Whose items it draws. */
  readonly holds: readonly Kind[];
  readonly making: (account: string) => Promise<Making>;
  readonly where?: "deleted";
  /** What has to be served beside its rows: nobody who has never seen it misses it. */
  readonly needs?: "profile-group" | "task";
  /** What has to be done before it is seen. */
  readonly reveal?: () => Promise<void>;
  readonly drawn: () => readonly Drawn[];
  /** Its rows have controls of their own that change an item. */
  readonly changes?: true;
  /** What a row is called. Null where it is served and not drawn; one that is not named there can not be. */
  readonly rows: Readonly<Partial<Record<RowState, string | null>>>;
  /** The title of an empty one, and of one that did not load; null where there is no such state. */
  readonly whole: Readonly<Record<"empty" | "error", string | null>>;
  /** Without it the rail has no way to its place; null where it has no place of its own. */
  readonly permission: string | null;
  /** Of each state that it does not have. */
  readonly why: Readonly<Partial<Record<RowState | WholeState, string>>>;
}

const PERSON = PROFILE_TYPES[0]?.id ?? "";
/** What rows stand in: a profile in a group, a comment on a task. */
const GROUP = "11111111-1111-4111-8111-111111111111";
const TASK = "22222222-2222-4222-8222-222222222222";

const notes = `${CANARY} in the notes`;
const contact: Making = { kind: "contact", values: { state: "active" }, payload: (full) => ({ v: 1, kind: "individual", name: { full }, notes }) };
const vendor: Making = { kind: "vendor", values: { state: "active" }, payload: (name) => ({ v: 1, name, services: [], notes }) };
const document: Making = { kind: "document", values: { state: "active", expiresOn: "2031-01-02" }, payload: (title) => ({ v: 1, title, notes }), word: { hiddenBy: null } };
const profile: Making = { kind: "profile", values: { state: "active", typeId: PERSON, groupId: GROUP }, payload: (name) => ({ v: 1, name, values: {}, notes }), word: { rank: "a" } };
const filter: Making = {
  kind: "saved-filter", values: { entity: "contact", scope: "account", pinned: true }, payload: (name) => ({ v: 1, name, entity: "contact", where: { all: [] }, sort: [] }),
};
const task = async (account: string): Promise<Making> => ({
  kind: "task", values: { state: "active", statusId: await namedId(account, "status:todo") }, payload: (title) => ({ v: 1, title, notes }),
  word: { rank: "a", hiddenBy: null, occurrence: 1, nextDueOn: null, closedAt: null, commentCount: 0 },
});
const comment: Making = { kind: "comment", values: { taskId: TASK, mentionIds: [] }, payload: (body) => ({ v: 1, body }) };
const always = (making: Making) => () => Promise.resolve(making);

const labelled = (elements: readonly HTMLElement[]): Drawn[] =>
  elements.flatMap((element) => {
    const name = element.getAttribute("aria-label");
    return name === null ? [] : [{ name, element }];
  });
/** With what only those hear who see nothing. */
const heard = (element: HTMLElement): string => [element.textContent, ...[...element.querySelectorAll("[aria-label]")].map((one) => one.getAttribute("aria-label"))].join(" ").trim();
const written = (elements: readonly HTMLElement[]): Drawn[] => elements.map((element) => ({ name: heard(element), element }));
const gridRows = () => labelled(screen.queryAllByRole("row", { hidden: true }));
const inside = (role: string, name: RegExp, rows: string) => () => {
  const [place] = screen.queryAllByRole(role, { name, hidden: true });
  return place ? written(within(place).queryAllByRole(rows, { hidden: true })) : [];
};

/** The names of rows, where each that is not open is called by what became of it. */
const rowsOf = (broken: string): Record<RowState, string> => ({
  open: titleOf("open"), checked: titleOf("checked"), sealed: said("documents.sealed", { role: "Owner" }), broken: said(broken),
  "rolled back": said("alarm.named", { word: said("alarm.rolledBack"), title: titleOf("rolled back") }),
  foreign: said("alarm.foreign"), withheld: said("alarm.named", { word: said("alarm.withheld"), title: titleOf("withheld") }), altered: said("alarm.altered"),
});

const without = (rows: Record<RowState, string>, ...states: readonly RowState[]): List["rows"] =>
  Object.fromEntries(Object.entries(rows).filter(([state]) => !states.includes(state as RowState)));

const ONLY_OPEN: List["rows"] = { ...rowsOf("contacts.broken"), sealed: null, broken: null, "rolled back": null, foreign: null, withheld: null, altered: null };
const unseen = (why: string): List["why"] => ({ sealed: why, broken: why, "rolled back": why, foreign: why, withheld: why, altered: why });

const NO_LINE = "The rail has lines for what is there, and nothing in place of what is not.";

async function openPalette(): Promise<void> {
  fireEvent.click(await screen.findByRole("button", { name: /^Search or jump to/ }));
  fireEvent.change(await screen.findByRole("combobox"), { target: { value: CANARY.slice(0, 6) } });
}

const DOCUMENTS = { kind: "document", holds: ["document"], making: always(document), permission: "document.read" } as const;
const TASKS = { kind: "task", holds: ["task", "status"], making: task, permission: "task.read" } as const;

/** What stands around the rows of every list. */
export const around = async (account: string): Promise<readonly Making[]> => [
  { kind: "profile-group", id: GROUP, values: { typeId: PERSON }, payload: (name) => ({ v: 1, name }), word: { rank: "a", profileCount: 0 } },
  { ...(await task(account)), id: TASK, payload: (title) => ({ v: 1, title }) },
];

export const LISTS: readonly List[] = [
  {
    changes: true, name: "contacts", address: "/contacts", kind: "contact", holds: ["contact"], making: always(contact), permission: "contact.read",
    drawn: gridRows, rows: rowsOf("contacts.broken"), whole: { empty: "contacts.first", error: "contacts.failed" }, why: {},
  },
  {
    changes: true, name: "vendors", address: "/vendors", kind: "vendor", holds: ["vendor"], making: always(vendor), permission: "vendor.read",
    drawn: gridRows, rows: rowsOf("vendors.broken"), whole: { empty: "vendors.first", error: "vendors.failed" }, why: {},
  },
  {
    ...DOCUMENTS, changes: true, name: "documents", address: "/documents", drawn: gridRows, rows: rowsOf("documents.broken"),
    whole: { empty: "documents.first", error: "documents.failed" }, why: {},
  },
  {
    ...DOCUMENTS, name: "documents as pictures", address: "/documents?view=gallery",
    drawn: inside("list", /^Documents$/, "button"), rows: rowsOf("documents.broken"), whole: { empty: "documents.first", error: "documents.failed" }, why: {},
  },
  {
    ...DOCUMENTS, changes: true, name: "expiring documents", address: "/documents/expiring", drawn: gridRows,
    rows: { ...rowsOf("documents.broken"), "rolled back": null, foreign: null, altered: null }, whole: { empty: "expiring.none", error: "documents.failed" },
    why: Object.fromEntries((["rolled back", "foreign", "altered"] as const).map((state) => [state, "Of what was refused no last day is known."])),
  },
  {
    ...TASKS, changes: true, name: "tasks as a list", address: "/tasks?view=list", drawn: gridRows, rows: rowsOf("tasks.broken"),
    whole: { empty: "tasks.first", error: "tasks.failed" }, why: {},
  },
  {
    ...TASKS, changes: true, name: "tasks on the board", address: "/tasks", drawn: () => written(screen.queryAllByRole("row", { hidden: true })).filter(({ element }) => element.textContent !== ""), rows: rowsOf("tasks.broken"),
    whole: { empty: "tasks.emptyColumn", error: "tasks.failed" }, why: {},
  },
  {
    needs: "profile-group", name: "profiles", address: "/profiles", kind: "profile", holds: ["profile", "profile-group", "profile-sub-group"], making: always(profile), permission: "profile.read",
    drawn: inside("navigation", /^Profiles$/, "link"), rows: rowsOf("profiles.broken"), whole: { empty: "profiles.first", error: "profiles.failed" }, why: {},
  },
  {
    name: "saved filters", address: "/vendors", kind: "saved-filter", holds: ["saved-filter"], making: always(filter), permission: null,
    drawn: inside("group", /^Saved filters$/, "link"), rows: ONLY_OPEN, whole: { empty: null, error: null },
    why: { ...unseen("A filter that did not open asks nothing, and leads nowhere."), empty: NO_LINE, error: NO_LINE, loading: NO_LINE, forbidden: NO_LINE },
  },
  {
    name: "bin", address: "/bin", kind: "contact", holds: ["contact", "document", "profile", "task", "vendor"], making: always({ ...contact, deleted: true }), where: "deleted",
    permission: "document.read", drawn: gridRows, rows: without(rowsOf("bin.broken"), "rolled back", "withheld"), whole: { empty: "bin.empty", error: "bin.failed" },
    why: { "rolled back": "What is deleted has one state, its end.", withheld: "What was not deleted is not of the bin, and is missed in its own list." },
  },
  {
    name: "palette", address: "/vendors", kind: "contact", holds: ["contact", "document", "profile", "task", "vendor"], making: always(contact), permission: null,
    reveal: openPalette, drawn: () => written(screen.queryAllByRole("option", { hidden: true })), rows: ONLY_OPEN, whole: { empty: "palette.none", error: null },
    why: { ...unseen("It finds by what an item says, and nothing is known of what these say."), error: "What one list fails at is found in none, and the others are looked through.", forbidden: "It finds among what may be read." },
  },
  {
    needs: "task", name: "comments", address: `/tasks/${TASK}`, kind: "comment", holds: ["comment"], making: always(comment), permission: null,
    drawn: () => written(screen.queryAllByRole("article", { hidden: true })), reveal: async () => void fireEvent.click(await screen.findByRole("tab", { name: said("tasks.comments") })),
    rows: { ...rowsOf("comments.broken"), sealed: said("sealed.label"), "rolled back": said("alarm.rolledBack"), withheld: said("alarm.withheld") },
    whole: { empty: "comments.none", error: "comments.failed" }, why: { forbidden: "Who reads a task reads what is said about it." },
  },
];

/** Kinds of the desk that no list of their own draws. */
export const NO_LIST: Readonly<Partial<Record<Kind, string>>> = {
  topic: "A name beside items: it is chosen there and edited in the settings.",
};

/** Routes that draw no list of items. */
export const NO_ROWS: Readonly<Record<string, string>> = {
  "/dashboard": "A few lines of other lists, each with a border of its own.",
  ...Object.fromEntries(["/documents/:id", "/contacts/:id", "/vendors/:id", "/profiles/:id"].map((path) => [path, "One item as a page."])),
  ...Object.fromEntries(["/members", "/keys", "/analytics", "/audit", "/security", "/email/*", "/platform", "/settings/*"].map((path) => [path, "What the log and the server say of people, and no items."])),
  ...Object.fromEntries(["/welcome", "/recover", "/subscribe", "/join/:token", "/invitations"].map((path) => [path, "Before an account is open there are no items."])),
  "*": "Nothing is there.",
};
