// @vitest-environment jsdom
/** What nobody has signed says so wherever it is drawn, and what the server leaves out is still there. */
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { InEnglish, speakEnglish } from "../../i18n/testing/InEnglish";
import { voice, type Say } from "../../i18n/say";
import type { Directory, Keyring, KnownPerson } from "../../keyring/contract";
import { KeyringProvider } from "../../keyring/react";
import { peopleOf, roleNameOf, signedOnes, usePeople, type Person } from "./people";
import { aDirectory } from "./testing";

afterEach(cleanup);
speakEnglish();
const say = voice("en");

const directory = aDirectory({
  people: [
    { id: "clara", name: "Clara Hawthorne", email: "clara@hawthorne.example" },
    { id: "jonas", name: "Clara Hawthorne", email: "jonas@weber.example", standing: "unconfirmed" },
    { id: "audra", name: "", email: "audra@told.example", standing: "told" },
  ],
  withDevices: ["clara", "jonas", "karl"],
  left: ["peter"],
});

test.each<[string, Partial<Person>]>([
  ["clara", { name: "Clara Hawthorne", face: "Clara Hawthorne", standing: "signed" }],
  ["jonas", { name: "(unconfirmed) Clara Hawthorne", face: "?", standing: "unconfirmed" }],
  ["audra", { name: "(unconfirmed) audra@told.example", face: "?", standing: "told" }],
  // By the record he is here: the server says nothing of him.
  ["karl", { name: "Unnamed member", face: "?", standing: "unconfirmed" }],
  ["peter", { name: "Someone who left", face: "?", standing: "signed" }],
  // Nobody has signed that she is gone: it is the server that says nothing of her.
  ["vera", { name: "Someone", face: "?", standing: "told" }],
])("%s", (id, person) => expect(peopleOf(say, directory).of(id)).toMatchObject(person));

test("nobody else is offered where somebody is chosen", () => {
  expect(signedOnes(peopleOf(say, directory).list).map(({ id }) => id)).toEqual(["clara"]);
});

test("a role is called what is confirmed, and a personal one after its person", () => {
  const { roles } = aDirectory({
    roles: [
      { id: "board", name: "Board" }, { id: "finance", name: "Finance", standing: "unconfirmed" }, { id: "lost", name: "", standing: "unconfirmed" },
      { id: "hers", name: "Owner", personalOf: "clara" },
    ],
  });
  expect(roles.map((role) => roleNameOf(say, role, peopleOf(say, directory)))).toEqual([
    "Board", "(unconfirmed) Finance", "(unconfirmed) Unnamed role", "Private, Clara Hawthorne",
  ]);
});

test("a role that every account has is called so in the language of its reader, whatever it was signed as", () => {
  const roles = aDirectory({ roles: [{ id: "owner", key: "owner", name: "Board" }] }).roles;
  const inGerman: Say = (id, message) => (id === "role.owner" ? "Inhaber" : message);
  expect(roles.map((role) => roleNameOf(inGerman, role, peopleOf(say, directory)))).toEqual(["Inhaber"]);
});

function Everybody() {
  return usePeople().list.map(({ id, name }) => <p key={id}>{name}</p>);
}

test("a name that is not confirmed any more says so at once, everywhere", async () => {
  let now: Directory = aDirectory({ people: [{ id: "clara", name: "Clara" }] });
  const listeners = new Set<() => void>();
  const keyring = {
    state: () => ({ name: "ready" }),
    directory: () => Promise.resolve(now),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Keyring;
  render(
    <InEnglish>
      <KeyringProvider keyring={keyring}>
        <Everybody />
      </KeyringProvider>
    </InEnglish>,
  );
  await screen.findByText("Clara");
  now = aDirectory({ people: [{ id: "clara", name: "Clara", standing: "unconfirmed" }] });
  await act(async () => {
    for (const listener of listeners) listener();
    await Promise.resolve();
  });
  await screen.findByText("(unconfirmed) Clara");
});

test("nothing but the keyring makes somebody with a name", () => {
  // @ts-expect-error What an answer says of a person is no person.
  const made: KnownPerson = { id: "clara", name: "Clara", email: "", standing: "signed" };
  expect(made.name).toBe("Clara");
});
