/** Who gets the email, who does not and why, and what leaves this device for it. */
import { describe, expect, test } from "vitest";

import { keyOf, ofItem, ofMember, type Addressee, type Chosen } from "./addressees";
import { tooLongFor, type Message } from "./letter";
import { sortOut } from "./recipients";
import { MOST_AT_ONCE, sendingOf } from "./sending";

const contact = (id: string, full: string, ...addresses: string[]): Addressee =>
  ofItem("contact", id, { v: 1, kind: "individual", name: { full }, emails: addresses.map((address) => ({ address })) });

const book = (...people: Addressee[]): ReadonlyMap<string, Addressee> => new Map(people.map((one) => [keyOf(one), one]));
const chosen = (...ids: string[]): Chosen[] => ids.map((id) => ({ source: "contact", id }));

const anna = contact("anna", "Anna Lind", "Anna@Lind.example");
const bo = contact("bo", "Bo Ek", "bo@ek.example", "bo@work.example");

const said = (asked: Partial<Parameters<typeof sortOut>[0]>) => {
  const { recipients, leftOut } = sortOut({ chosen: [], book: book(anna, bo), places: [], most: 10, ...asked });
  return { to: recipients.map(({ address }) => address), left: leftOut.map(({ called, why }) => [called, why]) };
};

describe("whoever was chosen gets it, or is named with the reason", () => {
  test("at the address that this device has opened, in small letters as the server compares them", () => {
    expect(said({ chosen: chosen("anna", "bo") })).toEqual({ to: ["anna@lind.example", "bo@ek.example"], left: [] });
  });

  test("at another of their addresses where one was chosen, and at none that is no longer theirs", () => {
    const at = (address: string) => said({ chosen: [{ source: "contact", id: "bo", address }] }).to;
    expect(at("bo@work.example")).toEqual(["bo@work.example"]);
    expect(at("bo@former.example")).toEqual(["bo@ek.example"]);
  });

  test("the preferred one first", () => {
    const two = ofItem("contact", "bo", { v: 1, kind: "individual", name: { full: "Bo Ek" }, emails: [{ address: "a@ek.example" }, { address: "b@ek.example", pref: true }] });
    expect(two.addresses).toEqual(["b@ek.example", "a@ek.example"]);
  });

  test("nobody without an address, and nobody at what is none", () => {
    const people = book(contact("no", "Nina Os"), contact("bad", "Carl Ås", "carl at home"), contact("umlaut", "Jörg", "jörg@lind.example"));
    expect(said({ chosen: chosen("no", "bad", "umlaut"), book: people })).toEqual({ to: [], left: [["Nina Os", "noAddress"], ["Carl Ås", "wrongAddress"], ["Jörg", "wrongAddress"]] });
  });

  test("one address once, however it is written and wherever it comes from", () => {
    const again: Chosen[] = [...chosen("anna"), { source: "typed", id: "anna@lind.example" }, { source: "vendor", id: "v" }];
    const people = book(anna, ofItem("vendor", "v", { v: 1, name: "Lind & Co", services: [], emails: [{ address: "ANNA@LIND.EXAMPLE" }] }));
    const { leftOut, recipients } = sortOut({ chosen: again, book: people, places: [], most: 10 });
    expect(recipients.map(({ called }) => called)).toEqual(["Anna Lind"]);
    expect(leftOut.map(({ called, why, about }) => [called, why, about])).toEqual([["anna@lind.example", "repeated", "Anna Lind"], ["Lind & Co", "repeated", "Anna Lind"]]);
  });

  test("nobody who cannot be opened here, without a name", () => {
    expect(said({ chosen: chosen("gone", "anna") })).toEqual({ to: ["anna@lind.example"], left: [[null, "closed"]] });
  });

  test("no more than one message may have", () => {
    expect(said({ chosen: chosen("anna", "bo"), most: 1 })).toEqual({ to: ["anna@lind.example"], left: [["Bo Ek", "beyond"]] });
  });

  test("nobody of whom nothing is known for a place in the text", () => {
    const typed: Chosen[] = [{ source: "typed", id: "x@y.example" }, { source: "typed", id: "z@y.example", name: "Zoe Ray" }];
    const { recipients, leftOut } = sortOut({ chosen: typed, book: book(), places: ["firstName"], most: 10 });
    expect(recipients.map(({ values }) => values.firstName)).toEqual(["Zoe"]);
    expect(leftOut.map(({ called, why, place }) => [called, why, place])).toEqual([["x@y.example", "missing", "firstName"]]);
  });

  test("nobody for whom the text would be too long", () => {
    const message: Message = { template: "own", subject: `${"x".repeat(195)}{{name}}`, text: "Hello", params: {}, locale: "en" };
    const asked = { chosen: chosen("anna", "bo"), places: ["name" as const], isTooLong: tooLongFor(message) };
    expect(said(asked)).toEqual({ to: ["bo@ek.example"], left: [["Anna Lind", "tooLong"]] });
  });
});

