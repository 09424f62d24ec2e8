// @vitest-environment jsdom
/** What a role may not read is not asked for by those who go through all kinds, nor shown as a way to it. */
import { cleanup, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";

import { useBin } from "../features/bin/useBin";
import { SHELVES, useBook } from "../features/email/useBook";
import type { SavedFilter } from "../lists/savedFilters";
import { useFed } from "../lists/list/useFed";
import { BINNED } from "./bin";
import { REACHED } from "./kindItems";
import { KINDS, type ListedKind } from "./kinds";
import { waysOf } from "./rail/savedFilters";
import { ALL, EMPTY, ROLE, show, type Answers } from "./testing/forms";
import { ROUTES } from "./testing/screens/server";

afterEach(cleanup);

const LISTED = KINDS.map(({ kind }) => kind);
const EVERYBODY = new Set(SHELVES);
const pathOf = (kind: ListedKind) => ROUTES[kind].split(" ")[1] ?? "";

/** What is asked of the server by a hook in an account in which this is not read; with null everything is. */
function askedBy(ask: () => unknown, unread: ListedKind | null): Set<string> {
  const asked = new Set<string>();
  // It answers nothing, and hears everything.
  const ear = { test: (url: string) => void asked.add(url.replace(/\?.*/, "")) } as unknown as RegExp;
  const permissions = { ...ALL, ...(unread && { [unread]: [] }) };
  const answers: Answers = [[ear, null], [/^\/api\/roles$/, { ...EMPTY, data: [{ ...ROLE, word: { ...ROLE.word, permissions } }] }]];
  function Probe() {
    ask();
    return null;
  }
  show(() => <Probe />, answers);
  return asked;
}

describe.each<[string, readonly ListedKind[], () => unknown]>([
  ["those who look through all lists", LISTED, () => useFed(LISTED)],
  ["the bin", LISTED, () => useBin(BINNED)],
  ["the book of addresses", REACHED.map(({ kind }) => kind), () => useBook(EVERYBODY)],
])("%s", (_who, kinds, ask) => {
  test.each(kinds)("ask for every kind but for %s, which is not read", async (unread) => {
    const asked = askedBy(ask, unread);
    const others = kinds.filter((kind) => kind !== unread).map(pathOf);
    await waitFor(() => expect(others.filter((path) => !asked.has(path))).toEqual([]));
    expect(asked.has(pathOf(unread))).toBe(false);
  });

  test("ask for every kind that is read", async () => {
    const asked = askedBy(ask, null);
    await waitFor(() => expect(kinds.filter((kind) => !asked.has(pathOf(kind)))).toEqual([]));
  });
});

test("a saved filter of a list that is not read is no way to it", () => {
  const filters = LISTED.map((kind) => ({ id: kind, name: kind, entity: kind, where: null, view: null }) as unknown as SavedFilter);
  const taking = KINDS.filter(({ lookOf }) => lookOf).map(({ kind }) => kind);
  expect(waysOf(filters, () => true).map(({ kind }) => kind)).toEqual(taking);
  for (const unread of taking)
    expect(waysOf(filters, (permission) => permission !== `${unread}.read`).map(({ kind }) => kind)).toEqual(taking.filter((kind) => kind !== unread));
});
