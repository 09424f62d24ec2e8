// @vitest-environment jsdom
/** The newest documents on Home, and before them what is withheld: nothing says when it changed. */
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";

import { InEnglish } from "../../i18n/testing/InEnglish";
import { itemOf } from "../../lists/item";
import { DOCUMENT } from "../../lists/kinds/document";
import { openedItem } from "../../lists/opening";
import type { Opening } from "../../keyring/react";
import { SessionContext } from "../../session/context";
import type { OpenedDocument } from "../../lists/list/useDocuments";
import { RecentDocuments } from "./RecentDocuments";

vi.mock("../../lists/pictures/Thumbnail", () => ({ Thumbnail: () => null }));
afterEach(cleanup);

const nothing = (id: string) => itemOf(DOCUMENT, { id, version: 0, sealed: {} as never, later: [], word: { hiddenBy: null } }, null);

const document = (id: string, updatedAt: string | null, opening: Opening<never>): OpenedDocument =>
  openedItem({ ...nothing(id), updatedAt, lifecycle: updatedAt ? "active" : nothing(id).lifecycle }, opening);

const open = Array.from({ length: 5 }, (_, at) =>
  document(`d${at}`, `2026-11-2${at}T12:00:00Z`, { name: "open", proven: true, payload: { v: 1, title: `Deed ${at}` } as never }));

function drawn(documents: readonly OpenedDocument[], opened: readonly string[] = []): (string | null)[] {
  const session = { user: { id: "me" }, account: { id: "a", language: "en", dateFormat: "ddmmyyyy", dateSeparator: "/", zone: "UTC" }, session: {} } as never;
  render(
    <InEnglish>
      <MemoryRouter>
        <SessionContext value={session}>
          <RecentDocuments documents={documents} opened={opened} />
        </SessionContext>
      </MemoryRouter>
    </InEnglish>,
  );
  return screen.getAllByRole("link").map(({ textContent }) => /^Deed \d|^Withheld/.exec(textContent)?.[0] ?? textContent);
}

test("what is withheld is not cut off by what changed lately, nor by what was opened", () => {
  const documents = [...open, document("gone", null, { name: "alarm", word: "withheld", last: "Will" })];
  expect(drawn(documents, ["d1"])).toEqual(["Withheld", "Deed 1", "Deed 4", "Deed 3"]);
});

test("without anything opened, what changed last comes first", () => {
  expect(drawn(open)).toEqual(["Deed 4", "Deed 3", "Deed 2", "Deed 1"]);
});

test("what was opened comes first, the latest of it at the top, each document once", () => {
  const [first, second] = open as [OpenedDocument, OpenedDocument];
  expect(drawn([first, second, ...open], ["d0", "task", "d1"])).toEqual(["Deed 0", "Deed 1", "Deed 4", "Deed 3"]);
});