test("an organisation has no first name, and its own name as organisation", () => {
  const org = ofItem("contact", "o", { v: 1, kind: "org", name: { full: "Lindqvist & Sons" } });
  expect([org.firstName, org.organization]).toEqual(["", "Lindqvist & Sons"]);
  expect(ofItem("profile", "p", { v: 1, name: "Emil Hart", values: { email: " emil@hart.example " } }).addresses).toEqual(["emil@hart.example"]);
  expect(ofItem("profile", "p", { v: 1, name: "Seehof", values: { email: 7 } }).addresses).toEqual([]);
});

describe("what leaves this device", () => {
  const recipients = (people: readonly Addressee[], ...places: ("name" | "firstName")[]) =>
    sortOut({ chosen: people.map(({ source, id }) => ({ source, id })), book: book(...people), places, most: MOST_AT_ONCE }).recipients;
  const own: Message = { template: "own", subject: "For {{firstName}}", text: "Dear {{ firstName }},\u00a0hello.\r\n", params: {}, locale: "de" };

  test("to many, one call with the values of the places in the text and of no others", () => {
    expect(sendingOf(own, recipients([anna, bo], "firstName"), true)).toMatchObject({
      way: "batch",
      body: {
        subject: "For {{firstName}}",
        text: "Dear {{ firstName }}, hello.",
        recipients: [
          { to: "anna@lind.example", params: { firstName: "Anna" } },
          { to: "bo@ek.example", params: { firstName: "Bo" } },
        ],
      },
    });
    const plain = sendingOf({ ...own, subject: "Hi", text: "Hello" }, recipients([anna, bo]), true);
    expect(plain.way === "batch" && plain.body.recipients.map(({ params }) => params)).toEqual([{}, {}]);
  });

  test("without the right to many, each alone and filled in here, so that nobody reads who else was written to", () => {
    const sending = sendingOf(own, recipients([anna, bo], "firstName"), false);
    expect(sending.way === "singly" && sending.each.map(({ body }) => body)).toEqual([
      { to: ["anna@lind.example"], subject: "For Anna", text: "Dear Anna, hello." },
      { to: ["bo@ek.example"], subject: "For Bo", text: "Dear Bo, hello." },
    ]);
  });

  test("of a template its values, filled in for each, and nothing that was left empty", () => {
    const reminder: Message = { template: "reminder", subject: "not used", text: "not used", params: { about: "the lease,\n{{firstName}}", due: "2027-01-14", message: " " }, locale: "ar" };
    const params = { about: "the lease, Anna", due: "2027-01-14" };
    const one = sendingOf(reminder, recipients([anna], "firstName"), true);
    expect(one.way === "singly" && one.each.map(({ body }) => body)).toEqual([{ template: "reminder", to: "anna@lind.example", locale: "ar", params }]);
    const many = sendingOf(reminder, recipients([anna, bo], "firstName"), true);
    expect(many.way === "batch" && many.body).toEqual({
      template: "reminder",
      locale: "ar",
      recipients: [
        { to: "anna@lind.example", params },
        { to: "bo@ek.example", params: { ...params, about: "the lease, Bo" } },
      ],
    });
  });

  test("a member by the id, whose address the server has", () => {
    const [one] = recipients([ofMember("0190a1b2-0000-7000-8000-000000000001", "Jonas Weber", "jonas@weber.example")]);
    expect([one?.to, one?.address]).toEqual(["0190a1b2-0000-7000-8000-000000000001", "jonas@weber.example"]);
  });
});
