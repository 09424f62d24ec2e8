/** Keeps the index in step with the items that this device opens, and forgets it when the device locks. */
import type { Keyring } from "../keyring/contract";
import { factsOf, saidBy, type Findable, type FoundFacts } from "./kinds";
import type { Entry, Match } from "./searchIndex";
import type { Order, Reply } from "./searchWorker";

/** As much of a worker as is needed. */
export interface SearchPort {
  postMessage: (order: Order) => void;
  terminate: () => void;
  onmessage: ((event: MessageEvent<Reply>) => void) | null;
}

export interface SearchDesk {
  /** Indexes what is new or changed; `step` is told after each part of a long list. */
  keepUp: (all: readonly Findable[], signal: AbortSignal, step: () => void) => Promise<void>;
  find: (typed: string, most: number) => Promise<(Match & { facts: FoundFacts })[]>;
  /** Of how many items something is known. */
  known: () => number;
  close: () => void;
}

/** Opened and indexed at once, so that a long list never blocks the page. */
const STEP = 256;

export function openSearchDesk(keyring: Keyring, port: SearchPort): SearchDesk {
  const indexed = new Map<string, number>();
  const facts = new Map<string, FoundFacts>();
  const asked = new Map<number, (matches: Match[]) => void>();
  let asks = 0;

  port.onmessage = ({ data }) => {
    asked.get(data.asked)?.(data.matches);
    asked.delete(data.asked);
  };

  async function entryOf({ kind, item }: Findable): Promise<Entry[]> {
    try {
      const { item: verified, contents } = await keyring.showRecord(kind, item);
      facts.set(item.id, factsOf(verified));
      return "payload" in contents ? [{ id: item.id, ...saidBy(kind, contents.payload) }] : [];
    } catch {
      facts.delete(item.id);
      return [];
    }
  }

  /** Refused since it was indexed: its whole chain was not known then. */
  function refused(): ReadonlySet<string> {
    return new Set(keyring.wronglyShown().flatMap(({ id, open }) => (open ? [id] : [])));
  }

  return {
    async keepUp(all, signal, step) {
      const present = new Set(all.map(({ item }) => item.id));
      const gone = [...indexed.keys()].filter((id) => !present.has(id));
      if (gone.length > 0) port.postMessage({ drop: gone });
      for (const id of gone) {
        indexed.delete(id);
        facts.delete(id);
      }

      const stale = all.filter(({ item: { id, version } }) => indexed.get(id) !== version);
      for (let from = 0; from < stale.length; from += STEP) {
        const some = stale.slice(from, from + STEP);
        const entries = await Promise.all(some.map(entryOf));
        if (signal.aborted) return;
        port.postMessage({ drop: some.map(({ item }) => item.id) });
        port.postMessage({ put: entries.flat() });
        for (const { item: { id, version } } of some) indexed.set(id, version);
        step();
      }
    },
    find(typed, most) {
      asks += 1;
      const now = asks;
      return new Promise((resolve) => {
        asked.set(now, (matches) => {
          const out = refused();
          resolve(
            matches.flatMap((match) => {
              const known = facts.get(match.id);
              return known && !out.has(match.id) ? [{ ...match, facts: known }] : [];
            }),
          );
        });
        port.postMessage({ find: typed, most, asked: now });
      });
    },
    known: () => facts.size,
    close: () => port.terminate(),
  };
}
