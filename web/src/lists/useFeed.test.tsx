// @vitest-environment jsdom
/** A list is read page by page, and not only when all of it is here. */
import { configureStore } from "@reduxjs/toolkit";
import { act, cleanup, renderHook } from "@testing-library/react";
import { Provider } from "react-redux";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Answered } from "../api/answered";
import { arriving, ended, pageCame } from "../api/arriving";
import { Desk } from "../app/Desk";
import { SESSION } from "../app/testing/forms";
import { deskKind } from "../desk/kind";
import type { View } from "../desk/messages";
import { workerHere } from "../desk/testing/worker";
import { SessionContext } from "../session/context";
import type * as appWorkers from "../browser/appWorkers";
import type { ItemKind } from "./item";
import { useRows, type Making } from "./list/useRows";
import { useSome } from "./list/useSome";
import type { OpenedItem } from "./opening";
import type { Item } from "./item";
import { aKeyring, aVerified, inside } from "./testing";
import { useFeed } from "./useFeed";

// Nothing is drawn, so that the desk waits for no frame.
beforeEach(() => void vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden"));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

interface Named {
  name: string;
}

const KIND: ItemKind<object> = { kind: "contact", factsIn: () => ({}) };
type Row = OpenedItem<Item<object, object>, Named>;
const MAKING: Making<object, object, Named, Row> = { of: KIND, nothing: {}, rowOf: (opened) => opened };
const ALL: View = { kind: "contact", where: null, text: "", sort: [{ field: "title", dir: "asc" }], group: null };

const desk = deskKind<Named>({ kind: "contact", version: 1, title: ({ name }) => name, columns: {}, words: () => "" });
vi.mock("../browser/appWorkers", (): Pick<typeof appWorkers, "startDeskWorker"> => ({ startDeskWorker: () => workerHere([desk]) as Worker }));

const answer = (id: string): Answered => ({ id, version: 1, sealed: { signatureB64u: id }, later: [], word: {} }) as unknown as Answered;

const settled = () => act(async () => { for (let turn = 0; turn < 200; turn += 1) await Promise.resolve(); });

function shownList() {
  const asked: string[] = [];
  const { keyring } = aKeyring({
    showRecord: (_kind, { id }) => {
      asked.push(id);
      return Promise.resolve({ item: aVerified("contact", id, {}), contents: { payload: { name: id } } });
    },
  });
  const store = configureStore({ reducer: { arriving } });
  const Keys = inside(keyring);
  function useShown({ answers, askedAt }: { answers?: Answered[]; askedAt?: number }) {
    useFeed("contact", answers, askedAt);
    return useSome(ALL, 100, useRows(MAKING, answers)).rows?.map(({ id }) => id);
  }
  const { result, rerender } = renderHook(useShown, {
    wrapper: ({ children }) => (
      <Provider store={store}>
        <SessionContext value={SESSION}>
          <Keys>
            <Desk>{children}</Desk>
          </Keys>
        </SessionContext>
      </Provider>
    ),
    initialProps: {},
  });
  const come = async (...ids: string[]) => {
    const rows = ids.map(answer);
    act(() => void store.dispatch(pageCame({ kind: "contact", rows })));
    await settled();
    return rows;
  };
  return { asked, store, come, rows: () => result.current, whole: (answers: Answered[]) => rerender({ answers, askedAt: 1 }) };
}

test("the rows of a page stand there before the next one has come, and none is opened twice", async () => {
  const { asked, store, come, rows, whole } = shownList();
  await settled();
  expect(rows(), "nothing is called empty that is on its way").toBeUndefined();
  const first = await come("anna", "ben");
  expect(rows()).toEqual(["anna", "ben"]);
  const second = await come("clara");
  expect(rows()).toEqual(["anna", "ben", "clara"]);
  store.dispatch(ended("contact"));
  whole([...first, ...second]);
  await settled();
  expect(rows()).toEqual(["anna", "ben", "clara"]);
  expect(asked).toEqual(["anna", "ben", "clara"]);
});

test("pages of another kind are none of this list", async () => {
  const { asked, store, rows } = shownList();
  act(() => void store.dispatch(pageCame({ kind: "vendor", rows: [answer("anna")] })));
  await settled();
  expect([asked, rows()]).toEqual([[], undefined]);
});
