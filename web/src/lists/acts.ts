/** What is under way and how it ended, for marks and questions: which act of which kind, and nothing of what it says. */
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

import type { RecordKind } from "../keyring/contract";

/** `waiting`: for an earlier act of the same item, or for its turn. `again`: it met another change, and goes on top of that. */
export type Phase = "shown" | "waiting" | "sent" | "again" | "committed" | "conflict" | "refused";

export type ActName = "change" | "archive" | "unarchive" | "delete" | "restore" | "purge";

export interface ActState {
  id: number;
  kind: RecordKind;
  name: ActName;
  many: number;
  done: number;
  phase: Phase;
  /** Of the refusal; of several, of the first. */
  code?: string;
  reason?: string;
}

/** How an act goes on; `done`: how many of its items are. */
export type Told = Pick<ActState, "phase" | "code" | "reason"> & Partial<Pick<ActState, "done">>;

export type All = Readonly<Record<number, ActState>>;

/** Of those that are over. */
const MOST_KEPT = 50;

const initialState: All = {};

const slice = createSlice({
  name: "acts",
  initialState,
  reducers: {
    actBegan: (state, { payload }: PayloadAction<Pick<ActState, "id" | "kind" | "name" | "many">>): All =>
      ({ ...bounded(state), [payload.id]: { ...payload, done: 0, phase: "shown" } }),
    actMoved: (state, { payload }: PayloadAction<{ id: number } & Told>): All => {
      const before = state[payload.id];
      return before ? { ...state, [payload.id]: { ...before, done: payload.phase === "committed" ? before.many : 0, ...payload } } : state;
    },
  },
});

let acted = 0;

/** Of an act that begins; unlike those of all others. */
export const nextAct = (): number => (acted += 1);

export const isOver = ({ phase }: ActState): boolean => phase === "committed" || phase === "conflict" || phase === "refused";

function bounded(state: All): All {
  const over = Object.values(state).filter(isOver);
  if (over.length < MOST_KEPT) return state;
  const oldest = over[0]?.id;
  return Object.fromEntries(Object.entries(state).filter(([id]) => Number(id) !== oldest));
}

export const acts = slice.reducer;
export const { actBegan, actMoved } = slice.actions;
