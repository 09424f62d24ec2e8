/**
 * Changes made in a list itself: shown at once, saved one after another, taken back with the reason.
 *
 * What is shown before the server has it lives here, beside the rows that this device opened, and goes with them.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";

import { failureOf } from "../api/failure";
import { useAskBeforeLeaving } from "../components/leaving";
import type { SaveCell } from "../components/collection/useCellEditing";
import { useKeyring } from "../keyring/react";
import type { Item } from "./item";
import type { OpenedItem } from "./opening";
import type { Clash, Found, Revise } from "./revise";

export type Patch<Contents> = (contents: Contents) => Contents;

/** How the cells of one list are written. The same object for as long as the page stands. */
export interface CellWriting<Row extends OpenedItem<Item, unknown>, Contents> {
  revise: Revise<Row["item"], Contents>;
  /** What a value in a column makes of the contents; null for a column that is not written. */
  patchOf: (column: string, value: string) => Patch<Contents> | null;
  /** What an open row says. */
  contentsOf: (row: Row) => Contents | null;
  /** The same row, saying this. */
  saying: (row: Row, contents: Contents) => Row;
}

/** An item ahead of its row: as it was saved last, and what is on its way. */
export interface Ahead<One, Contents> {
  saved: Found<One, Contents> | null;
  patches: readonly Patch<Contents>[];
}

type AheadById<One, Contents> = ReadonlyMap<string, Ahead<One, Contents>>;

export interface CellEdits<Row> {
  /** The rows as they will be. */
  rows: Row[] | undefined;
  save: SaveCell<Row>;
}

export function useCellEdits<Row extends OpenedItem<Item, unknown>, Contents>(
  rows: Row[] | undefined,
  writing: CellWriting<Row, Contents>,
  onClash: (id: string, clash: Clash<Row["item"], Contents>) => void,
): CellEdits<Row> {
  type One = Row["item"];
  const keyring = useKeyring();
  const [ahead, setAhead] = useState<AheadById<One, Contents>>(() => new Map());
  // What is shown already is not saved before the server has it.
  useAskBeforeLeaving([...ahead.values()].some(({ patches }) => patches.length > 0));
  /** The last save of each item; the next one builds on what it left behind. */
  const turns = useRef(new Map<string, Promise<Found<One, Contents> | null>>());

  // Locked, the device shows nothing of it, and no longer knows it.
  useEffect(
    () =>
      keyring.subscribe(() => {
        if (keyring.state().name === "ready") return;
        turns.current.clear();
        setAhead((now) => (now.size === 0 ? now : new Map()));
      }),
    [keyring],
  );

  const known = useRef(rows);
  useEffect(() => {
    known.current = rows;
  });

  const save = useCallback<SaveCell<Row>>(
    async ({ id }, column, value) => {
      const found = () => foundIn(known.current, id, writing.contentsOf);
      const begun = found();
      const patch = writing.patchOf(column, value);
      if (!patch) return null;
      setAhead((now) => withPatch(now, id, patch));

      let refusal: string | null = null;
      async function settle(before: Found<One, Contents> | null): Promise<Found<One, Contents> | null> {
        try {
          const base = newest(begun, found(), before);
          if (!base || !patch) throw new Error("Only what is verified can be changed.");
          const yours = patch(base.contents);
          const { name, found: after } = await writing.revise(base, yours);
          if (name === "met") onClash(id, { base, yours, theirs: after });
          setAhead((now) => withoutPatch(now, id, patch, name === "saved" ? after : null));
          return after;
        } catch (reason) {
          refusal = failureOf(reason).message;
          if (patch) setAhead((now) => withoutPatch(now, id, patch, null));
          return before;
        }
      }

      const turn = (turns.current.get(id) ?? Promise.resolve(null)).then(settle);
      turns.current.set(id, turn);
      await turn;
      return refusal;
    },
    [writing, onClash],
  );

  return {
    rows: useMemo(
      () =>
        rows?.map((row) => {
          const one = ahead.get(row.id);
          return one ? lookAhead(row, one, writing) : row;
        }),
      [rows, ahead, writing],
    ),
    save,
  };
}

function withPatch<One, Contents>(now: AheadById<One, Contents>, id: string, patch: Patch<Contents>): AheadById<One, Contents> {
  const { saved = null, patches = [] } = now.get(id) ?? {};
  return new Map(now).set(id, { saved, patches: [...patches, patch] });
}

function withoutPatch<One, Contents>(
  now: AheadById<One, Contents>,
  id: string,
  patch: Patch<Contents>,
  saved: Found<One, Contents> | null,
): AheadById<One, Contents> {
  const known = now.get(id);
  // Locked meanwhile: nothing of it is shown any more.
  if (!known) return now;
  return new Map(now).set(id, { saved: saved ?? known.saved, patches: known.patches.filter((one) => one !== patch) });
}

/** What a row says of its item, unless it is behind what the server has sent. */
function foundIn<Row extends OpenedItem<Item, unknown>, Contents>(
  rows: readonly Row[] | undefined,
  id: string,
  contentsOf: (row: Row) => Contents | null,
): Found<Row["item"], Contents> | null {
  const row = rows?.find((one) => one.id === id);
  const contents = row?.settled ? contentsOf(row) : null;
  return row && contents ? { item: row.item, contents } : null;
}

const newest = <One extends Item, Contents>(...found: (Found<One, Contents> | null)[]): Found<One, Contents> | null =>
  found.reduce((best, one) => (one && (!best || one.item.version > best.item.version) ? one : best), null);

/** The row as it will be, until it is. */
export function lookAhead<Row extends OpenedItem<Item, unknown>, Contents>(
  row: Row,
  { saved, patches }: Ahead<Row["item"], Contents>,
  { contentsOf, saying }: Pick<CellWriting<Row, Contents>, "contentsOf" | "saying">,
): Row {
  const shown = contentsOf(row);
  if (!shown) return row;
  const from = saved && row.item.version < saved.item.version ? saved.contents : shown;
  // What this browser itself has written needs no other proof to build on.
  const settled = row.settled || (saved !== null && row.newestVersion <= saved.item.version);
  if (from === shown && patches.length === 0) return settled === row.settled ? row : { ...row, settled };
  return {
    ...saying(
      row,
      patches.reduce((contents, patch) => patch(contents), from),
    ),
    settled,
  };
}
