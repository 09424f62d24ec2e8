// @vitest-environment jsdom
/** The keys of a list reach what they should: Shift and an arrow extend the selection, both ways. */
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Column } from "./columns";
import { Grid } from "./Grid";
import { NOTHING, type Selection } from "./selection";

interface Row {
  id: string;
}

const HEIGHT = 400;
const drawn = vi.fn<(row: Row) => string>(({ id }) => id);
const COLUMNS: Column<Row>[] = [{ id: "name", header: "Name", width: 100, grows: true, cell: (row) => drawn(row) }];
const rowsOf = (count: number): Row[] => Array.from({ length: count }, (_, at) => ({ id: `row ${at}` }));

beforeEach(() => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(HEIGHT);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(HEIGHT);
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 800, HEIGHT));
  drawn.mockClear();
  selection = NOTHING;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

let selection: Selection;

const rowId = ({ id }: Row) => id;
const nothing = () => undefined;

function List({ rows }: { rows: readonly Row[] }) {
  const [selected, setSelected] = useState(NOTHING);
  return (
    <I18nProvider i18n={i18n}>
      <Grid<Row>
        name="test"
        label="List"
        rows={rows}
        columns={COLUMNS}
        rowId={rowId}
        rowLabel={rowId}
        narrow={rowId}
        selection={selected}
        onSelection={(next) => {
          selection = next;
          setSelected(next);
        }}
        onOpen={nothing}
      />
    </I18nProvider>
  );
}

const line = (at: number): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-row="${at}"]`);
  if (!found) throw new Error(`Row ${at} is not drawn.`);
  return found;
};

/** From wherever the focus is. */
const press = (key: string, shiftKey = false) => act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey }));
const selected = () => [...selection.ids].sort();

test("Shift and an arrow select from where the focus is, down and up", () => {
  render(<List rows={rowsOf(6)} />);
  act(() => line(3).focus());
  press("ArrowDown", true);
  expect(selected()).toEqual(["row 3", "row 4"]);
  press("ArrowUp", true);
  press("ArrowUp", true);
  expect(selected()).toEqual(["row 2", "row 3", "row 4"]);
  expect(selection.anchor).toBe("row 3");
});

test("an arrow alone moves and selects nothing", () => {
  render(<List rows={rowsOf(6)} />);
  act(() => line(3).focus());
  press("ArrowUp");
  expect([selected(), document.activeElement]).toEqual([[], line(2)]);
});

test("Shift and End select down to the last row, Shift and Home up to the first", () => {
  render(<List rows={rowsOf(5)} />);
  act(() => line(2).focus());
  press("End", true);
  expect(selected()).toEqual(["row 2", "row 3", "row 4"]);
  press("Home", true);
  expect(selected()).toEqual(["row 0", "row 1", "row 2", "row 3", "row 4"]);
});

test("one row more draws as many cells in a long list as in a short one", () => {
  const count = (rows: number) => {
    const list = render(<List rows={rowsOf(rows)} />);
    expect(screen.getAllByRole("row").length).toBeGreaterThan(10);
    drawn.mockClear();
    act(() => list.rerender(<List rows={[{ id: "new" }, ...rowsOf(rows)]} />));
    const cells = drawn.mock.calls.length;
    cleanup();
    return cells;
  };
  const few = count(60);
  expect(few).toBeGreaterThan(0);
  expect(count(3000)).toBe(few);
});
