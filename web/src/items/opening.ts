/** Items of a list, opened on this device: what is shown at once, and what becomes of it when its signatures were verified. */
import { useEffect, useMemo, useRef, useState } from "react";

import type { Keyring, RecordKind, SealedItem } from "../keyring/contract";
import { closedBy, useKeyring, useKeyState, withoutKeys, type Opening } from "../keyring/react";

export interface OpenedItem<Item extends SealedItem, Payload> {
  id: string;
  item: Item;
  opening: Opening<Payload>;
  /** The version that is shown; for a moment after a change it is an earlier one than that of the item. */
  shownVersion: number;
  /** Writes wait until the item is verified and current; both take a moment. */
  settled: boolean;
}

/** What cannot be shown can be deleted all the same; what this device has no key for is for others to decide. */
export const canBeDeleted = ({ name }: Opening<unknown>): boolean => name === "open" || name === "broken";

type Opened<Payload> = Map<string, { version: number; opening: Opening<Payload> }>;

const OPENING = { name: "opening" } as const;

/** Items are opened in steps, and shown after each, so a long list never blocks the page. */
const STEP = 256;

export function useOpenedItems<Item extends SealedItem, Payload>(
  kind: RecordKind,
  items: readonly Item[] | undefined,
): OpenedItem<Item, Payload>[] | undefined {
  const keyring = useKeyring();
  const { name } = useKeyState();
  const ready = name === "ready";
  // Plaintext stays in this component; it goes when the page goes or the device locks.
  const opened = useRef<Opened<Payload>>(new Map());
  const [round, setRound] = useState(0);

  useEffect(() => {
    if (!ready) opened.current = new Map();
    if (!ready || !items) return undefined;
    const control = new AbortController();
    void openAll(keyring, kind, items, opened.current, control.signal, () => setRound((count) => count + 1));
    return () => control.abort();
  }, [keyring, kind, items, ready]);

  return useMemo(() => {
    // Read again after each step of opening.
    void round;
    return items?.map((item) => {
      const known = opened.current.get(item.id);
      return openedItem<Item, Payload>(item, ready ? (known?.opening ?? OPENING) : withoutKeys(name), known?.version);
    });
  }, [items, name, ready, round]);
}

export function openedItem<Item extends SealedItem, Payload>(
  item: Item,
  opening: Opening<Payload>,
  shownVersion = item.version,
): OpenedItem<Item, Payload> {
  const settled = opening.name === "open" && opening.verified && shownVersion === item.version;
  return { id: item.id, item, opening, shownVersion, settled };
}

async function openAll<Payload>(
  keyring: Keyring,
  kind: RecordKind,
  items: readonly SealedItem[],
  opened: Opened<Payload>,
  signal: AbortSignal,
  step: () => void,
): Promise<void> {
  const keep = (some: readonly SealedItem[], openings: readonly Opening<Payload>[]) => {
    if (signal.aborted) return;
    some.forEach(({ id, version }, place) => opened.set(id, { version, opening: openings[place] ?? OPENING }));
    step();
  };
  const stale = items.filter(({ id, version }) => {
    const known = opened.get(id);
    return known?.version !== version || (known.opening.name === "open" && !known.opening.verified);
  });
  for (let from = 0; from < stale.length && !signal.aborted; from += STEP) {
    const some = stale.slice(from, from + STEP);
    const shown = await Promise.all(some.map((item) => showOne<Payload>(keyring, kind, item)));
    keep(
      some,
      shown.map(({ opening }) => opening),
    );
    void Promise.all(shown.map(({ verified }) => verified)).then((openings) => keep(some, openings));
  }
}

/** What a row shows at once, and what becomes of it when its signatures were verified. */
async function showOne<Payload>(keyring: Keyring, kind: RecordKind, item: SealedItem) {
    try {
    const shown = await keyring.showRecord(kind, item);
    const opening = { name: "open", payload: shown.payload as Payload, verified: false } as const;
    const verified = shown.verified.then((): Opening<Payload> => ({ ...opening, verified: true }), closedBy);
    return { opening, verified };
  } catch (reason) {
    const opening = closedBy(reason);
    return { opening, verified: Promise.resolve(opening) };
  }
}
