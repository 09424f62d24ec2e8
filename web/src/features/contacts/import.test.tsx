// @vitest-environment jsdom
/** What a file of cards brings: new ones, some that are here already, and some that it holds twice. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";

import type { ContactPayload } from "../../payloads/contact";
import ImportDialog from "./ImportDialog";
import { incoming, sortOut, type Incoming } from "./incoming";
import type { useImport } from "./useImport";

const asked = vi.hoisted(() => ({ entries: null as readonly Incoming[] | null }));

vi.mock(import("./useImport"), () => ({
  useImport: (() => (entries: readonly Incoming[]) => {
    asked.entries = entries;
    return new Promise(() => undefined);
  }) as unknown as typeof useImport,
}));

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));
afterEach(cleanup);

const contact = (full: string, address: string): ContactPayload => ({ v: 1, kind: "individual", name: { full }, emails: [{ address }] });
const clara = contact("Clara", "clara@example.test");
const jonas = contact("Jonas", "jonas@example.test");
const names = (entries: readonly Incoming[]) => entries.map(({ contact: { name } }) => name.full);

test("the first of two that are alike is new, and the second is told", () => {
  const again = contact("Clara H.", "CLARA@example.test");
  const { fresh, here, again: twice } = sortOut(incoming([clara, jonas, again]), []);
  expect([names(fresh), names(here), names(twice)]).toEqual([["Clara", "Jonas"], [], ["Clara H."]]);
});

test("what is here already is told as that, however often the file holds it", () => {
  const { fresh, here, again } = sortOut(incoming([clara, clara, jonas]), [{ id: "known", contact: clara }]);
  expect([names(fresh), names(here), names(again)]).toEqual([["Jonas"], ["Clara", "Clara"], []]);
});

test("those without any mark of their own are all new", () => {
  const nobody: ContactPayload = { v: 1, kind: "individual", name: { full: "Office" } };
  expect(sortOut(incoming([nobody, nobody]), []).fresh).toHaveLength(2);
});

const wrapper = ({ children }: { children: ReactNode }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>;
const card = (name: string) => `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:${name}\r\nEMAIL:${name.toLowerCase()}@example.test\r\nEND:VCARD\r\n`;

test("rows that arrive while the others are on their way do not count as duplicates of themselves", async () => {
  const text = card("Clara") + card("Jonas");
  const shown = render(<ImportDialog text={text} known={[]} onClose={() => undefined} />, { wrapper });
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: /Import/ }));
    await Promise.resolve();
  });
  const first = asked.entries?.[0];
  if (!first) throw new Error("Nothing was imported.");
  shown.rerender(<ImportDialog text={text} known={[{ id: first.id, contact: first.contact }]} onClose={() => undefined} />);
  expect(screen.queryByRole("switch")).toBeNull();
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["Clara", "Jonas"]);
});
