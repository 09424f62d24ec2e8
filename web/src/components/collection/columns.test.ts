/** What a person arranged survives new columns and lost ones. */
import { beforeEach, expect, test, vi } from "vitest";

import type { Column } from "./columns";

const column = (id: string, more: Partial<Column<null>> = {}): Column<null> => ({
  id,
  header: id,
  cell: () => null,
  width: 100,
  ...more,
});

beforeEach(() => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
});

test("a new column stands at the end and a lost one is forgotten", async () => {
  const { arrange } = await import("./columns");
  const stored = { order: ["c", "gone", "a"], widths: { gone: 10, a: 80 }, sort: [{ id: "gone", desc: true }] };
  const arrangement = arrange([column("a"), column("b"), column("c")], stored, []);
  expect(arrangement.order).toEqual(["c", "a", "b"]);
  expect(arrangement.widths).toEqual({ a: 80 });
  expect(arrangement.sort).toEqual([]);
});

test("pinned columns come first and stay beside one another, from behind the box on", async () => {
  const { pinnedFirst, pinOffsets } = await import("./columns");
  const arrangement = { order: ["a", "b", "c"], pinned: ["c", "b"], widths: { b: 60 } };
  expect(pinnedFirst(arrangement)).toEqual(["b", "c", "a"]);
  const shown = [column("b"), column("c"), column("a")];
  expect(pinOffsets(shown, arrangement, true)).toEqual({ b: 32, c: 32 + 12 + 60 });
  expect(pinOffsets(shown, arrangement, false)).toEqual({ b: 0, c: 16 + 60 });
});

test("a column that cannot be hidden is shown whatever was stored, and what nobody chose about is as its column says now", async () => {
  const { arrange, visibleColumns } = await import("./columns");
  const drawn = (stored: Record<string, boolean>, isEmpty: boolean) => {
    const columns = [column("name", { fixed: true }), column("kind", { hidden: isEmpty }), column("size")];
    return visibleColumns(columns, arrange(columns, { hidden: stored }, []), false).map(({ id }) => id);
  };
  expect(drawn({ name: true }, true)).toEqual(["name", "size"]);
  expect(drawn({ name: true }, false)).toEqual(["name", "kind", "size"]);
  expect(drawn({ kind: false }, true)).toEqual(["name", "kind", "size"]);
  expect(drawn({ kind: true, size: true, gone: true }, false)).toEqual(["name"]);
});

test("what is arranged before the names have come does not keep a column away that they fill", async () => {
  const { arrange, visibleColumns } = await import("./columns");
  const before = arrange([column("name"), column("profile", { hidden: true })], {}, []);
  expect(visibleColumns([column("name"), column("profile", { hidden: false })], before, false).map(({ id }) => id)).toEqual(["name", "profile"]);
});

test("the width of a row follows from its columns alone: padding, box, columns, the end, and what stands between", async () => {
  const { tracks } = await import("./columns");
  const shown = [column("name", { width: 200, grows: true }), column("kind"), column("size")];
  expect(tracks(shown, { widths: { name: 500, size: 60 } }, true)).toEqual({
    template: "16px minmax(200px, 1fr) 100px 60px 28px",
    narrowest: 16 + 16 + 12 + 200 + 12 + 100 + 12 + 60 + 12 + 28 + 12,
  });
  expect(tracks([column("name", { grows: true })], { widths: {} }, false)).toEqual({
    template: "minmax(100px, 1fr) 28px",
    narrowest: 16 + 100 + 12 + 28 + 12,
  });
});
