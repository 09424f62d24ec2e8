/** Optimistic order of a list: shown at once, and rolled back with the error. */
import { useState } from "react";

import { failureOf } from "../../api/failure";
import { tellFailure } from "../../components/notices";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import { byRank } from "./byRank";
import type { BoardEntry } from "./entry";
import { movedTo, placeAt } from "./places";

type Place = NonNullable<ReturnType<typeof placeAt>>;

interface Order<Entry> {
  entries: readonly Entry[];
  /** `among` are the ids that the entry is ordered with, it among them. */
  move: (id: string, to: number, among: readonly string[]) => void;
}

const ranksOf = (entries: readonly BoardEntry[]): string => entries.map(({ id, rank }) => `${id} ${rank}`).join();

/** `save` raises what the server says against it. Ranks that the answer has not brought yet are made up. */
export function useOrder<Entry extends BoardEntry>(entries: readonly Entry[], save: (id: string, place: Place) => Promise<unknown>): Order<Entry> {
  const say = useSay();
  const known = ranksOf(entries);
  const [ahead, setAhead] = useState<{ known: string; ranks: ReadonlyMap<string, string> } | null>(null);
  const isAhead = ahead?.known === known;

  function move(id: string, to: number, among: readonly string[]) {
    const place = placeAt(among, id, to);
    if (!place) return;
    const ranks = movedTo(among, id, to).map((one, index): [string, string] => [one, String(index).padStart(4, "0")]);
    setAhead({ known, ranks: new Map([...(isAhead ? ahead.ranks : []), ...ranks]) });
    void save(id, place).catch((reason: unknown) => {
      setAhead(null);
      tellFailure(failureTitle(say, "update"), failureOf(reason));
    });
  }

  const shown = isAhead ? entries.map((entry) => ({ ...entry, rank: ahead.ranks.get(entry.id) ?? entry.rank })).sort(byRank) : entries;
  return { entries: shown, move };
}
