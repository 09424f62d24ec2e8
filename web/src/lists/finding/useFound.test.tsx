// @vitest-environment jsdom
/** What the palette finds is what this device has verified and opens, now: not what it opened a moment ago. */
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";

import { deskKind } from "../../desk/kind";
import { DeskProvider } from "../../desk/react";
import type { Opened } from "../../desk/row";
import { deskHere } from "../../desk/testing/host";
import { aVerified } from "../testing";
import type { DocumentPayload } from "../../payloads/document";
import { FINDABLE, titleSaid } from "./kinds";
import { useFound, useOpenOnes } from "./useFound";

const KINDS = FINDABLE.map((kind) => deskKind<object>({ kind, version: 1, title: (payload) => titleSaid(kind, payload), columns: {}, words: (payload) => JSON.stringify(payload) }));

const passport = (id: string, version = 1, payload: Partial<DocumentPayload> = {}, attributes: Parameters<typeof aVerified>[2] = {}): Opened => ({
  id, version, word: { expiresOn: "1999-01-01", audience: ["told"] }, state: "open",
  item: aVerified("document", id, attributes, { revision: version }), payload: { v: 1, title: `Passport of ${id}`, ...payload },
});

function aFinder() {
  const host = deskHere(KINDS);
  const around = ({ children }: { children: ReactNode }) => <DeskProvider host={host}>{children}</DeskProvider>;
  const put = async (...rows: Opened[]) => act(async () => {
    host.now().keys({ put: "document", rows });
    await new Promise((resolve) => setTimeout(resolve));
  });
  return { host, around, put };
}

test("what is open is found in every kind, with what was verified of it, and nothing of the server's", async () => {
  const { host, around, put } = aFinder();
  const { result } = renderHook(() => useFound("passport"), { wrapper: around });
  await put(passport("Clara", 1, {}, { expiresOn: "2027-08-01" }), passport("Jonas", 1, { expiresOn: "2028-01-01" }), { ...passport("sealed"), state: "sealed" });
  host.now().keys({ put: "contact", rows: [{ id: "office", version: 1, word: {}, state: "open", item: aVerified("contact", "office"), payload: { v: 1, kind: "org", name: { full: "Passport office" } } }] });
  await waitFor(() => expect(result.current.map(({ title }) => title).sort()).toEqual(["Passport of Clara", "Passport of Jonas", "Passport office"]));
  expect(Object.fromEntries(result.current.map(({ id, expiresOn, audience }) => [id, [expiresOn, audience]]))).toEqual({ Clara: ["2027-08-01", []], Jonas: ["2028-01-01", []], office: [null, []] });
});

test("what is refused, says something else or has ended since is not shown by what it said", async () => {
  const { host, around, put } = aFinder();
  const { result } = renderHook(() => useFound("passport"), { wrapper: around });
  await put(passport("a"), passport("b"), passport("c"), passport("d"));
  await waitFor(() => expect(result.current).toHaveLength(4));
  await put({ id: "a", version: 2, word: {}, state: "altered", item: null, last: "Passport of a" }, passport("b", 2, { title: "Lease, no passport" }));
  await act(async () => {
    host.now().keys({ end: "document", rows: [{ id: "c", revision: 2 }] });
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(result.current.map(({ title }) => title).sort()).toEqual(["Lease, no passport", "Passport of d"]);
});

test("with the keys everything goes, and an empty field finds nothing", async () => {
  const { host, around, put } = aFinder();
  const { result, rerender } = renderHook(({ typed }) => useFound(typed), { wrapper: around, initialProps: { typed: "passport" } });
  await put(passport("a"));
  await waitFor(() => expect(result.current).toHaveLength(1));
  rerender({ typed: "  " });
  expect(result.current).toEqual([]);
  rerender({ typed: "passport" });
  await waitFor(() => expect(result.current).toHaveLength(1));
  act(() => host.renew());
  expect(result.current).toEqual([]);
});

test("what was opened last stands in that order, as far as it is open", async () => {
  const { around, put } = aFinder();
  const ids = ["b", "gone", "sealed", "a"];
  const { result } = renderHook(() => useOpenOnes(ids), { wrapper: around });
  await put(passport("a"), passport("b"), { ...passport("sealed"), state: "sealed" });
  await waitFor(() => expect(result.current.map(({ id }) => id)).toEqual(["b", "a"]));
});
