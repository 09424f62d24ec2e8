/** Where the machine looks: each screen with what it shows, and what its person does there that is signed. */
import type { Page } from "@playwright/test";

import { pdf } from "../../e2e/support/papers";
import type { Stage, Visitors } from "./stage";
import type { Operation } from "./surface";
import type { Json, Sent } from "./wire";

export interface Screen {
  path: (stage: Stage) => string;
  /** Parts of the screen that come by a click. */
  tabs?: readonly string[];
  /** What the person does, with values of his own; what he signs is compared with what he would sign at an honest server. */
  act?: (page: Page, stage: Stage) => Promise<void>;
  /** The operation that is asked by what is done. */
  does?: string;
  /** The write with which it is signed. */
  signs?: string;
  /** Leaves what was begun and refused, so that it can be done again. */
  undo?: (page: Page) => Promise<void>;
  /** The owner, where it is not said. */
  as?: keyof Visitors;
  /** Where it fails, the form stays as it was filled in. */
  stays?: true;
  /** The writes that reach the server all the same. */
  lets?: readonly string[];
  /** Of writes that do not reach it, what an honest server would answer. */
  pretends?: Readonly<Record<string, (sent: Sent, given: { stage: Stage; operations: readonly Operation[] }) => Json>>;
}

/** An answer with every member that it can have, some of them as they would be. */
function answering(operation: string, known: (sent: Sent, stage: Stage) => Readonly<Record<string, Json>>): NonNullable<Screen["pretends"]> {
  return {
    [operation]: (sent, { stage, operations }) => {
      const of = operations.find(({ id }) => id === operation)?.members.filter(({ path }) => /^\w+$/.test(path)) ?? [];
      return { ...Object.fromEntries(of.map(({ path, example }) => [path, example])), ...known(sent, stage) };
    },
  };
}

const beside = (page: Page) => page.getByRole("complementary").last();
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();

async function edit(page: Page, field: string, text: string) {
  await beside(page).getByRole("button", { name: "Edit" }).click();
  await beside(page).getByLabel(field).first().fill(text);
  await beside(page).getByRole("button", { name: "Save" }).click();
}

/** The server said no, and the person gives up. */
async function giveUp(page: Page) {
  const cancel = page.getByRole("button", { name: "Cancel", exact: true }).last();
  if (await cancel.isVisible()) await cancel.click().catch(() => undefined);
}

/** Leaves what opened above the page. */
async function shut(page: Page) {
  const close = page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).last();
  if (await close.isVisible()) await close.click().catch(() => undefined);
}

/** Nothing is left of what was done. */
const nothing = () => Promise.resolve();

async function rename(page: Page, name: string) {
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  await page.getByLabel("Name", { exact: true }).fill("Renamed");
  await save(page);
}

async function inviteGuest(page: Page) {
  await page.getByRole("button", { name: "Invite" }).first().click();
  await page.getByRole("dialog").getByLabel("Email").fill("guest@lang.test");
  await page.getByRole("dialog").getByRole("button", { name: "Invite" }).click();
}

/** Another account of the same person, with a plan: the server takes neither. */
const further = {
  stays: true as const,
  path: () => "/subscribe?new=1",
  act: async (page: Page) => {
    await page.getByLabel("Account name").fill("Further");
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.waitForURL((url) => url.pathname !== "/subscribe");
  },
  undo: async (page: Page) => void (await page.goto("/subscribe?new=1")),
  pretends: { ...answering("createAccount", () => ({})), ...answering("subscribe", () => ({})) },
};

