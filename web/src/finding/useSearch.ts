/** Items found by what they say, on this device. */
import { useEffect, useState } from "react";

import type { Keyring } from "../keyring/contract";
import { useKeyring } from "../keyring/react";
import { startSearchWorker } from "../workers/appWorkers";
import type { Findable, FoundFacts } from "./kinds";
import { openSearchDesk, type SearchDesk } from "./searchDesk";

export interface Found extends Findable, FoundFacts {
  title: string;
}

const MOST = 8;
const NOTHING: readonly Found[] = [];

/** One index for as long as the device is unlocked. */
let open: { keyring: Keyring; desk: SearchDesk } | null = null;

function deskOf(keyring: Keyring): SearchDesk {
  if (open?.keyring === keyring) return open.desk;
  const desk = openSearchDesk(keyring, startSearchWorker());
  open = { keyring, desk };
  const unsubscribe = keyring.subscribe(() => {
    if (keyring.state().name === "ready") return;
    unsubscribe();
    desk.close();
    open = null;
  });
  return desk;
}

/** What is found among all that this device opens. */
export function useSearch(typed: string, all: readonly Findable[] | undefined): readonly Found[] {
  const keyring = useKeyring();
  const [round, setRound] = useState(0);
  const [found, setFound] = useState<readonly Found[]>(NOTHING);
  const words = typed.trim();

  useEffect(() => {
    if (!all) return undefined;
    const control = new AbortController();
    void deskOf(keyring).keepUp(all, control.signal, () => setRound((count) => count + 1));
    return () => control.abort();
  }, [keyring, all]);

  useEffect(() => {
    if (!all || words === "") return undefined;
    let gone = false;
    void deskOf(keyring)
      .find(words, MOST)
      .then((matches) => {
        if (gone) return;
        setFound(
          matches.flatMap(({ id, title, facts }) => {
            const one = all.find(({ item }) => item.id === id);
            return one ? [{ ...one, ...facts, title }] : [];
          }),
        );
      });
    return () => {
      gone = true;
    };
    // Asked again after each part that was indexed.
  }, [keyring, all, words, round]);

  // Until the next answer is there, the last one stays; an empty field finds nothing.
  return all && words !== "" ? found : NOTHING;
}
