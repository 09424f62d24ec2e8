/** Lists on their way: the pages of a first answer, which are opened while the others come. */
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

import type { RecordKind } from "../keyring/contract";
import type { Answered } from "./answered";

type Page = readonly Answered[];

/** The pages that are here, of what is not here whole. */
type Arriving = Partial<Record<RecordKind, readonly Page[]>>;

interface Came {
  kind: RecordKind;
  rows: Page;
}

const initialState: Arriving = {};

const slice = createSlice({
  name: "arriving",
  initialState,
  reducers: {
    pageCame: (state, { payload: { kind, rows } }: PayloadAction<Came>) => ({ ...state, [kind]: [...(state[kind] ?? []), rows] }),
    /** All of it is here, or nothing more comes. */
    ended: ({ ...state }, { payload: kind }: PayloadAction<RecordKind>) => {
      delete state[kind];
      return state;
    },
  },
});

export const arriving = slice.reducer;
export const { pageCame, ended } = slice.actions;

const NONE: readonly Page[] = [];

/** Also of a store that knows nothing of it. */
export const pagesOf = (state: unknown, kind: RecordKind): readonly Page[] => (state as { arriving?: Arriving }).arriving?.[kind] ?? NONE;
