/** Documents found by what they say, on this device. */
import { useEffect, useState } from "react";

import { useAllDocumentsQuery, type DocumentItem } from "../api/documents";
import type { Keyring } from "../keyring/contract";
import { useKeyring, useKeyState } from "../keyring/react";
import { useMay } from "../session/useSession";
import { startSearchWorker } from "../workers/appWorkers";
import { openSearchDesk, type SearchDesk } from "./searchDesk";

export interface FoundDocument {
  item: DocumentItem;
  title: string;
}

const MOST = 8;
const NOTHING: readonly FoundDocument[] = [];

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

export function useDocumentSearch(typed: string): readonly FoundDocument[] {
  const keyring = useKeyring();
  const may = useMay();
  const ready = useKeyState().name === "ready";
  const { data: items } = useAllDocumentsQuery(undefined, { skip: !ready || !may("document.read") });
  const [round, setRound] = useState(0);
  const [found, setFound] = useState<{ typed: string; documents: readonly FoundDocument[] }>();
  const words = typed.trim();

  useEffect(() => {
    if (!ready || !items) return undefined;
    const control = new AbortController();
    void deskOf(keyring).keepUp(items, control.signal, () => setRound((count) => count + 1));
    return () => control.abort();
  }, [keyring, ready, items]);

  useEffect(() => {
    if (!ready || !items || words === "") return undefined;
    let gone = false;
    void deskOf(keyring)
      .find(words, MOST)
      .then((matches) => {
        if (gone) return;
        const documents = matches.flatMap(({ id, title }) => {
          const item = items.find((one) => one.id === id);
          return item ? [{ item, title }] : [];
        });
        setFound({ typed: words, documents });
      });
    return () => {
      gone = true;
    };
    // Asked again after each part that was indexed.
  }, [keyring, ready, items, words, round]);

  // Until the next answer is there, the last one stays; an empty field finds nothing.
  return ready && words !== "" ? (found?.documents ?? NOTHING) : NOTHING;
}
