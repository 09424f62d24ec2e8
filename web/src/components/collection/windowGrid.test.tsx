// @vitest-environment jsdom
/** A list of which only a window is here: what is not here yet keeps its place, the focus and the selection. */
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { useEffect, useMemo, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { arrange, type Column } from "./columns";
import { NOTHING, type Selection } from "./selection";
import type { Source } from "./source";
import { WindowGrid } from "./WindowGrid";

interface Row {
  id: string;
}

const HEIGHT = 400;
const COLUMNS: Column<Row>[] = [{ id: "name", header: "Name", width: 100, grows: true, cell: ({ id }) => id }];
const ARRANGEMENT = arrange(COLUMNS, {}, []);
const ORDER = Array.from({ length: 1000 }, (_, at) => `row ${at}`);

beforeEach(() => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(HEIGHT);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const looked = vi.fn();
const opened = vi.fn();
const nothing = () => undefined;
let selection: Selection;
let hold: (from: number, to: number) => void;

function List({ openId = null, revealId = null }: { openId?: string | null; revealId?: string | null }) {
  const [[from, to], setHeld] = useState([0, 30]);
  const [selected, setSelected] = useState(NOTHING);
  useEffect(() => {
    hold = (first, after) => setHeld([first, after]);
    selection = selected;
  });
  const source = useMemo((): Source<Row> => {
    const here = ORDER.slice(from, to);
    return {
      count: ORDER.length, headings: [], look: looked, order: () => Promise.resolve(ORDER),
      rowAt: (place) => (here[place - from] === undefined ? undefined : { id: here[place - from] ?? "" }),
      idAt: (place) => here[place - from], placeOf: (id) => (here.includes(id) ? here.indexOf(id) + from : -1),
    };
  }, [from, to]);
  return (
    <I18nProvider i18n={i18n}>
      <WindowGrid<Row>
        source={source} arrangement={ARRANGEMENT} onArrange={nothing} label="List" columns={COLUMNS} rowLabel={({ id }) => id} narrow={({ id }) => id}
        selection={selected} onSelection={setSelected} onOpen={opened} openId={openId} revealId={revealId}
      />
    </I18nProvider>
  );
}

const line = (at: number) => document.querySelector<HTMLElement>(`[data-row="${at}"]`);
const press = (key: string, shiftKey = false) => act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey }));

test("the last row is gone to before it is here, and has the focus once it is", () => {
  render(<List />);
  act(() => line(0)?.focus());
  press("End");
  expect(looked).toHaveBeenLastCalledWith(expect.any(Number), 1000);
  expect(line(999)?.ariaBusy).toBe("true");
  expect(document.activeElement).toBe(line(999));
  act(() => hold(970, 1000));
  expect(line(999)?.getAttribute("aria-label")).toBe("row 999");
  expect(document.activeElement).toBe(line(999));
});

test("a selection reaches over rows that are not here", async () => {
  render(<List />);
  act(() => line(2)?.focus());
  press("End", true);
  await waitFor(() => expect(selection.ids.size).toBe(998));
  expect([selection.ids.has("row 1"), selection.anchor]).toEqual([false, "row 2"]);
});

test("all means all that match", async () => {
  render(<List />);
  fireEvent.click(screen.getByRole("checkbox", { name: "Select all" }));
  await waitFor(() => expect(selection.ids.size).toBe(ORDER.length));
  fireEvent.click(screen.getByRole("checkbox", { name: "Select all" }));
  expect(selection.ids.size).toBe(0);
});

test("while a panel is open, going on opens what is not here too", async () => {
  render(<List openId="row 0" />);
  act(() => line(0)?.focus());
  press("End");
  await waitFor(() => expect(opened).toHaveBeenLastCalledWith("row 999"));
});

test("a row far away is gone to", async () => {
  const { rerender } = render(<List />);
  rerender(<List revealId="row 500" />);
  await waitFor(() => expect(line(500)).not.toBeNull());
});
