// @vitest-environment jsdom
/** What others have ended is told; one's own acts, and what is part of something else, are not. */
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import type { SessionInfo } from "../api/auth";
import { dismiss, noticeStore } from "../components/notices";
import type { Missing, RecordKind } from "../keyring/contract";
import { aDirectory } from "./people/testing";
import { SessionContext } from "../session/context";
import { aKeyring, inside } from "./testing";
import { useTellEnds } from "./useTellEnds";

afterEach(() => {
  cleanup();
  for (const { id } of noticeStore.current()) dismiss(id);
});

const session = { user: { id: "me" } } as unknown as SessionInfo;
const gone = (by: string): Missing => ({ id: `of ${by}`, is: "deleted", by, at: "2026-11-20T00:00:00.000Z" });

function tellOf(kind: RecordKind) {
  const people = [{ id: "clara", name: "Clara Weber" }, { id: "me", name: "Jonas Weber" }, { id: "eve", name: "Clara Weber", standing: "unconfirmed" as const }];
  const { keyring } = aKeyring({ directory: () => Promise.resolve(aDirectory({ people })) });
  const Inside = inside(keyring);
  return renderHook(() => useTellEnds(kind), {
    wrapper: ({ children }) => <SessionContext value={session}><Inside>{children}</Inside></SessionContext>,
  }).result.current;
}

const titles = () => noticeStore.current().map(({ title }) => title);

test("who has deleted it is named as they have signed their name, or said to be unconfirmed", async () => {
  tellOf("document")([gone("me"), gone("clara"), gone("eve")]);
  await vi.waitFor(() => expect(titles()).toEqual(["Deleted by Clara Weber", "Deleted by (unconfirmed) Clara Weber"]));
});

test("a comment that goes with its task is no news, and neither is what is withheld", async () => {
  tellOf("comment")([gone("eve")]);
  tellOf("task")([{ id: "a", is: "withheld", title: null }, { id: "b", is: "gone" }]);
  tellOf("task")([gone("clara")]);
  await vi.waitFor(() => expect(titles()).toEqual(["Deleted by Clara Weber"]));
});
