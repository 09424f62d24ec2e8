// @vitest-environment jsdom
/** The lasting list says what was shown wrongly, gives the evidence out, and is read by its person alone. */
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { SessionInfo } from "../../api/auth";
import { InEnglish } from "../../i18n/testing/InEnglish";
import type { Keyring, WronglyShown } from "../../keyring/contract";
import { KeyringProvider } from "../../keyring/react";
import { SessionContext } from "../../session/context";
import WronglyShownCard from "./WronglyShownCard";

const saved = vi.fn();
vi.mock("../../browser/saveBlob", () => ({ saveBlob: (blob: Blob, name: string) => void saved(blob, name) }));

const session = { user: { id: "clara" }, account: { id: "hawthorne", users: [], language: "en" }, session: { id: "here" } } as unknown as SessionInfo;
const evidence = new Blob(["{}"]);
const keyring = { subscribe: () => () => undefined, wronglyShown: vi.fn(), markWronglyShownRead: vi.fn(), evidenceOf: vi.fn(), askAgain: vi.fn() };

const entry = (more: Partial<WronglyShown>): WronglyShown => {
  const made = { kind: "document", id: "lease", word: "altered", firstAt: 0, lastAt: 0, count: 1, read: false, open: true, name: "", ...more } as const;
  return { ...made, name: `${made.kind} ${made.id} ${made.word}` };
};

function draw(entries: readonly WronglyShown[]) {
  keyring.wronglyShown.mockReturnValue(entries);
  return render(
    <InEnglish>
      <MemoryRouter>
        <SessionContext value={session}>
          <KeyringProvider keyring={keyring as unknown as Keyring}>
            <WronglyShownCard />
          </KeyringProvider>
        </SessionContext>
      </MemoryRouter>
    </InEnglish>,
  );
}

beforeEach(() => {
  keyring.markWronglyShownRead.mockReset().mockResolvedValue(undefined);
  keyring.evidenceOf.mockReset().mockResolvedValue(evidence);
  keyring.askAgain.mockReset().mockResolvedValue(true);
  saved.mockReset();
});
afterEach(cleanup);

test("is not there while nothing was shown wrongly", () => {
  expect(draw([]).container.textContent).toBe("");
});

test.each([
  ["rolled back", "Rolled back", "The server showed an older version than the one you have seen."],
  ["foreign", "Foreign", "This does not belong here, or its author was not allowed to write it."],
  ["withheld", "Withheld", "You have seen this. The server no longer shows it, and no one deleted it."],
  ["altered", "Altered", "This is not what its author signed."],
] as const)("says %s in its words", (word, title, text) => {
  draw([entry({ word })]);
  for (const said of [title, text, "Document"]) expect(screen.getByText(said)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open" }).getAttribute("href")).toBe("/documents?open=lease");
});

test("is read by its person, one by one or as a whole", () => {
  const [lease, will] = [entry({}), entry({ id: "will", word: "withheld" })];
  draw([lease, will, entry({ id: "old", read: true })]);
  const marks = screen.getAllByRole("button", { name: "Mark as read" });
  expect(marks).toHaveLength(2);
  fireEvent.click(marks[1] as HTMLElement);
  expect(keyring.markWronglyShownRead).toHaveBeenLastCalledWith([will.name]);
  fireEvent.click(screen.getByRole("button", { name: "Mark all as read" }));
  expect(keyring.markWronglyShownRead).toHaveBeenLastCalledWith([lease.name, will.name]);
});

test("gives the evidence out, and asks again", async () => {
  draw([entry({})]);
  fireEvent.click(screen.getByRole("button", { name: "Save evidence" }));
  await waitFor(() => expect(saved).toHaveBeenCalledWith(evidence, "evidence-document-lease.json"));
  fireEvent.click(screen.getByRole("button", { name: "Ask again" }));
  await waitFor(() => expect(keyring.askAgain).toHaveBeenCalledWith("document lease altered"));
});

test("of an answer that was refused whole there is nothing to open or to ask for", () => {
  draw([entry({ id: "", word: "foreign", open: false })]);
  expect(screen.getByText("A whole answer")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Open" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Ask again" })).toBeNull();
  expect(screen.getByText(/Shown correctly since/u)).toBeTruthy();
});
