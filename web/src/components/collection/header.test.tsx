// @vitest-environment jsdom
/** The head of a list belongs to its one tab stop: the arrow keys reach it, and what can be done there is done by keys. */
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Column } from "./columns";
import { Grid } from "./Grid";
import { NOTHING } from "./selection";

interface Row {
  id: string;
}

const byId = (a: Row, b: Row) => a.id.localeCompare(b.id);
const COLUMNS: Column<Row>[] = [
  { id: "name", header: "Name", width: 100, grows: true, fixed: true, compare: byId, cell: ({ id }) => id },
  { id: "size", header: "Size", width: 120, cell: () => "1 kB" },
];
const ROWS = ["a", "b", "c"].map((id) => ({ id }));
const rowId = ({ id }: Row) => id;
const nothing = () => undefined;

beforeEach(() => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(400);
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  document.documentElement.dir = "";
});

function List() {
  const [selection, setSelection] = useState(NOTHING);
  return (
    <I18nProvider i18n={i18n}>
      <Grid<Row> name="head" label="List" rows={ROWS} columns={COLUMNS} rowId={rowId} rowLabel={rowId} narrow={rowId} selection={selection} onSelection={setSelection} onOpen={nothing} />
    </I18nProvider>
  );
}

/** Opens the list with the focus on its first row, and goes up. */
function inHead() {
  render(<List />);
  act(() => document.querySelector<HTMLElement>('[data-row="0"]')?.focus());
  press("ArrowUp");
}

const press = (key: string, more: { shiftKey?: boolean; altKey?: boolean } = {}) => act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more }));
const focused = () => document.activeElement?.getAttribute("data-head") ?? document.activeElement?.getAttribute("aria-label");
const stops = () => [...document.querySelectorAll<HTMLElement>('[role="grid"] *')].filter((one) => one.tabIndex >= 0 && !(one as HTMLInputElement).disabled);
const order = () => screen.getAllByRole("row").flatMap((row) => row.getAttribute("aria-label") ?? []);
const template = () => screen.getAllByRole("row")[0]?.style.gridTemplateColumns;

test("there is one tab stop: a row, or the cell of the head that has the focus", () => {
  render(<List />);
  expect(stops()).toHaveLength(1);
  act(() => stops()[0]?.focus());
  press("ArrowUp");
  expect(stops()).toEqual([document.activeElement]);
  press("ArrowRight");
  expect(stops()).toEqual([document.activeElement]);
  press("ArrowDown");
  expect([focused(), stops()]).toEqual(["a", [document.activeElement]]);
});

test("the arrow keys go through the cells, Home and End to the first and last, and back to the same one", () => {
  inHead();
  expect(focused()).toBe("0");
  press("ArrowRight");
  press("ArrowRight");
  expect(focused()).toBe("2");
  press("ArrowDown");
  press("ArrowUp");
  expect(focused()).toBe("2");
  press("End");
  press("ArrowRight");
  expect(focused()).toBe("3");
  press("Home");
  expect(focused()).toBe("0");
});

test("from right to left the arrow keys lead the way they point", () => {
  document.documentElement.dir = "rtl";
  inHead();
  press("ArrowLeft");
  expect(focused()).toBe("1");
});

test("Enter sorts, and once more the other way", () => {
  inHead();
  press("ArrowRight");
  press("Enter");
  expect(order()).toEqual(["a", "b", "c"]);
  press("Enter");
  expect(order()).toEqual(["c", "b", "a"]);
});

test("Enter on the box selects all", () => {
  inHead();
  press("Enter");
  expect(screen.getAllByRole("row", { selected: true })).toHaveLength(3);
});

test("Shift and an arrow change the width, but of the column that takes what is left", () => {
  inHead();
  press("ArrowRight");
  press("ArrowRight", { shiftKey: true });
  expect(template()).toBe("16px minmax(100px, 1fr) 120px 28px");
  press("ArrowRight");
  press("ArrowRight", { shiftKey: true });
  press("ArrowRight", { shiftKey: true });
  press("ArrowLeft", { shiftKey: true });
  expect(template()).toBe("16px minmax(100px, 1fr) 136px 28px");
});

test.each([["ContextMenu", {}], ["F10", { shiftKey: true }], ["ArrowDown", { altKey: true }]])("%s opens the menu of the column", async (key, more) => {
  inHead();
  press("ArrowRight");
  press("ArrowRight");
  press(key, more);
  expect(await screen.findByRole("menuitem", { name: "Hide" }, { timeout: 3000 })).toBeDefined();
});
