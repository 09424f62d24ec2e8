// @vitest-environment jsdom
/** Who stands in the list of members, whatever the server answers. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import type { Member } from "../../api/accounts";
import type { People, Person } from "../../lists/people/people";
import { listedOf } from "./listed";
import { Address } from "./MemberLine";

afterEach(cleanup);

const people = { of: (id: string) => ({ id }) as Person } as People;
const row = (id: string) => ({ id, word: {} }) as Member;

test("nobody stands there twice, and whom the key record has stands there without the server", () => {
  const overview = { devices: [{ userId: "clara", revoked: false, vouched: 1 }] } as unknown as Parameters<typeof listedOf>[2];
  expect(listedOf([row("jonas"), row("jonas")], people, overview).map(({ id }) => id)).toEqual(["jonas", "clara"]);
});

test.each([["signed", false], ["unconfirmed", true], ["told", true]] as const)("an address that is %s is marked as the server's word: %s", (standing, marked) => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  render(
    <I18nProvider i18n={i18n}>
      <Address person={{ id: "clara", name: "Clara", face: "C", email: "clara@hawthorne.example", standing, renamed: null }} />
    </I18nProvider>,
  );
  expect(screen.getByText("clara@hawthorne.example").closest("[data-word]") !== null).toBe(marked);
});
