/** Contacts on the desk: what a list shows of them, and what they are found by. */
import { expect, test } from "vitest";

import type { ContactPayload } from "../../payloads/contact";
import { contactPayloadFault } from "../../payloads/contact.generated";
import { contactDesk } from "./desk";

const FULL: ContactPayload = {
  v: 1, kind: "org", name: { full: "Lindqvist & Sons" }, organization: { name: "Lindqvist" }, title: "Boat builders",
  emails: [{ address: "yard@example.test" }, { address: "other@example.test" }], phones: [{ number: "+46 8 1" }, { number: "+46 8 2" }], notes: "Winter storage",
};
const SHORT: ContactPayload = { v: 1, kind: "individual", name: { full: "Anna" } };

const cellsOf = (payload: ContactPayload) => {
  const row = { id: "", version: 1, word: {}, state: "open", item: null, payload } as never;
  return Object.fromEntries(contactDesk.columns.filter(({ from }) => from === "payload").map(({ name, of }) => [name, of(row)]));
};

test("the first of several stands in the list, and what is not said has no value", () => {
  expect([contactPayloadFault(FULL), contactPayloadFault(SHORT)]).toEqual([null, null]);
  expect(cellsOf(FULL)).toEqual({ title: "Lindqvist & Sons", kind: "org", organization: "Lindqvist", email: "yard@example.test", phone: "+46 8 1", role: "Boat builders", identities: ["mail yard@example.test", "mail other@example.test"] });
  expect(cellsOf(SHORT)).toEqual({ title: "Anna", kind: "individual", organization: null, email: null, phone: null, role: null, identities: [] });
});

test("a contact is found by everything it says", () => {
  for (const said of ["Lindqvist & Sons", "Boat builders", "other@example.test", "+46 8 2", "Winter storage"]) expect(contactDesk.words(FULL)).toContain(said);
});
