// @vitest-environment jsdom
/** What follows from the fields of a kind: every member of its contents can be typed, read, compared, changed in place and taken away. */
import { readFileSync } from "node:fs";
import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";

import { DEFAULT_DATES } from "../../dates/settings";
import { contactFields } from "../../features/contacts/fields";
import { profileFields } from "../../features/profiles/fields";
import { vendorFields } from "../../features/vendors/fields";
import type { Say } from "../../i18n/say";
import { InEnglish } from "../../i18n/testing/InEnglish";
import type { ContactPayload } from "../../payloads/contact";
import type { ProfilePayload } from "../../payloads/profile";
import type { VendorPayload } from "../../payloads/vendor";
import { SessionContext } from "../../session/context";
import { PROFILE_TYPES } from "../profiles/types.generated";
import { eachOf, type Fields } from "./field";
import { inList } from "./inList";
import { memberWordsOf } from "./memberWords";
import { said } from "./said";
import { tableOf } from "./table";

const say: Say = (_id, text, values) => text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(values?.[name]));

const VENDOR: VendorPayload = {
  v: 1,
  name: "Lift & Co",
  legalName: "Lift und Co GmbH",
  services: ["lift", "doors"],
  customerNumber: "K-77",
  website: "https://lift.example",
  taxId: "DE 123",
  bank: { name: "Berg Bank", iban: "DE02 1203", bic: "BYLADEM1" },
  contract: { startOn: "2026-01-01", endOn: "2027-01-01", noticeDays: 30, amount: { minor: 120_050, currency: "EUR" }, every: "year" },
  emergency: true,
  rating: 4,
  emails: [{ address: "a@lift.example" }, { address: "b@lift.example" }],
  phones: [{ number: "+49 30 1" }],
  addresses: [{ street: "Gasse 1", locality: "Wien" }],
  tags: ["house"],
  notes: "By the back door.",
};

const CONTACT: ContactPayload = {
  v: 1,
  kind: "individual",
  name: { full: "Anna Berg" },
  title: "Lawyer",
  organization: { name: "Berg & Berg" },
  anniversaries: [{ kind: "birth", date: { month: 5, day: 4 } }],
  emails: [{ address: "anna@berg.example" }],
  tags: ["law"],
  notes: "Calls back.",
};

const saidBy = <Payload,>(fields: Fields<Payload>, payload: Payload) =>
  Object.fromEntries(eachOf(fields).map((field) => [field.label, said(field, payload, DEFAULT_DATES)]));

describe("every field", () => {
  test("says what the contents hold, in one line", () => {
    expect(saidBy(vendorFields(say), VENDOR)).toMatchObject({
      Name: "Lift & Co",
      "Legal name": "Lift und Co GmbH",
      "Tax number": "DE 123",
      Services: "lift, doors",
      "Emergency number": "Emergency number",
      "Email addresses": "a@lift.example, b@lift.example",
      Addresses: "Gasse 1, Wien",
      "Bank account": "Berg Bank, DE02 1203, BYLADEM1",
      Rating: "4 of 5",
      Tags: "house",
    });
    expect(saidBy(contactFields(say), CONTACT)).toMatchObject({ Kind: "Person", Organisation: "Berg & Berg", Birthday: "May 4" });
  });

  test("no member that the schema names is without a field, but for those that say why", () => {
    const without: Readonly<Record<string, readonly string[]>> = {
      // No screen links items to one another yet, adds lines of its own, or keeps a picture.
      vendor: ["v", "links", "fields", "photoFileId", "contactIds"],
      // What another address book brought along is kept as it came, and goes out again with the card.
      contact: ["v", "links", "fields", "photoFileId", "types", "online", "ids", "languages", "pronouns", "uid"],
    };
    const shown = { vendor: eachOf(vendorFields(say)).map(({ member }) => member), contact: eachOf(contactFields(say)).map(({ member }) => member) };
    for (const [kind, members] of Object.entries(shown))
      expect([...members, ...(without[kind] ?? [])].sort()).toEqual(membersOf(kind).sort());
  });

  test("puts back what it reads, and touches one member", () => {
    let tried = 0;
    function check<Payload extends object>(fields: Fields<Payload>, payload: Payload) {
      for (const field of eachOf(fields)) {
        if (field.type === "part" || (field.type === "day" && field.written)) continue;
        const part = (field.put as (payload: Payload, value: unknown) => Partial<Payload>)(payload, field.read(payload));
        expect(Object.keys(part)).toEqual([field.member]);
        expect({ ...payload, ...part }).toEqual(payload);
        tried += 1;
      }
    }
    check(vendorFields(say), VENDOR);
    check(contactFields(say), CONTACT);
    expect(tried).toBeGreaterThan(13);
  });

  test("of the templates of profiles has a word of its own, and keeps the others' values", () => {
    let tried = 0;
    for (const { template } of PROFILE_TYPES)
      for (const field of eachOf(profileFields(template)(say))) {
        if (field.type === "part" || field.member !== "values") continue;
        const payload: ProfilePayload = { v: 1, name: "One", values: { other: "stays" } };
        const value = field.type === "flag" ? true : field.type === "day" ? "2026-05-04" : "typed";
        const part = (field.put as (payload: ProfilePayload, value: unknown) => Partial<ProfilePayload>)(payload, value);
        expect(part.values).toMatchObject({ other: "stays" });
        expect(field.read({ ...payload, ...part })).toEqual(value);
        tried += 1;
      }
    expect(tried).toBeGreaterThan(100);
  });
});