export const SCREENS = {
  home: { path: () => "/dashboard" },
  documents: { path: () => "/documents" },
  document: { path: ({ ids: { document } }) => `/documents?open=${document}`, tabs: ["Access", "Activity", "Versions"] },
  "edit document": { path: ({ ids: { document } }) => `/documents?open=${document}`, act: (page) => edit(page, "Title", "Renamed"), does: "updateDocuments", signs: "updateDocuments", undo: giveUp },
  "new document": {
    does: "createDocument", signs: "createDocument", undo: giveUp,
    path: () => "/documents",
    act: async (page) => {
      await page.getByRole("button", { name: "New document" }).first().click();
      await page.getByRole("dialog").getByLabel("Title").fill("Mine");
      await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
    },
  },
  // The file arrives; that it is a version of the document does not reach the server.
  "new version": {
    does: "getDocuments", signs: "updateDocuments",
    path: ({ ids: { document } }) => `/documents?open=${document}`,
    act: async (page) => {
      await beside(page).getByRole("button", { name: "More actions" }).click();
      const choosing = page.waitForEvent("filechooser");
      await page.getByRole("menuitem", { name: "Add a new version" }).click();
      await (await choosing).setFiles(pdf("Told.pdf", "Told"));
      await page.getByRole("button", { name: /^Retry / }).waitFor();
    },
    lets: ["createUploadSession", "finaliseUpload"],
  },
  "document page": { path: ({ ids: { document } }) => `/documents/${document}` },
  expiring: { path: () => "/documents/expiring" },
  board: { path: () => "/tasks" },
  task: { path: ({ ids: { task } }) => `/tasks?open=${task}`, tabs: ["Comments", "Access", "Activity"] },
  "complete task": { path: ({ ids: { task } }) => `/tasks?open=${task}`, act: (page) => beside(page).getByRole("button", { name: "Complete" }).click(), does: "updateTasks", signs: "updateTasks", undo: giveUp },
  "edit repeating task": { path: ({ ids: { repeating } }) => `/tasks?open=${repeating}`, act: (page) => edit(page, "Title", "Renamed"), does: "updateTasks", signs: "updateTasks", undo: giveUp },
  contacts: { path: () => "/contacts" },
  contact: { path: ({ ids: { contact } }) => `/contacts?open=${contact}`, tabs: ["Access", "Activity"] },
  "edit contact": { path: ({ ids: { contact } }) => `/contacts?open=${contact}`, act: (page) => edit(page, "Role or profession", "Renamed"), does: "updateContacts", signs: "updateContacts", undo: giveUp },
  vendors: { path: () => "/vendors" },
  vendor: { path: ({ ids: { vendor } }) => `/vendors?open=${vendor}`, tabs: ["Access", "Activity"] },
  "edit vendor": { path: ({ ids: { vendor } }) => `/vendors?open=${vendor}`, act: (page) => edit(page, "Name", "Renamed"), does: "updateVendor", signs: "updateVendor", undo: giveUp },
  profile: { path: ({ ids: { profile } }) => `/profiles/${profile}` },
  topics: { path: () => "/settings/topics" },
  "rename topic": { path: () => "/settings/topics", act: (page) => rename(page, "Topic Alpha"), does: "updateTopic", signs: "updateTopic", undo: giveUp },
  statuses: { path: () => "/settings/statuses" },
  "rename status": { path: () => "/settings/statuses", act: (page) => rename(page, "Status Alpha"), does: "updateStatus", signs: "updateStatus", undo: giveUp },
  members: { path: () => "/members" },
  invite: {
    does: "inviteUser", signs: "inviteUser", undo: giveUp,
    path: () => "/members",
    act: inviteGuest,
  },
  // The invitation stands in no list, as the server did not take it.
  "invite guest": {
    does: "inviteUser", stays: true,
    path: () => "/members",
    act: inviteGuest,
    undo: async (page) => {
      await giveUp(page);
      await shut(page);
      await page.getByRole("button", { name: "Dismiss" }).click().catch(() => undefined);
    },
    pretends: answering("inviteUser", ({ body }) => ({ id: (body as { inviteId: string }).inviteId })),
  },
  keys: { path: () => "/keys" },
  // Where nobody waits to be let in, the browser goes on to ask which wraps are missing.
  "keys of the neighbour": { path: () => "/keys", as: "neighbour" },
  audit: { path: () => "/audit" },
  security: { path: () => "/security" },
  analytics: { path: () => "/analytics" },
  email: { path: () => "/email" },
  "email choose": {
    does: "listSavedFilters", undo: shut,
    path: () => "/email/new",
    act: (page) => page.getByRole("button", { name: "Choose people" }).click(),
  },
  "email set-up": {
    does: "getEmailSetup", undo: nothing,
    path: () => "/email",
    act: (page) => page.getByRole("button", { name: "Check set-up" }).click(),
  },
  bin: { path: () => "/bin" },
  settings: { path: () => "/settings" },
  "my settings": { path: () => "/settings/me" },
  invitations: { path: () => "/invitations" },
  "join an account": {
    does: "joinAccounts", stays: true,
    path: () => "/invitations",
    act: (page) => page.getByRole("button", { name: "Join 1 account" }).click(),
    undo: async (page) => void (await page.goto("/invitations")),
    pretends: answering("joinAccounts", ({ body }) => ({ data: (body as { accountIds: string[] }).accountIds.map((accountId) => ({ accountId, joined: true, error: null })) })),
  },
  plans: { path: () => "/subscribe" },
  "further account": { ...further, does: "createAccount" },
  "plan of a further account": { ...further, does: "subscribe" },
  "member home": { path: () => "/dashboard", as: "member" },
  "change role": {
    does: "getUser", undo: giveUp,
    path: () => "/members",
    act: async (page) => {
      await page.getByRole("button", { name: "Actions for Jonas Weber" }).click();
      await page.getByRole("menuitem", { name: "Change role" }).click();
      const asked = page.getByRole("dialog", { name: "Change the role of Jonas Weber" });
      await asked.getByRole("button", { name: /Role/ }).click();
      await page.getByRole("option", { name: /^Admin/ }).click();
      await asked.getByRole("button", { name: "Change role" }).click();
    },
  },
  "add passkey": {
    does: "getPasskeyRegistrationOptions", undo: shut,
    path: () => "/settings/me",
    act: async (page) => {
      await page.getByRole("button", { name: "Add a passkey" }).click();
      await page.getByRole("dialog", { name: "Add a passkey" }).getByRole("button", { name: "Continue" }).click();
    },
  },
  "first visit": { path: () => "/dashboard", as: "newcomer" },
  "first list": { path: () => "/documents", as: "newcomer" },
  "first edit": {
    does: "updateDocuments", signs: "updateDocuments",
    path: () => "/documents",
    as: "newcomer",
    act: async (page) => {
      await page.getByRole("row", { name: /Passport Gamma/ }).first().click();
      await edit(page, "Title", "Renamed");
    },
  },
  invitation: { path: ({ invitation }) => invitation, as: "invited" },
  "invitation at the door": { path: ({ invitation }) => invitation, as: "nobody" },
  "recovery key": {
    does: "getRecoveryEnvelopes", stays: true,
    path: () => "/login",
    as: "nobody",
    lets: ["signInByEmail"],
    // The server wants to know who is there, and takes a password that has just been typed for it.
    act: async (page, { recoveryKey, email, password }) => {
      await page.getByLabel("Email").fill(email);
      await page.getByRole("button", { name: "Use password" }).click();
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByRole("link", { name: "Use recovery key" }).click();
      await page.getByLabel("Recovery key").fill(recoveryKey);
      await page.getByRole("button", { name: "Continue" }).click();
    },
  },
  "sign-in": {
    does: "getPasskeyOptionsByPost", undo: nothing,
    path: () => "/login",
    as: "nobody",
    act: (page) => page.getByRole("button", { name: "Continue with passkey" }).click(),
  },
  "sign-in elsewhere": {
    does: "signInBySocialIdentity", stays: true,
    path: () => "/login",
    as: "nobody",
    act: (page) => page.getByRole("button", { name: "Continue with Google" }).click(),
    undo: async (page) => {
      const cancel = page.getByRole("button", { name: "Cancel", exact: true });
      if (await cancel.isVisible()) await cancel.click();
    },
    // Another address than Google's own: the app asks, and does not leave.
    pretends: answering("signInBySocialIdentity", () => ({ url: "https://provider.example.test/authorize", token: null, user: null })),
  },
  platform: { path: () => "/platform", as: "administrator" },
  "sessions of a person": {
    does: "listPlatformUserSessions", undo: shut,
    path: () => "/platform",
    as: "administrator",
    act: async (page) => {
      await page.getByRole("button", { name: "Actions for Clara Hawthorne" }).first().click();
      await page.getByRole("menuitem", { name: "Sessions" }).click();
    },
  },
} satisfies Record<string, Screen>;

export type ScreenName = keyof typeof SCREENS;
