/** What somebody brings along from elsewhere is read as it was meant, and what goes out comes in again. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { ContactPayload } from "../../payloads/contact";
import { PAYLOADS } from "../../payloads/kinds.generated";
import { readCards, writeCards } from "./vcard";

const only = (text: string) => readCards(text).contacts[0];
const card = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD"].join("\r\n");

describe("what others write", () => {
  test("a card of an address book", () => {
    expect(
      only(
        card(
          "N:Diallo;Amara;;Dr.;",
          "FN:Dr. Amara Diallo",
          "ORG:Diallo & Partners;Notaries",
          "item1.EMAIL;type=INTERNET;type=WORK;type=pref:amara@notary.test",
          'TEL;TYPE="cell,voice":+49 170 1',
          "ADR;TYPE=home:;;Lindenstr. 12\\, 3rd floor;Berlin;;10969;Germany",
          "BDAY:1982-03-12",
          "NOTE:Calls back\\nalways",
          "CATEGORIES:lawyers,friends",
          "X-SOCIAL;TYPE=x:https://x.test/amara",
        ),
      ),
    ).toEqual({
      v: 1,
      kind: "individual",
      name: { full: "Dr. Amara Diallo", surname: "Diallo", given: "Amara", prefix: "Dr." },
      organization: { name: "Diallo & Partners", unit: "Notaries" },
      emails: [{ address: "amara@notary.test", label: "work", pref: true }],
      phones: [{ number: "+49 170 1" }],
      addresses: [{ street: "Lindenstr. 12, 3rd floor", locality: "Berlin", postcode: "10969", country: "Germany", label: "home" }],
      anniversaries: [{ kind: "birth", date: { year: 1982, month: 3, day: 12 } }],
      notes: "Calls back\nalways",
      tags: ["lawyers", "friends"],
      fields: [{ key: "vcard.0", type: "text", value: "X-SOCIAL;TYPE=x:https://x.test/amara" }],
    });
  });

  test("lines that were folded, names that are missing, days without a year", () => {
    expect(only("BEGIN:VCARD\nN:Weber;Jonas;;;\nNOTE:one \n two\nBDAY:--0229\nEND:VCARD")).toMatchObject({
      name: { full: "Jonas Weber" },
      notes: "one two",
      anniversaries: [{ date: { month: 2, day: 29 } }],
    });
  });

  test("an organisation, and a picture that is left out", () => {
    expect(only(card("KIND:org", "FN:Bank", `PHOTO;ENCODING=b:${"A".repeat(9000)}`))).toEqual({ v: 1, kind: "org", name: { full: "Bank" } });
  });

  test("a card that says nobody's name is named by its number, and the others are read", () => {
    const { contacts, unreadable } = readCards([card("TEL:1"), card("FN:Ann"), "BEGIN:VCARD\nFN:Cut off"].join("\n"));
    expect([contacts.map(({ name }) => name.full), unreadable]).toEqual([["Ann"], [1, 3]]);
  });
});

const word = fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }).map((text) => text.replace(/[\r\n\p{Cc}]/gu, "").trim()).filter(Boolean);
const notes = fc.array(word, { minLength: 1, maxLength: 4 }).map((lines) => lines.join("\n"));
const label = fc.constantFrom("work", "home", "mobile", "other");
const maybe = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: undefined });

const contacts = fc
  .record({
    v: fc.constant(1 as const),
    kind: fc.constantFrom("individual" as const, "org" as const),
    name: fc.record({ full: word, given: maybe(word), surname: maybe(word), prefix: maybe(word), nickname: maybe(word) }),
    organization: maybe(fc.record({ name: word, unit: maybe(word) })),
    title: maybe(word),
    emails: maybe(fc.array(fc.record({ address: word, label: maybe(label), pref: maybe(fc.constant(true)) }), { minLength: 1, maxLength: 3 })),
    phones: maybe(fc.array(fc.record({ number: fc.stringMatching(/^\+[0-9 ]{3,12}[0-9]$/), label: maybe(label) }), { minLength: 1, maxLength: 3 })),
    addresses: maybe(
      fc.array(fc.record({ street: notes, locality: maybe(word), postcode: maybe(word), country: maybe(word), label: maybe(label) }), {
        minLength: 1,
        maxLength: 2,
      }),
    ),
    anniversaries: maybe(
      fc.array(
        fc.record({
          kind: fc.constantFrom("birth" as const, "wedding" as const),
          date: fc.record({ year: maybe(fc.integer({ min: 1, max: 9999 })), month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 31 }) }),
        }),
        { minLength: 1, maxLength: 2 },
      ),
    ),
    notes: maybe(notes),
    tags: maybe(fc.uniqueArray(word, { minLength: 1, maxLength: 4 })),
    uid: maybe(word),
  })
  // A member that is not there and one that says nothing are the same.
  .map((contact) => JSON.parse(JSON.stringify(contact)) as ContactPayload);

describe("what goes out comes in again", () => {
  test("contacts, whatever stands in them", () => {
    fc.assert(
      fc.property(fc.array(contacts, { maxLength: 3 }), (some) => {
        const text = writeCards(some);
        expect(readCards(text)).toEqual({ contacts: some, unreadable: [] });
        for (const line of text.split("\r\n")) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
      }),
      { numRuns: 200 },
    );
  });

  test("lines that no member stands for", () => {
    const strange = card("FN:Ann", 'X-THING;X-P="a:b,c":va\\,lue', "GEO:geo:1,2");
    const read = readCards(strange).contacts;
    expect(readCards(writeCards(read)).contacts).toEqual(read);
    expect(writeCards(read)).toContain('X-THING;X-P="a:b,c":va\\,lue');
  });

  test("no text breaks the reading", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void readCards(`BEGIN:VCARD\n${text}\nEND:VCARD`)));
  });
});

test("whatever a file says, what is made of it is a contact", () => {
  const name = fc.constantFrom("FN", "N", "NICKNAME", "KIND", "ORG", "TITLE", "EMAIL", "TEL", "ADR", "BDAY", "ANNIVERSARY", "NOTE", "CATEGORIES", "UID", "LANG", "X-OTHER");
  const type = fc.constantFrom("", ";TYPE=work", ";TYPE=cell,pref", ";PREF=1", ";LABEL=anything");
  const value = fc.oneof(fc.string({ unit: "grapheme", maxLength: 300 }), fc.constantFrom("1982-03-12", "--0312", "x".repeat(33_000), "a,".repeat(80), ";;;;;;", "\u{1f5dd}".repeat(250)));
  const line = fc.tuple(name, type, value).map(([is, of, said]) => `${is}${of}:${said.replace(/[\r\n]/g, " ")}`);
  let read = 0;
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      for (const contact of readCards(card(...lines)).contacts) {
        read += 1;
        expect(PAYLOADS.contact.fault(contact)).toBeNull();
      }
    }),
    { numRuns: 200 },
  );
  expect(read).toBeGreaterThan(50);
});
