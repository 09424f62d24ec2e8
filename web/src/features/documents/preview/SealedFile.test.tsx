// @vitest-environment jsdom
/** A file that this device cannot open names people who can, and never the person who looks at it. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import type { SessionInfo } from "../../../api/auth";
import type { Keyring, KeyOverview } from "../../../keyring/contract";
import { KeyringProvider } from "../../../keyring/react";
import type { RoleNames, Person } from "../../../lists/people/people";
import { SessionContext } from "../../../session/context";
import { SealedFile } from "./SealedFile";
import type { DocumentItem } from "../../../lists/kinds/document";

afterEach(cleanup);

const session = {
  user: { id: "me" },
  account: { id: "a1", language: "en", zone: "UTC", dates: {} },
  session: { id: "s1" },
} as unknown as SessionInfo;
const members = ["Clara", "Jonas", "Mia", "Noor", "Olga"].map((name) => ({ id: name === "Clara" ? "me" : name, name, email: "" }) as Person);
const roles: RoleNames = new Map([["r1", "Member"]]);
const item = { id: "d1", audience: ["r1"] } as unknown as DocumentItem;

async function shown(reading: readonly string[]): Promise<string> {
  const overview = {
    devices: reading.map((userId) => ({ deviceId: `of ${userId}`, userId, revoked: false, vouched: "code" })),
    roles: [{ roleId: "r1", holders: reading }],
  } as unknown as KeyOverview;
  const state = { name: "ready" };
  const keyring = { state: () => state, subscribe: () => () => undefined, overview: () => Promise.resolve(overview) } as unknown as Keyring;
  i18n.loadAndActivate({ locale: "en", messages: {} });
  render(
    <I18nProvider i18n={i18n}>
      <SessionContext value={session}>
        <KeyringProvider keyring={keyring}>
          <SealedFile item={item} members={members} roles={roles} />
        </KeyringProvider>
      </SessionContext>
    </I18nProvider>,
  );
  return (await screen.findByText(/^(Ask|Someone)/)).textContent;
}

test("people who can read it are named, three at most", async () => {
  const says = () => screen.findByText(/^Ask/).then(({ textContent }) => textContent);
  await shown(["me", "Jonas", "Mia", "Noor", "Olga"]);
  expect(await says()).toContain("Ask Jonas, Mia, or Noor to open this document");
  expect(screen.getByRole("button", { name: "Copy link" })).toBeDefined();
});

test("where nobody else is known to read it, the role is named", async () => {
  expect(await shown(["me"])).toContain("Someone with the Member role");
});
