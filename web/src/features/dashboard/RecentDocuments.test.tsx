// @vitest-environment jsdom
/** The newest documents on Home, and before them what is withheld: nothing says when it changed. */
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";

import { InEnglish } from "../../i18n/testing/InEnglish";
import { itemOf } from "../../items/item";
import { DOCUMENT } from "../../items/kinds/document";
import { openedItem } from "../../items/opening";
import type { Opening } from "../../keyring/react";
import { SessionContext } from "../../session/context";
import type { OpenedDocument } from "../../items/list/useDocuments";
import { RecentDocuments } from "./RecentDocuments";

vi.mock("../../pictures/Thumbnail", () => ({ Thumbnail: () => null }));
afterEach(cleanup);

const nothing = (id: string) => itemOf(DOCUMENT, { id, version: 0, sealed: {} as never, later: [], word: { hiddenBy: null } }, null);

const document = (id: string, updatedAt: string | null, opening: Opening<never>): OpenedDocument =>
  openedItem({ ...nothing(id), updatedAt, lifecycle: updatedAt ? "active" : nothing(id).lifecycle }, opening);

test("what is withheld is not cut off by what changed lately", () => {
  const open = Array.from({ length: 5 }, (_, at) =>
    document(`d${at}`, `2026-11-2${at}T12:00:00Z`, { name: "open", proven: true, payload: { v: 1, title: `Deed ${at}` } as never }));
  const session = { user: { id: "me" }, account: { id: "a", language: "en", dateFormat: "ddmmyyyy", dateSeparator: "/", zone: "UTC" }, session: {} } as never;
  render(
    <InEnglish>
      <MemoryRouter>
        <SessionContext value={session}>
          <RecentDocuments documents={[...open, document("gone", null, { name: "alarm", word: "withheld", last: "Will" })]} />
        </SessionContext>
      </MemoryRouter>
    </InEnglish>,
  );
  const drawn = screen.getAllByRole("link").map(({ textContent }) => textContent);
  expect(drawn).toHaveLength(4);
  expect(drawn[0]).toMatch(/^Withheld/);
});
