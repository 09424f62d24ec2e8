/**
 * The writes of an item by this page, in the order in which they were begun.
 *
 * Each waits for the one before and goes on top of what it produced. Two within the same second, or one from a list that is a
 * moment behind, would otherwise be a conflict of a person with themselves.
 */

export interface Versioned {
  id: string;
  version: number;
}

/** What this page made of an item last. It made every version from `from` on, without anyone else in between. */
interface Own {
  from: number;
  item: Versioned;
}

/** Sealed as the server sent them, and not all of a long day: a list has caught up with those before. */
const MOST_KEPT = 500;

const owns = new Map<string, Own>();
const last = new Map<string, Promise<unknown>>();

/** Begins `write` when all earlier writes of these items are over, whatever became of them. */
export function inTurn<Outcome>(ids: readonly string[], write: () => Promise<Outcome>): Promise<Outcome> {
  const turn = Promise.allSettled(ids.flatMap((id) => last.get(id) ?? [])).then(write);
  const over = turn.then(
    () => undefined,
    () => undefined,
  );
  for (const id of ids) last.set(id, over);
  void over.then(() => {
    for (const id of ids) if (last.get(id) === over) last.delete(id);
  });
  return turn;
}

/** Notes what a write made of an item. `on` is the version that the server was told it is for; without one, anything may have been. */
export function wrote(on: number | null, item: Versioned): void {
  const before = owns.get(item.id);
  const from = on === null ? item.version : before?.item.version === on ? before.from : on;
  owns.delete(item.id);
  owns.set(item.id, { from, item });
  const [oldest] = owns.keys();
  if (owns.size > MOST_KEPT && oldest !== undefined) owns.delete(oldest);
}

/** The item as this page left it, when that is newer than what a list knows. */
export function newest<Item extends Versioned>(item: Item): Item {
  const own = owns.get(item.id)?.item;
  return own && own.version > item.version ? (own as Item) : item;
}

/** The same, when nobody else wrote since: all that is different in it was written here. */
export function ownSince<Item extends Versioned>(item: Item): Item | null {
  const from = owns.get(item.id)?.from;
  const now = newest(item);
  return now !== item && from !== undefined && from <= item.version ? now : null;
}

/** A write of one item as it is by then; `send` answers what became of it. */
export function writeInTurn<Item extends Versioned>(item: Item, send: (now: Item) => Promise<Item | undefined>): Promise<void> {
  return inTurn([item.id], async () => {
    const now = newest(item);
    const after = await send(now);
    if (after) wrote(now.version, after);
  });
}
