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

test("a column that cannot be hidden is shown whatever was stored", async () => {
  const { arrange } = await import("./columns");
  const columns = [column("name", { fixed: true }), column("kind", { hidden: true })];
  expect(arrange(columns, { hidden: { name: true } }, []).hidden).toEqual({ name: false, kind: true });
  expect(arrange(columns, { hidden: { kind: false } }, []).hidden).toEqual({ name: false, kind: false });
});
