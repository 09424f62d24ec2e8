/** A full-text index over what documents say; it knows words and ids, and nothing of keys. */
import MiniSearch from "minisearch";

export interface Entry {
  id: string;
  title: string;
  /** What else it says: number, issuer, tags, notes. */
  words: string;
}

export interface Match {
  id: string;
  title: string;
}

export interface SearchIndex {
  put: (entries: readonly Entry[]) => void;
  drop: (ids: readonly string[]) => void;
  find: (typed: string, most: number) => Match[];
}

/** Accents and case make no difference, in the text and in what is typed. */
const plain = (term: string): string => term.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Short words are typed right or not at all. */
const slack = (term: string): number | false => (term.length > 4 ? 0.2 : false);

export function createIndex(): SearchIndex {
  const index = new MiniSearch<Entry>({
    fields: ["title", "words"],
    storeFields: ["title"],
    processTerm: plain,
    searchOptions: { prefix: true, fuzzy: slack, boost: { title: 3 }, combineWith: "AND" },
  });
  const drop = (ids: readonly string[]) => ids.forEach((id) => index.has(id) && index.discard(id));
  return {
    drop,
    put(entries) {
      drop(entries.map(({ id }) => id));
      index.addAll([...entries]);
    },
    find: (typed, most) =>
      index.search(typed).slice(0, most).map(({ id, title }) => ({ id: String(id), title: String(title) })),
  };
}
