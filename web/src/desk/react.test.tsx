// @vitest-environment jsdom
/** Lists on the screen: a row is drawn again when it changed, and only then. */
import { act, cleanup, render, screen } from "@testing-library/react";
import { memo, StrictMode } from "react";
import { afterEach, expect, test, vi } from "vitest";

import { afterFrame } from "./connect.ts";
import { openDesk } from "./desk.ts";
import { hostDesk } from "./host.ts";
import type { ToDesk, View } from "./messages.ts";
import { DeskProvider, useNames, useOne, useView } from "./react.tsx";
import type { Opened, Row } from "./row.ts";
import { openShown } from "./shown.ts";
import { idOf, itemOf, THING } from "./testing/rows.ts";

afterEach(cleanup);

function aDesk() {
  const sent: ToDesk[] = [];
  const desk = openDesk({ kinds: [THING], language: "en", tell: (message) => shown.hear(structuredClone(message)) });
  const shown = openShown(
    (message) => {
      sent.push(message);
      desk.page(structuredClone(message));
    },
    (callback) => callback(),
  );
  const host = hostDesk(() => ({ shown, recall: () => Promise.resolve([]), keep: () => undefined, rest: () => null, keys: desk.keys, speak: desk.speak, end: () => shown.end() }), "en");
  return { desk, shown, host, sent };
}

const row = (number: number, name: string, revision = 1): Opened => ({
  id: idOf(number), version: revision, word: {}, state: "open", item: itemOf({ id: idOf(number), revision, at: 0 }), payload: { name, notes: "" },
});

const ALL: View = { kind: "contact", where: null, text: "", sort: [{ field: "title", dir: "asc" }], group: null };
const drawn = vi.fn<(name: unknown) => void>();

const Line = memo(function Line({ row: { cells } }: { row: Row }) {
  drawn(cells[0]);
  return <li>{String(cells[0])}</li>;
});

function List({ view = ALL, from = 0, to = 10 }: { view?: View; from?: number; to?: number }) {
  const { window, refused } = useView(view, from, to);
  if (refused) return <p>{refused}</p>;
  return <ul>{window?.ids.map((id) => window.rows.get(id)).map((one) => one && <Line key={one.id} row={one} />)}</ul>;
}

const lines = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);

test("a change draws the row that changed and no other", () => {
  const { desk, host } = aDesk();
  desk.keys({ put: "contact", rows: [row(1, "Anna"), row(2, "Ben"), row(3, "Clara")] });
  render(<DeskProvider host={host}><List /></DeskProvider>);
  expect(lines()).toEqual(["Anna", "Ben", "Clara"]);
  drawn.mockClear();
  act(() => desk.keys({ put: "contact", rows: [row(2, "Benno", 2), row(4, "Zoë")] }));
  expect(lines()).toEqual(["Anna", "Benno", "Clara", "Zoë"]);
  expect(drawn.mock.calls.flat()).toEqual(["Benno", "Zoë"]);
});

test("rows of another window are asked for, and those that left are let go", () => {
  const { desk, host } = aDesk();
  desk.keys({ put: "contact", rows: [1, 2, 3, 4].map((number) => row(number, `Name ${number}`)) });
  const { rerender } = render(<DeskProvider host={host}><List from={0} to={2} /></DeskProvider>);
  drawn.mockClear();
  rerender(<DeskProvider host={host}><List from={1} to={3} /></DeskProvider>);
  expect(lines()).toEqual(["Name 2", "Name 3"]);
  expect(drawn.mock.calls.flat()).toEqual(["Name 3"]);
  const typed = { ...ALL, text: "name 4" };
  rerender(<DeskProvider host={host}><List view={typed} /></DeskProvider>);
  expect(lines()).toEqual(["Name 4"]);
  const wrong = { ...ALL, where: { field: "phone", op: "empty" as const } };
  rerender(<DeskProvider host={host}><List view={wrong} /></DeskProvider>);
  expect(screen.getByText("where.field")).toBeDefined();
});

test("a list that left is closed at the desk, also where React mounts everything twice", () => {
  const { desk, host, sent } = aDesk();
  desk.keys({ put: "contact", rows: [row(1, "Anna")] });
  const { unmount } = render(<StrictMode><DeskProvider host={host}><List /></DeskProvider></StrictMode>);
  expect(lines()).toEqual(["Anna"]);
  unmount();
  const numbers = (name: "open" | "close") => sent.flatMap((message) => (name in message ? [(message as Record<string, unknown>)[name]] : []));
  expect(new Set(numbers("close"))).toEqual(new Set(numbers("open")));
});

test("the rows of a locked device leave the screen, and another desk brings its own", () => {
  const [first, second] = [aDesk(), aDesk()];
  first.desk.keys({ put: "contact", rows: [row(1, "Anna")] });
  second.desk.keys({ put: "contact", rows: [row(1, "Ben")] });
  const { rerender } = render(<DeskProvider host={first.host}><List /></DeskProvider>);
  act(() => first.shown.end());
  expect(lines()).toEqual([]);
  rerender(<DeskProvider host={second.host}><List /></DeskProvider>);
  expect(lines()).toEqual(["Ben"]);
});

test("an opened item and the names of links follow what changes", () => {
  const { desk, host } = aDesk();
  desk.keys({ put: "contact", rows: [row(1, "Anna"), row(2, "Ben")] });
  const ids = [idOf(1), idOf(2)];
  function Item() {
    const [whole, names] = [useOne("contact", idOf(1)), useNames("contact", ids)];
    if (whole === undefined) return <p>opening</p>;
    return <p>{whole ? (whole.payload as { name: string }).name : "not there"}, {[...(names?.values() ?? [])].map(({ title }) => title).join(" and ")}</p>;
  }
  render(<DeskProvider host={host}><Item /></DeskProvider>);
  expect(screen.getByText("Anna, Anna and Ben")).toBeDefined();
  act(() => desk.keys({ put: "contact", rows: [row(1, "Anne", 2)] }));
  expect(screen.getByText("Anne, Anne and Ben")).toBeDefined();
  act(() => desk.keys({ end: "contact", rows: [{ id: idOf(1), revision: 3 }] }));
  expect(screen.getByText("not there, Ben")).toBeDefined();
});

test("the desk waits for the frame that draws what it told, and for none where nothing is drawn", () => {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal("requestAnimationFrame", (callback: FrameRequestCallback) => frames.push(callback));
  const looks = vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
  const heard = vi.fn();
  afterFrame(heard);
  expect(heard).not.toHaveBeenCalled();
  frames[0]?.(0);
  expect(heard).toHaveBeenCalledOnce();
  looks.mockReturnValue("hidden");
  afterFrame(heard);
  expect(heard).toHaveBeenCalledTimes(2);
  looks.mockRestore();
  vi.unstubAllGlobals();
});
