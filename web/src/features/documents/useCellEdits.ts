/**
 * Changes made in the list itself: shown at once, saved one after another, taken back with the reason.
 *
 * What is shown before the server has it lives here, beside the rows that this device opened, and goes with them.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";

import { failureOf } from "../../api/failure";
import type { SaveCell } from "../../components/collection/useCellEditing";
import type { Day } from "../../dates/days";
import { useKeyring } from "../../keyring/react";
import { cellPatch, contentsOf, isCellName, type Patch } from "./cells";
import { stageOf } from "./lifecycle";
import type { DocumentRow } from "./rows";
import { useRevise, type Clash, type Found } from "./useRevise";

/** A document ahead of its row: as it was saved last, and what is on its way. */
interface Ahead {
  saved: Found | null;
  patches: readonly Patch[];
}

const NOTHING_AHEAD: Ahead = { saved: null, patches: [] };

type AheadById = ReadonlyMap<string, Ahead>;

export interface CellEdits {
  /** The rows as they will be. */
  rows: DocumentRow[] | undefined;
  save: SaveCell<DocumentRow>;
}

export function useCellEdits(
  rows: DocumentRow[] | undefined,
  today: Day,
  onClash: (id: string, clash: Clash) => void,
): CellEdits {
  const revise = useRevise();
  const keyring = useKeyring();
  const [ahead, setAhead] = useState<AheadById>(() => new Map());
  /** The last save of each document; the next one builds on what it left behind. */
  const turns = useRef(new Map<string, Promise<Found | null>>());

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

  const save = useCallback<SaveCell<DocumentRow>>(
    async ({ id }, column, value) => {
      const found = () => foundIn(known.current, id);
      const begun = found();
      if (!isCellName(column)) return null;
      const patch = cellPatch(column, value);
      setAhead((now) => withPatch(now, id, patch));

      let refusal: string | null = null;
      async function settle(before: Found | null): Promise<Found | null> {
        try {
          const base = newest(begun, found(), before);
          if (!base) throw new Error("Only what is verified can be changed.");
          const yours = patch(base.contents);
          const { name, found: after } = await revise(base, yours);
          if (name === "met") onClash(id, { base, yours, theirs: after });
          setAhead((now) => withoutPatch(now, id, patch, name === "saved" ? after : null));
          return after;
        } catch (reason) {
          refusal = failureOf(reason).message;
          setAhead((now) => withoutPatch(now, id, patch, null));
          return before;
        }
      }

      const turn = (turns.current.get(id) ?? Promise.resolve(null)).then(settle);
      turns.current.set(id, turn);
      await turn;
      return refusal;
    },
    [revise, onClash],
  );

  return { rows: useMemo(() => rows?.map((row) => lookAhead(row, ahead.get(row.id) ?? NOTHING_AHEAD, today)), [rows, ahead, today]), save };
}

function withPatch(now: AheadById, id: string, patch: Patch): AheadById {
  const { saved = null, patches = [] } = now.get(id) ?? {};
  return new Map(now).set(id, { saved, patches: [...patches, patch] });
}

function withoutPatch(now: AheadById, id: string, patch: Patch, saved: Found | null): AheadById {
  const known = now.get(id);
  // Locked meanwhile: nothing of it is shown any more.
  if (!known) return now;
  return new Map(now).set(id, { saved: saved ?? known.saved, patches: known.patches.filter((one) => one !== patch) });
}

/** What a row says of its document, unless it is behind what the server has sent. */
function foundIn(rows: readonly DocumentRow[] | undefined, id: string): Found | null {
  const row = rows?.find((one) => one.id === id);
  const contents = row?.settled ? contentsOf(row) : null;
  return row && contents ? { item: row.item, contents } : null;
}

const newest = (...found: (Found | null)[]): Found | null =>
  found.reduce((best, one) => (one && (!best || one.item.version > best.item.version) ? one : best), null);

/** The row as it will be, until it is. */
export function lookAhead(row: DocumentRow, { saved, patches }: Ahead, today: Day): DocumentRow {
  const { opening } = row;
  const shown = contentsOf(row);
  if (opening.name !== "open" || !shown) return row;
  const from = saved && row.shownVersion < saved.item.version ? saved.contents : shown;
  // What this browser itself has written needs no other proof to build on.
  const settled = row.settled || (saved !== null && row.item.version <= saved.item.version);
  if (from === shown && patches.length === 0) return settled === row.settled ? row : { ...row, settled };
  const { payload, expiresOn } = patches.reduce((contents, patch) => patch(contents), from);
  return {
    ...row,
    opening: { ...opening, payload },
    title: payload.title,
    expiresOn,
    stage: stageOf(row.item.lifecycle, expiresOn, today),
    settled,
  };
}
