/** The desk of a page: opened when something is first asked of it, and another one when what it holds has to go. */
import type { WorkerLost } from "../keyring/watch.ts";
import type { DeskHandle } from "./connect.ts";
import type { CopyNote, NoCopy } from "./copy/copy.ts";
import type { Feed } from "./feed.ts";
import type { FromKeys } from "./messages.ts";
import type { Recalled } from "./port.ts";
import type { Kind, Shelf } from "./row.ts";
import type { Shown } from "./shown.ts";

export interface OpenDesk {
  readonly shown: Shown;
  readonly keys: (message: FromKeys) => void;
  /** What a copy on this disk holds of a kind. */
  readonly copyOf: (kind: Kind) => KindCopy;
  /** One for each shelf, started when it is first asked for; it ends with the desk. */
  readonly feed: (shelf: Shelf, start: () => Feed) => Feed;
  /** The same for as long as somebody holds it: then it ends, and what it has handed over is put away. */
  readonly hold: (shelf: Shelf, start: () => Feed) => Holding;
}

export interface KindCopy {
  readonly recall: () => Promise<readonly Recalled[]>;
  readonly keep: (ids: readonly string[]) => void;
}

export interface Holding {
  readonly feed: Feed;
  readonly letGo: () => void;
}

export interface DeskHost {
  readonly subscribe: (listener: () => void) => () => void;
  /** Opens one where there is none. */
  readonly now: () => OpenDesk;
  /** Why the one of now did not start, or does not answer any more. */
  readonly lost: () => WorkerLost | null;
  /** What is held goes at once; whoever asks next opens another. */
  readonly renew: () => void;
  /** Nobody looks, or the keys are about to go: what waits to be kept is written now. Null where no copy is kept. */
  readonly rest: () => Promise<void> | null;
  /** Why nothing is kept on this device; null where it is, or where nothing was to be kept yet. */
  readonly unkept: () => NoCopy | null;
  /** In whose order texts stand. */
  readonly speak: (language: string) => void;
  readonly end: () => void;
}

interface Starting {
  readonly language: string;
  readonly onLost: (reason: WorkerLost) => void;
  readonly onCopy: (note: CopyNote) => void;
}

type Start = (starting: Starting) => DeskHandle;

export function hostDesk(start: Start, language: string): DeskHost {
  const listeners = new Set<() => void>();
  let spoken = language;
  let lost: WorkerLost | null = null;
  /** It outlives a desk: the next one finds the same disk, and says so only when it has tried. */
  let unkept: NoCopy | null = null;
  let current: { readonly open: OpenDesk; readonly handle: DeskHandle; readonly feeds: Map<Shelf, Feed> } | null = null;

  const tell = (): void => listeners.forEach((listener) => listener());

  function open(): OpenDesk {
    const feeds = new Map<Shelf, Feed>();
    const held = new Map<Shelf, number>();
    const handle = start({
      language: spoken,
      onLost: (reason) => {
        if (current?.handle !== handle) return;
        lost = reason;
        endFeeds(feeds);
        tell();
      },
      onCopy: (note) => {
        if ("dropped" in note) return;
        unkept = "none" in note ? note.none : null;
        tell();
      },
    });
    const { shown, keys } = handle;
    const desk: OpenDesk = {
      shown, keys,
      copyOf: (kind) => ({ recall: () => handle.recall(kind), keep: (ids) => handle.keep(kind, ids) }),
      feed(shelf, begin) {
        const feed = feeds.get(shelf) ?? begin();
        feeds.set(shelf, feed);
        return feed;
      },
      hold(shelf, begin) {
        const feed = desk.feed(shelf, begin);
        held.set(shelf, (held.get(shelf) ?? 0) + 1);
        return {
          feed,
          letGo() {
            const left = (held.get(shelf) ?? 1) - 1;
            held.set(shelf, left);
            if (left > 0) return;
            feed.end();
            feeds.delete(shelf);
            keys({ away: shelf });
          },
        };
      },
    };
    current = { open: desk, handle, feeds };
    return desk;
  }

  function close(): void {
    if (!current) return;
    endFeeds(current.feeds);
    current.handle.end();
    [current, lost] = [null, null];
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    now: () => current?.open ?? open(),
    lost: () => lost,
    renew: () => {
      if (!current) return;
      close();
      tell();
    },
    rest: () => current?.handle.rest() ?? null,
    unkept: () => unkept,
    speak: (another) => {
      if (another !== spoken) current?.handle.speak(another);
      spoken = another;
    },
    end: close,
  };
}

function endFeeds(feeds: ReadonlyMap<Shelf, Feed>): void {
  for (const feed of feeds.values()) feed.end();
}
