// @vitest-environment jsdom
/** What somebody does in a list draws again the rows that it changes, and no other. */
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { workerHere } from "../desk/testing/worker";
import Contacts from "../features/contacts/Contacts";
import Documents from "../features/documents/Documents";
import { DeskContext, type UploadDesk } from "../features/documents/uploads/uploads";
import type * as marks from "../lists/marks";
import { aVerified } from "../lists/testing";
import type { KeyState, RecordKind } from "../keyring/contract";
import type * as appWorkers from "../browser/appWorkers";
import { Desk } from "./Desk";
import { DESK_KINDS } from "./deskKinds";
import { show } from "./testing/forms";

vi.mock("../browser/appWorkers", (): Pick<typeof appWorkers, "startDeskWorker"> => ({ startDeskWorker: () => workerHere(DESK_KINDS) as Worker }));

const drawn = vi.hoisted(() => vi.fn<(title: string) => void>());
vi.mock(import("../lists/marks"), async (original) => {
  const real: typeof marks = await original();
  return {
    ...real,
    ItemName: (props) => {
      drawn(props.title);
      return real.ItemName(props);
    },
  };
});

const ROWS = 9;
const nameAt = (place: number) => `Number ${place}`;

interface Listed {
  path: RegExp;
  draw: () => ReactNode;
  payload: (name: string) => object;
}

const LISTS: Readonly<Record<string, Listed>> = {
  contacts: { path: /^\/contact$/, draw: () => <Contacts />, payload: (name) => ({ v: 1, kind: "individual", name: { full: name } }) },
  documents: {
    path: /^\/document$/,
    draw: () => (
      <DeskContext value={{} as UploadDesk}>
        <Documents />
      </DeskContext>
    ),
    payload: (title) => ({ v: 1, title }),
  },
};

const STATE = { name: "ready", locksAt: Number.MAX_SAFE_INTEGER, deviceId: "device" } as KeyState;

function open({ path, draw, payload }: Listed) {
  const data = Array.from({ length: ROWS }, (_, at) => ({ id: `item ${at}`, sealed: { dataB64u: "", statementB64u: "", signatureB64u: "" }, word: { version: 1 } }));
  show(() => <Desk>{draw()}</Desk>, [[path, { data, page: { limit: 200, nextCursor: null }, sync: { seq: 1 } }]], {
    state: () => STATE,
    subscribe: () => () => undefined,
    showRecord: (kind: RecordKind, { id }: { id: string }) =>
      Promise.resolve({ item: aVerified(kind, id, { state: "active" }), contents: { payload: payload(nameAt(Number(id.split(" ")[1]))) } }),
    whenProven: () => new Promise(() => undefined),
  });
}

const rows = () => screen.queryAllByRole("row").flatMap((row) => row.getAttribute("aria-label") ?? []);
const line = (place: number) => document.querySelector<HTMLElement>(`[data-row="${place}"]`) ?? document.body;
const again = () => [...new Set(drawn.mock.calls.map(([title]) => title))];

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(400);
});
afterEach(() => {
  cleanup();
  drawn.mockClear();
  vi.restoreAllMocks();
});

/** Until nothing is drawn any more by itself. */
async function quiet() {
  await act(() => new Promise((done) => setTimeout(done, 200)));
  drawn.mockClear();
}

describe.each(Object.entries(LISTS))("in the list of %s", (_name, list) => {
  test("moving on draws the row that was left and the one that was reached", async () => {
    open(list);
    await waitFor(() => expect(rows()).toHaveLength(ROWS));
    fireEvent.click(line(1));
    await screen.findByRole("complementary");
    await quiet();
    act(() => line(1).focus());
    act(() => void fireEvent.keyDown(line(1), { key: "ArrowDown" }));
    await waitFor(() => expect(screen.getByRole("complementary").getAttribute("aria-label")).toBe(line(2).getAttribute("aria-label")));
    const moved = [1, 2].map((place) => line(place).getAttribute("aria-label"));
    expect(again().filter((title) => !moved.includes(title))).toEqual([]);
    expect(again().length).toBeGreaterThan(0);
  });

  test("selecting one draws that one", async () => {
    open(list);
    await waitFor(() => expect(rows()).toHaveLength(ROWS));
    await quiet();
    const [box] = screen.getAllByRole("checkbox", { name: `Select ${line(3).getAttribute("aria-label")}` });
    if (box) fireEvent.click(box);
    await waitFor(() => expect(line(3).getAttribute("aria-selected")).toBe("true"));
    // The one that had the focus before gives it away.
    const touched = [0, 3].map((place) => line(place).getAttribute("aria-label"));
    expect(again().filter((title) => !touched.includes(title))).toEqual([]);
    expect(again()).toContain(touched[1]);
  });

  test("a word that all of them hold draws none", async () => {
    open(list);
    await waitFor(() => expect(rows()).toHaveLength(ROWS));
    await quiet();
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "number" } });
    await act(() => new Promise((done) => setTimeout(done, 200)));
    expect(rows()).toHaveLength(ROWS);
    expect(again()).toEqual([]);
  });
});
