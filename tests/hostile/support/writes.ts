/**
 * What a hostile server can do with the answer of a write: each act of a person, done as often as there are lies about its
 * answer, in the account of the neighbour, where it may leave something behind.
 */
import type { Locator, Page } from "@playwright/test";

export interface Writing {
  path: () => string;
  act: (page: Page) => Promise<void>;
  /** Brings back what is gone when an act was cut short by a lie. */
  mend?: (page: Page) => Promise<void>;
}

const START_MS = 30_000;

const beside = (page: Page) => page.getByRole("complementary").last();

/** Another value than is there: what is as it was is not sent. */
async function fillAnother(field: Locator, word: string): Promise<void> {
  await field.fill(`${word} ${/red$/.test(await field.inputValue()) ? "blue" : "red"}`);
}

/** A field of a thing that is open beside its list. */
const edited = (path: string, name: string, field: string): Writing => ({
  path: () => path,
  act: async (page) => {
    const edit = beside(page).getByRole("button", { name: "Edit", exact: true });
    if (!(await edit.isVisible())) await page.getByRole("row").filter({ hasText: name }).first().click();
    await edit.click();
    await fillAnother(beside(page).getByLabel(field).first(), "Told");
    await beside(page).getByRole("button", { name: "Save" }).click();
  },
});

/** The name of one of a short list in the settings. */
const renamed = (path: string, of: RegExp): Writing => ({
  path: () => path,
  act: async (page) => {
    await page.getByRole("button", { name: of }).first().click();
    await fillAnother(page.getByLabel("Name", { exact: true }), "Alpha");
    await page.getByRole("button", { name: "Save", exact: true }).click();
  },
});

const PROFILES = { path: () => "/profiles" };
const profiles = (page: Page) => page.getByRole("navigation", { name: "Profiles" });

/** The name of a group, or of a part of one. */
const regrouped = (of: RegExp, word: string): Writing => ({
  ...PROFILES,
  act: async (page) => {
    await profiles(page).getByRole("button", { name: of }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await fillAnother(page.getByLabel("Name", { exact: true }), word);
    await page.getByRole("button", { name: "Save", exact: true }).click();
  },
});

/** Something that the menu of a thing does, taken back at once. */
const takenBack = (path: string, open: (page: Page) => Promise<void>, item: string): Writing => ({
  path: () => path,
  act: async (page) => {
    await open(page);
    await page.getByRole("menuitem", { name: item }).click();
    await page.getByRole("button", { name: "Undo" }).last().click();
    await page.getByRole("button", { name: "Undo" }).last().waitFor({ state: "hidden" });
  },
});

/** The same for what is deleted, which then lies in the bin. */
const deleted = (path: string, name: string): Writing => ({
  ...takenBack(path, menuOfRow(name), "Delete"),
  mend: async (page) => {
    if ((await page.getByRole("row").filter({ hasText: name }).count()) > 0) return;
    // The app starts anew, which takes longer than what is done on an open page.
    await page.goto("/bin", { timeout: START_MS });
    await page.getByRole("row").filter({ hasText: name }).first().getByRole("checkbox").click({ force: true, timeout: START_MS });
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByText("1 item restored").waitFor({ timeout: START_MS });
  },
});

const menuOfRow = (name: string) => (page: Page) =>
  page.getByRole("row").filter({ hasText: name }).first().getByRole("button", { name: "More actions" }).click();

async function menuOfProfile(page: Page): Promise<void> {
  await profiles(page).getByRole("link", { name: "Profile Gamma" }).click();
  await page.getByRole("main").getByRole("button", { name: "More actions" }).click();
}

/** Of each operation, what it is asked by. */
export const WRITES: Readonly<Record<string, Writing>> = {
  updateContacts: edited("/contacts", "Contact Gamma", "Role or profession"),
  updateVendor: edited("/vendors", "Vendor Gamma", "Customer number"),
  updateDocuments: edited("/documents", "Passport Gamma", "Number"),
  updateTopic: renamed("/settings/topics", /^Edit (Topic Gamma|Alpha)/),
  updateStatus: renamed("/settings/statuses", /^Edit (Status Gamma|Alpha)/),
  deleteContacts: deleted("/contacts", "Contact Delta"),
  deleteDocuments: deleted("/documents", "Passport Gamma"),
  deleteTasks: deleted("/tasks", "Task Delta"),
  createContact: {
    path: () => "/contacts",
    act: async (page) => {
      await page.getByRole("button", { name: "New contact" }).first().click();
      const form = page.getByRole("dialog", { name: "New contact" });
      await form.getByLabel("Name", { exact: true }).fill("Somebody");
      await form.getByRole("button", { name: "Create" }).click();
      await form.waitFor({ state: "hidden" });
    },
  },
  archiveProfile: {
    ...takenBack("/profiles", menuOfProfile, "Archive only the profile"),
    mend: async (page) => {
      if (await profiles(page).getByRole("link", { name: "Profile Gamma" }).isVisible()) return;
      await page.getByText("Show archived").click();
      await menuOfProfile(page);
      await page.getByRole("menuitem", { name: "Back to the list" }).click();
      await page.getByText("Show archived").click();
      await profiles(page).getByRole("link", { name: "Profile Gamma" }).waitFor();
    },
  },
  updateProfile: {
    ...PROFILES,
    act: async (page) => {
      await profiles(page).getByRole("link", { name: "Profile Gamma" }).click();
      await page.getByRole("main").getByRole("button", { name: "Edit" }).click();
      await fillAnother(page.getByRole("main").getByLabel("Country"), "Land");
      await page.getByRole("main").getByRole("button", { name: "Save" }).click();
    },
  },
  moveProfile: {
    ...PROFILES,
    act: async (page) => {
      await menuOfProfile(page);
      await page.getByRole("menuitem", { name: /^Move to/ }).click();
      const asked = page.getByRole("dialog", { name: /^Move / });
      const part = asked.getByRole("button", { name: /Sub-group/ });
      // Into the part, and out of it again.
      const inside = !/None/.test((await part.textContent()) ?? "");
      await part.click();
      await page.getByRole("option", inside ? { name: "None" } : { name: /Lakeside|Riverside/ }).click();
      await asked.getByRole("button", { name: "Move", exact: true }).click();
      await asked.waitFor({ state: "hidden" });
    },
  },
  sendBulkEmail: {
    path: () => "/email/new",
    act: async (page) => {
      const afresh = page.getByRole("button", { name: "Write another" });
      if (await afresh.isVisible()) await afresh.click();
      await page.getByRole("textbox", { name: "Email addresses" }).fill("one@told.test, two@told.test");
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByRole("textbox", { name: "Subject" }).fill("Told");
      await page.getByRole("textbox", { name: "Text", exact: true }).fill("Told");
      await page.getByRole("button", { name: "Send to 2 recipients" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Send 2 emails" }).click();
      await afresh.waitFor();
    },
  },
  updateProfileGroup: regrouped(/^Actions for (Houses|Homes)/, "Homes"),
  updateProfileSubGroup: regrouped(/^Actions for (Lakeside|Riverside)/, "Riverside"),
  updateTasks: {
    path: () => "/tasks",
    act: async (page) => {
      if (!(await beside(page).isVisible())) await page.getByRole("row", { name: "Task Gamma" }).first().click();
      await beside(page).getByRole("button", { name: /^(Complete|Reopen)$/ }).click();
    },
  },
};
