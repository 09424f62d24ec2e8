/** Changes made in a list itself, as acts on its items: the desk shows them at once, also where rows stand by them. */
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useSelector, useStore } from "react-redux";

import type { SaveCell } from "../components/collection/useCellEditing";
import { useAskBeforeLeaving } from "../components/leaving";
import { useDesk } from "../desk/react";
import type { RecordKind } from "../keyring/contract";
import { actBegan, actMoved, nextAct } from "./acts";
import { actsOf, changedMembers, withMembers } from "./actTable";
import type { Item } from "./item";
import type { OpenedItem } from "./opening";
import type { Clash, Found, Writes } from "./revise";
import { isAnyUnderWay } from "./underWay";

export type Patch<Contents> = (contents: Contents) => Contents;

/** How the cells of one list are written. The same object for as long as the page stands. */
export interface CellWriting<Row extends OpenedItem<Item, unknown>, Contents> extends Writes<Row["item"], Contents> {
  /** What a value in a column makes of the contents; null for a column that is not written. */
  patchOf: (column: string, value: string) => Patch<Contents> | null;
  /** What an open row says. */
  contentsOf: (row: Row) => Contents | null;
  /** The same row, saying this. */
  saying: (row: Row, contents: Contents) => Row;
}

export interface ListActs<Row> {
  /** The rows as they will be. */
  rows: Row[] | undefined;
  save: SaveCell<Row>;
}

export function useActs<Row extends OpenedItem<Item, unknown>, Contents>(
  kind: RecordKind,
  rows: Row[] | undefined,
  writing: CellWriting<Row, Contents>,
  onClash: (id: string, clash: Clash<Row["item"], Contents>) => void,
): ListActs<Row> {
  const desk = useDesk();
  const { dispatch } = useStore();
  // What is shown already is not saved before the server has it.
  useAskBeforeLeaving(useSelector(isAnyUnderWay));

  const known = useRef(rows);
  useEffect(() => {
    known.current = rows;
  });

  const save = useCallback<SaveCell<Row>>(
    async ({ id }, column, value) => {
      const patch = writing.patchOf(column, value);
      if (!patch) return null;
      const { known: own, change } = actsOf(desk);
      const row = known.current?.find((one) => one.id === id);
      const begun = foundIn(row, writing.contentsOf);
      const says = row && writing.contentsOf(asShown(row, writing, own(id)));
      const members = says ? changedMembers(writing.membersOf(says), writing.membersOf(patch(says))) : {};
      if (says && Object.keys(members).length === 0) return null;
      const act = nextAct();
      dispatch(actBegan({ id: act, kind, name: "change", many: 1 }));
      const failure = await change<Row["item"], Contents>({
        kind, id, members, writing,
        base: () => foundIn(known.current?.find((one) => one.id === id), writing.contentsOf) ?? begun,
        onClash: (clash) => onClash(id, clash),
        told: (state) => dispatch(actMoved({ id: act, ...state })),
      });
      return failure && failure.message;
    },
    [desk, dispatch, kind, writing, onClash],
  );

  return {
    rows: useMemo(() => rows?.map((row) => asShown(row, writing, actsOf(desk).known(row.id))), [rows, desk, writing]),
    save,
  };
}

/** What a row says of its item, unless it is behind what the server has sent. */
function foundIn<Row extends OpenedItem<Item, unknown>, Contents>(row: Row | undefined, contentsOf: (row: Row) => Contents | null): Found<Row["item"], Contents> | null {
  const contents = row?.settled ? contentsOf(row) : null;
  return row && contents ? { item: row.item, contents } : null;
}

/** The row as it will be, until it is. */
export function asShown<Row extends OpenedItem<Item, unknown>, Contents>(
  row: Row,
  writing: Pick<CellWriting<Row, Contents>, "contentsOf" | "saying" | "membersOf" | "contentsFrom">,
  own: Found<Row["item"], Contents> | null,
): Row {
  const says = writing.contentsOf(row);
  if (!says) return row;
  const { ahead = [] } = row;
  // What this browser itself has written needs no other proof to build on.
  const settled = row.settled || (own !== null && row.newestVersion <= own.item.version);
  if (ahead.length === 0) return settled === row.settled ? row : { ...row, settled };
  return { ...writing.saying(row, ahead.reduce<Contents>((contents, members) => withMembers(writing, contents, members), says)), settled };
}
