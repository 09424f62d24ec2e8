// @vitest-environment jsdom
/** A status that the server has changed stands in its place, and nobody says of what kind it is. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import Statuses from "../features/settings/boards/Statuses";
import { aVerified } from "../lists/testing";
import type { RecordKind } from "../keyring/contract";
import { EMPTY, show } from "./testing/forms";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const sent = (id: string) => ({ id, sealed: { dataB64u: "", statementB64u: "", signatureB64u: "" }, later: [], word: { version: 1, rank: id } });

function statuses(altered: readonly string[]): void {
  show(() => <Statuses />, [[/^\/api\/statuses$/, { ...EMPTY, data: ["paid", "waiting"].map(sent) }]], {
    missing: () => Promise.resolve([]),
    lastTitle: () => Promise.resolve(null),
    whenProven: () => new Promise(() => undefined),
    showRecord: (kind: RecordKind, { id }: { id: string }) =>
      altered.includes(id)
        ? Promise.reject(Object.assign(new Error("altered"), { name: "ContentAlarm", kind: "altered", code: "data_loss" }))
        : Promise.resolve({ item: aVerified(kind, id, { category: id === "paid" ? "done" : "active" }), contents: { payload: { v: 1, name: id } } }),
  });
}

test("what people have signed of a status is on its line", async () => {
  statuses([]);
  expect(await screen.findByText("waiting")).toBeDefined();
  expect(screen.getByText("In progress")).toBeDefined();
});

test("of one that was altered nothing is said but that", async () => {
  statuses(["waiting"]);
  expect(await screen.findByText("paid")).toBeDefined();
  expect((await screen.findAllByText(/Altered/)).length).toBeGreaterThan(0);
  for (const kind of ["Not started", "In progress"]) expect(screen.queryByText(kind)).toBeNull();
});
