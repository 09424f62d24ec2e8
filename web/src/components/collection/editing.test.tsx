// @vitest-environment jsdom
/** Cells are changed where they stand. */
import { act, cleanup, fireEvent, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { Column } from "./columns";
import { onSecondClick } from "./secondClick";
import { useCellEditing, type SaveCell } from "./useCellEditing";

interface Row {
  title: string;
  number: string;
  sealed?: boolean;
}

afterEach(cleanup);

const column = (id: "title" | "number" | "size"): Column<Row> => ({
  id,
  header: id,
  width: 100,
  cell: () => null,
  ...(id !== "size" && { edit: { allows: ({ sealed }) => !sealed, value: (row) => row[id], control: () => null } }),
});
const COLUMNS = [column("title"), column("size"), column("number")];
const ROW: Row = { title: "Passport", number: "C01" };

function editing(save: SaveCell<Row> | undefined = () => Promise.resolve(null)) {
  const { result } = renderHook(() => useCellEditing(COLUMNS, save));
  return { now: () => result.current, end: result };
}

test("without a column it is the first that can be changed", () => {
  const { now } = editing();
  act(() => void expect(now().begin(ROW, "a")).toBe(true));
  expect(now().editing).toEqual({ id: "a", column: "title" });
});

test("what cannot be changed is not begun", () => {
  const { now } = editing();
  act(() => void expect(now().begin(ROW, "a", "size")).toBe(false));
  act(() => void expect(now().begin({ ...ROW, sealed: true }, "a")).toBe(false));
  expect(now().editing).toBeNull();
  const readOnly = renderHook(() => useCellEditing(COLUMNS, undefined)).result;
  act(() => void expect(readOnly.current.begin(ROW, "a")).toBe(false));
});

test("what holds all changes back is said at the cell", () => {
  const { result } = renderHook(() => useCellEditing(COLUMNS, () => Promise.resolve(null), "No network."));
  act(() => void expect(result.current.begin(ROW, "a", "number")).toBe(true));
  expect(result.current.editing).toBeNull();
  expect(result.current.refused).toEqual({ id: "a", column: "number", message: "No network." });
});

test("Tab goes to the next cell of the row, and saves the one it leaves", () => {
  const sent: unknown[] = [];
  const { now } = editing((_row, at, value) => {
    sent.push([at, value]);
    return Promise.resolve(null);
  });
  act(() => void now().begin(ROW, "a"));
  act(() => void expect(now().finish(ROW, { id: "a", column: "title" }, "Lease", "next")).toBe(true));
  expect(now().editing).toEqual({ id: "a", column: "number" });
  act(() => void expect(now().finish(ROW, { id: "a", column: "number" }, "C01", "next")).toBe(false));
  expect(now().editing).toBeNull();
  // What was not changed is not sent.
  expect(sent).toEqual([["title", "Lease"]]);
});

test("a change that was refused says so at its cell, until the next one", async () => {
  const { now } = editing(() => Promise.resolve("You may not."));
  act(() => void now().begin(ROW, "a"));
  await act(async () => {
    now().finish(ROW, { id: "a", column: "title" }, "Lease", "stay");
    await Promise.resolve();
  });
  expect(now().refused).toEqual({ id: "a", column: "title", message: "You may not." });
  act(() => void now().begin(ROW, "b"));
  expect(now().refused).toBeNull();
});

describe("the second click", () => {
  let landed: string[];
  let twice: number;
  let button: HTMLElement;

  beforeEach(() => {
    [landed, twice] = [[], 0];
    button = document.body.appendChild(document.createElement("button"));
    for (const type of ["pointerdown", "click"]) button.addEventListener(type, () => landed.push(type));
  });

  /** `detail` is which press in a row the browser takes it for. */
  function press(clientX: number, detail: number, timeStamp = 100) {
    for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click", ...(detail === 2 ? ["dblclick"] : [])]) {
      const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX, clientY: 10, detail: type.startsWith("pointer") ? 0 : detail });
      Object.defineProperty(event, "timeStamp", { value: timeStamp });
      fireEvent(button, event);
    }
  }

  const first = () => onSecondClick({ clientX: 10, clientY: 10, timeStamp: 0 }, () => (twice += 1));

  test("belongs to the first, wherever it lands", () => {
    first();
    press(12, 2);
    expect([twice, landed]).toEqual([1, []]);
    press(12, 1);
    expect([twice, landed]).toEqual([1, ["pointerdown", "click"]]);
  });

  test("is none at another place", () => {
    first();
    press(200, 1);
    press(12, 2);
    expect([twice, landed.length]).toEqual([0, 4]);
  });

  test("is none when the browser takes it for a first one", () => {
    first();
    press(12, 1, 900);
    expect([twice, landed]).toEqual([0, ["pointerdown", "click"]]);
  });

  test("is one, however long the page was busy", () => {
    first();
    press(12, 2, 4_000);
    expect([twice, landed]).toEqual([1, ["pointerdown"]]);
  });
});
