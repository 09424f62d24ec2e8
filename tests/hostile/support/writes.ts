/**
 * What a hostile server can do with the answer of a write: each act of a person, done as often as there are lies about its
 * answer, in the account of the neighbour, where it may leave something behind.
 */
import type { Page } from "@playwright/test";

export interface Writing {
  path: () => string;
  act: (page: Page) => Promise<void>;
}

const beside = (page: Page) => page.getByRole("complementary").last();

/** Another value at every turn: what is as it was is not sent. */
let turn = 0;
const another = (word: string): string => `${word} ${["red", "blue"][(turn += 1) % 2] ?? ""}`;

/** A field of a thing that is open beside its list. */
const edited = (path: string, name: string, field: string): Writing => ({
  path: () => path,
  act: async (page) => {
    const edit = beside(page).getByRole("button", { name: "Edit", exact: true });
    if (!(await edit.isVisible())) await page.getByRole("row").filter({ hasText: name }).first().click();
    await edit.click();
    await beside(page).getByLabel(field).first().fill(another("Told"));
    await beside(page).getByRole("button", { name: "Save" }).click();
  },
});

/** The name of one of a short list in the settings. */
const renamed = (path: string, of: RegExp): Writing => ({
  path: () => path,
  act: async (page) => {
    await page.getByRole("button", { name: of }).first().click();
    await page.getByLabel("Name", { exact: true }).fill(another("Alpha"));
    await page.getByRole("button", { name: "Save", exact: true }).click();
  },
});

/** Of each operation, what it is asked by. */
export const WRITES: Readonly<Record<string, Writing>> = {
  updateContacts: edited("/contacts", "Contact Gamma", "Role or profession"),
  updateVendor: edited("/vendors", "Vendor Gamma", "Phone"),
  updateDocuments: edited("/documents", "Passport Gamma", "Number"),
  updateTopic: renamed("/settings/topics", /^Edit (Topic Gamma|Alpha)/),
  updateStatus: renamed("/settings/statuses", /^Edit (Status Gamma|Alpha)/),
  updateTasks: {
    path: () => "/tasks",
    act: async (page) => {
      if (!(await beside(page).isVisible())) await page.getByRole("row", { name: "Task Gamma" }).first().click();
      await beside(page).getByRole("button", { name: /^(Complete|Reopen)$/ }).click();
    },
  },
};