describe("two people's changes", () => {
  const words = memberWordsOf(vendorFields(say), say, DEFAULT_DATES);

  test("are told apart by the names of the fields", () => {
    expect([words.name("bank"), words.value("bank", VENDOR.bank)]).toEqual(["Bank account", "Berg Bank, DE02 1203, BYLADEM1"]);
    expect([words.name("emergency"), words.value("emergency", false)]).toEqual(["Emergency number", "No"]);
    expect(words.value("emails", VENDOR.emails)).toBe("a@lift.example, b@lift.example");
  });

  test("in a member that this version does not know are shown all the same", () => {
    expect([words.name("fax"), words.value("fax", ["1", "2"])]).toEqual(["fax", "1, 2"]);
  });

  test("in values of a profile are told line by line", () => {
    const fields = profileFields([
      { key: "plate", type: "text" },
      { key: "mileage", type: "number" },
    ])(say);
    expect(memberWordsOf(fields, say, DEFAULT_DATES).value("values", { plate: "B-1", mileage: 12 })).toBe("Number plate: B-1\nMileage: 12");
  });
});

test("the first of several is what a list shows and changes; the others stay", () => {
  const email = inList(vendorFields(say), say).find(({ id }) => id === "email");
  expect(email?.read(VENDOR)).toBe("a@lift.example");
  expect(email?.put(VENDOR, "c@lift.example")).toEqual({ emails: [{ address: "c@lift.example" }, { address: "b@lift.example" }] });
  expect(email?.fault?.("banana")).toBeTruthy();
});

test("a table has a column for each field, and three where there are several", () => {
  const [head = "", line = ""] = tableOf(vendorFields(say), [VENDOR], DEFAULT_DATES).replace("\ufeff", "").split("\r\n");
  expect(head.startsWith("Name,Services,Emergency number,Legal name,Tax number,Customer number,Website,Email address 1,Email address 2,Email address 3,")).toBe(true);
  expect(line.startsWith('Lift & Co,"lift, doors",Emergency number,Lift und Co GmbH,DE 123,K-77,https://lift.example,a@lift.example,b@lift.example,,')).toBe(true);
  // No spreadsheet runs a number that begins with a sign.
  expect(line).toContain(",'+49 30 1,");
});

test("a day leaves the app as every program reads it", () => {
  const birthday = tableOf(contactFields(say), [{ ...CONTACT, anniversaries: [{ kind: "birth", date: { year: 1980, month: 5, day: 4 } }] }], DEFAULT_DATES);
  expect(birthday).toContain(",1980-05-04,");
});

test("what is not there is left away in the details, but for what always stands there", async () => {
  const { FieldFacts } = await import("./FieldFacts");
  render(<FieldFacts fields={vendorFields(say)} payload={{ v: 1, name: "Gas", services: [] }} />, { wrapper: Around });
  expect(screen.getAllByRole("term").map(({ textContent }) => textContent)).toEqual(["Services"]);
});

test("contents without anything say so", async () => {
  const { FieldFacts } = await import("./FieldFacts");
  render(<FieldFacts fields={profileFields([{ key: "plate", type: "text" }])(say)} payload={{ v: 1, name: "Car", values: { plate: "" } }} none="No details yet." />, { wrapper: Around });
  expect(screen.getByText("No details yet.")).toBeTruthy();
});

const Around = ({ children }: { children: ReactNode }) => (
  <InEnglish>
    <SessionContext value={null}>{children}</SessionContext>
  </InEnglish>
);

/** The members that the schema of a kind names, those of what it takes over included. */
function membersOf(kind: string): string[] {
  const read = (file: string) => JSON.parse(readFileSync(`src/payloads/schemas/${file}`, "utf8")) as Schema;
  const shared = read("shared.1.json");
  const own = read(`${kind}.1.json`);
  const taken = (own.allOf ?? []).flatMap(({ $ref }) => Object.keys(shared.$defs?.[$ref.split("/").at(-1) ?? ""]?.properties ?? {}));
  return [...taken, ...Object.keys(own.properties ?? {})];
}

interface Schema {
  allOf?: { $ref: string }[];
  properties?: Record<string, unknown>;
  $defs?: Record<string, Schema>;
}
