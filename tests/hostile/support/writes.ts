/**
 * What a hostile server can do with the answer of a write: each act of a person, done as often as there are lies about its
 * answer, in the account of the neighbour, where it may leave something behind.
 */
import type { Page } from "@playwright/test";

import type { Ids } from "./stage";

export interface Writing {
  path: (ids: Ids) => string;
  act: (page: Page) => Promise<void>;
}

const beside = (page: Page) => page.getByRole("complementary").last();
const dialog = (page: Page) => page.getByRole("dialog").last();

/** Another value at every turn: what is as it was is not sent. */
let turn = 0;
const another = (word: string): string => `${word} ${["red", "blue"][(turn += 1) % 2] ?? ""}`;

/** A new thing of a list, by its name alone. */
const created = (path: string, button: string): Writing => ({
  path: () => path,
  act: async (page) => {
    await page.getByRole("button", { name: button, exact: true }).first().click();
    await dialog(page).getByRole("textbox", { name: /^(Name|Title)$/ }).first().fill("Mine");
    await dialog(page).getByRole("button", { name: "Create" }).click();
    await dialog(page).waitFor({ state: "hidden" });
  },
});

/** A field of a thing that is open beside its list. */
const edited = (path: string, name: string, field: string): Writing => ({
  path: () => path,
  act: async (page) => {
    const edit = beside(page).getByRole("button", { name: "Edit", exact: true });
    if (!(await edit.isVisible())) await page.getByRole("row").filter({ hasText: name }).first().click();
    await edit.click();
    await beside(page).getByLabel(field).first().fill(another("Told"));
    await beside(page).getByRole("button", { name: "Save" }).click();
    await edit.waitFor();
  },
});

/** The name of one of a short list in the settings. */
const renamed = (path: string, of: RegExp): Writing => ({
  path: () => path,
  act: async (page) => {
    await page.getByRole("button", { name: of }).first().click();
    await page.getByLabel("Name", { exact: true }).fill(another("Alpha"));
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Save", exact: true }).waitFor({ state: "hidden" });
  },
});

const chosen = (path: string, button: RegExp, options: readonly [string, string]): Writing => ({
  path: () => path,
  act: async (page) => {
    const choice = page.getByRole("button", { name: button });
    const now = (await choice.textContent()) ?? "";
    await choice.click();
    await page.getByRole("option", { name: options.find((one) => !now.includes(one)) ?? options[0] }).click();
  },
});

export const WRITES: Readonly<Record<string, Writing>> = {
  createContact: created("/contacts", "New contact"),
  createVendor: created("/vendors", "New vendor"),
  createDocument: created("/documents", "New document"),
  createTopic: {
    path: () => "/settings/topics",
    act: async (page) => {
      await page.getByRole("button", { name: "New topic" }).click();
      await page.getByLabel("Name", { exact: true }).fill("Mine");
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByRole("button", { name: "Add", exact: true }).waitFor({ state: "hidden" });
    },
  },
  createTask: {
    path: () => "/tasks",
    act: async (page) => {
      const line = page.getByRole("textbox", { name: "New task in one line" });
      if (!(await line.isVisible())) await page.getByRole("button", { name: "New task in To do" }).click();
      await line.fill("Mine");
      await line.press("Enter");
    },
  },
  updateContacts: edited("/contacts", "Contact Gamma", "Role or profession"),
  updateVendor: edited("/vendors", "Vendor Gamma", "Name"),
  updateDocuments: edited("/documents", "Passport Gamma", "Number"),
  updateTopic: renamed("/settings/topics", /^Edit (Topic Gamma|Alpha)/),
  updateStatus: renamed("/settings/statuses", /^Edit (Status Gamma|Alpha)/),
  updateTasks: {
    path: () => "/tasks",
    act: async (page) => {
      if (!(await beside(page).isVisible())) await page.getByRole("row", { name: "Task Gamma" }).first().click();
      await beside(page).getByRole("button", { name: /^(Complete|Reopen|Open again)$/ }).click();
    },
  },
  setLanguage: chosen("/settings", /Language of the account/, ["English", "Deutsch"]),
  updateAccount: {
    path: () => "/settings",
    act: async (page) => {
      await page.getByLabel("Name", { exact: true }).fill(another("Roth"));
      await page.getByRole("button", { name: "Save", exact: true }).first().click();
    },
  },
  updateUser: {
    path: () => "/settings/me",
    act: async (page) => {
      await page.getByRole("button", { name: "Change name" }).click();
      await dialog(page).getByLabel("Name").fill(another("Nina"));
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await dialog(page).waitFor({ state: "hidden" });
    },
  },
};
