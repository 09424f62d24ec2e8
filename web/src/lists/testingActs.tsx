/** A desk with one item on it, for tests of what is changed in lists. */
import { configureStore } from "@reduxjs/toolkit";
import type { ReactNode } from "react";
import { Provider } from "react-redux";

import { deskKind } from "../desk/kind";
import { DeskProvider, useOne } from "../desk/react";
import { deskHere } from "../desk/testing/host";
import type { Keyring } from "../keyring/contract";
import { acts } from "./acts";
import type { Item } from "./item";
import type { OpenedItem } from "./opening";
import { aVerified, inside } from "./testing";

const NAMED = deskKind<{ name: string }>({ kind: "contact", version: 1, title: ({ name }) => name, columns: {}, words: () => "" });

/** The device locks: what is held goes, as in the app. */
export function aDeskWith(id: string, name: string, keyring: Keyring) {
  const host = deskHere([NAMED]);
  host.now().keys({ put: "contact", rows: [{ id, version: 1, word: {}, state: "open", item: aVerified("contact", id), payload: { name } }] });
  keyring.subscribe(() => host.renew());
  const store = configureStore({ reducer: { acts } });
  const Inside = inside(keyring);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>
      <Inside>
        <DeskProvider host={host}>{children}</DeskProvider>
      </Inside>
    </Provider>
  );
  return { host, store, wrapper };
}

/** The row with what the desk says is on its way. */
export function useAhead<Row extends OpenedItem<Item, unknown>>(rows: Row[]): Row[] {
  const ahead = useOne("contact", rows[0]?.id ?? null)?.ahead;
  return rows.map((row) => (ahead ? { ...row, ahead } : row));
}
