/** Vendors on the desk: what a list shows of them, and what they are found by. */
import { expect, test } from "vitest";

import type { VendorPayload } from "../../payloads/vendor";
import { vendorPayloadFault } from "../../payloads/vendor.generated";
import { vendorDesk } from "./desk";

const FULL: VendorPayload = {
  v: 1, name: "North Heating", legalName: "North Heating Ltd", services: ["heating", "plumbing"], customerNumber: "K-17", phones: [{ number: "+44 1" }], emergency: true,
  contract: { endOn: "2027-01-31", noticeDays: 30 }, notes: "Key under the stone",
};
const SHORT: VendorPayload = { v: 1, name: "Anna", services: [] };

const cellsOf = (payload: VendorPayload) => {
  const row = { id: "", version: 1, word: {}, state: "open", item: null, payload } as never;
  return Object.fromEntries(vendorDesk.columns.filter(({ from }) => from === "payload").map(({ name, of }) => [name, of(row)]));
};

test("a list shows services, the first number, the contract and whether it is for emergencies", () => {
  expect([vendorPayloadFault(FULL), vendorPayloadFault(SHORT)]).toEqual([null, null]);
  expect(cellsOf(FULL)).toEqual({ title: "North Heating", services: ["heating", "plumbing"], phone: "+44 1", emergency: true, hasContract: true, endOn: "2027-01-31", customerNumber: "K-17" });
  expect(cellsOf(SHORT)).toEqual({ title: "Anna", services: [], phone: null, emergency: null, hasContract: false, endOn: null, customerNumber: null });
});

test("a vendor is found by everything it says", () => {
  for (const said of ["North Heating Ltd", "plumbing", "K-17", "+44 1", "Key under the stone"]) expect(vendorDesk.words(FULL)).toContain(said);
});
