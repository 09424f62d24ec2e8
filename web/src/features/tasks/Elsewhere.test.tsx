// @vitest-environment jsdom
/** Tasks without a column stand apart by what is known of their status, and all of them are counted. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { show } from "../../app/testing/forms";
import { anItem } from "../../lists/testing";
import type { TaskRow } from "../../lists/tasks/rows";
import Elsewhere from "./Elsewhere";
import type { NamesAround } from "./useNamesAround";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const NAMES = { topicList: [], personOf: () => undefined } as unknown as NamesAround;

function task(id: string, statusId: string, name: "open" | "alarm" | "broken" = "open"): TaskRow {
  const item = { ...anItem(id, 1, { statusId, topicIds: [], assigneeIds: [], documentIds: [] }), updatedAt: name === "open" ? "2026-11-20T12:00:00Z" : null };
  return { id, item, statusId, opening: { name, payload: { v: 1, title: id } }, due: null } as unknown as TaskRow;
}

const columns = () => screen.getAllByRole("region").map((column) => column.textContent);

function shown(cards: readonly TaskRow[], count: number): void {
  show(() => <Elsewhere cards={cards} count={count} called={({ id }) => id} names={NAMES} menu={() => null} onOpen={() => undefined} />);
}

test("a status that is not served is not called none", () => {
  shown([task("Call", "waiting"), task("Write", ""), task("Read", "waiting", "alarm")], 3);
  expect(columns()).toEqual(["Status could not be checked1Read", "Status could not be loaded1Call", "Without a status1Write"]);
});

test("of what does not open, nobody knows that it has no status", () => {
  shown([task("Call", "", "broken")], 1);
  expect(columns()).toEqual(["Status could not be checked1Call"]);
});

test("those that are beyond the first cards are counted with the last of them", () => {
  shown([task("Call", "waiting"), task("Read", "waiting", "alarm")], 12);
  expect(columns()).toEqual(["Status could not be checked1Read", "Status could not be loaded11Call"]);
});
