/**
 * Short texts that this browser keeps for the app: preferences, the language, where somebody wanted to go.
 *
 * A browser may refuse to keep anything: by a policy, in a private window, on a full disk. Then the page remembers for as
 * long as it lives, and nothing that only wanted to be remembered stops it.
 */
export interface Shelf {
  get: (name: string) => string | null;
  set: (name: string, text: string) => void;
  remove: (name: string) => void;
  names: () => string[];
}

/** Even to name the storage throws where a browser refuses it. */
export function shelfOf(storage: () => Storage): Shelf {
  const instead = new Map<string, string>();

  function tried<Answer>(ask: (storage: Storage) => Answer, refused: Answer): Answer {
    try {
      return ask(storage());
    } catch {
      return refused;
    }
  }

  return {
    get: (name) => instead.get(name) ?? tried((kept) => kept.getItem(name), null),
    set: (name, text) => {
      const isKept = tried((kept) => (kept.setItem(name, text), true), false);
      if (isKept) instead.delete(name);
      else instead.set(name, text);
    },
    remove: (name) => {
      instead.delete(name);
      tried((kept) => kept.removeItem(name), undefined);
    },
    names: () => [...new Set([...tried((kept) => Object.keys(kept), []), ...instead.keys()])],
  };
}

/** Kept for as long as the tab is open. */
export const ofTab = shelfOf(() => sessionStorage);
/** Kept by the browser, for all its tabs. */
export const ofBrowser = shelfOf(() => localStorage);
