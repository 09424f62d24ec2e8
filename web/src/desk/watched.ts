/** What the page asks of single items: all of one, or how some are called. Told again when it changes, once the last was taken. */
import type { Collection } from "./collection.ts";
import type { Named } from "./messages.ts";
import type { Shelf, Whole } from "./row.ts";
import { wholeAt } from "./shownRow.ts";

/** A shelf, and what stands on it now. */
export interface Place {
  readonly shelf: Shelf;
  readonly collection: () => Collection;
}

export interface Watched {
  readonly shelf: Shelf;
  readonly start: () => void;
  readonly changed: (ids: ReadonlySet<string>) => void;
  readonly got: () => void;
}

/** `next` is what there is to tell; nothing where nothing is another than was told. */
function watch(shelf: Shelf, ids: readonly string[], next: () => (() => void) | null): Watched {
  let isUnderWay = false;
  let isStale = true;

  function flush(): void {
    if (isUnderWay || !isStale) return;
    isStale = false;
    const tell = next();
    isUnderWay = tell !== null;
    tell?.();
  }

  return {
    shelf, start: flush,
    changed: (changed) => {
      if (!ids.some((id) => changed.has(id))) return;
      isStale = true;
      flush();
    },
    got: () => {
      isUnderWay = false;
      flush();
    },
  };
}

export function watchOne({ shelf, collection }: Place, id: string, tell: (whole: Whole | null) => void): Watched {
  let told: number | null | undefined;
  return watch(shelf, [id], () => {
    const whole = wholeOf(collection(), id);
    if (told === (whole?.stamp ?? null)) return null;
    told = whole?.stamp ?? null;
    return () => tell(whole);
  });
}

function wholeOf(collection: Collection, id: string): Whole | null {
  const slot = collection.slotOf(id);
  return slot === undefined || collection.isGone(id) ? null : wholeAt(collection, slot);
}

export function watchNames(
  { shelf, collection }: Place, ids: readonly string[], title: string, tell: (named: readonly Named[], gone: readonly string[]) => void,
): Watched {
  const told = new Map<string, number | null>();
  const index = collection().kind.columns.findIndex(({ name }) => name === title);

  function nameOf(id: string): Named | null {
    const now = collection();
    const slot = now.slotOf(id);
    if (slot === undefined) return null;
    const { segment, place } = now.at(slot);
    const name = segment.columns[index]?.[place];
    return { id, stamp: segment.stamps[place] ?? 0, state: segment.states[place] ?? "opening", title: typeof name === "string" ? name : null };
  }

  return watch(shelf, ids, () => {
    const fresh = ids.map((id) => [id, nameOf(id)] as const).filter(([id, name]) => told.get(id) !== (name?.stamp ?? null));
    for (const [id, name] of fresh) told.set(id, name?.stamp ?? null);
    if (fresh.length === 0) return null;
    return () => tell(fresh.flatMap(([, name]) => name ?? []), fresh.flatMap(([id, name]) => (name ? [] : [id])));
  });
}
