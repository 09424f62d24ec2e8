/** The documents that were opened last, as far as this device opens them. */
import { useEffect, useState } from "react";

import { useAllDocumentsQuery } from "../api/documents";
import { useKeyring, useKeyState } from "../keyring/react";
import type { DocumentPayload } from "../payloads/document";
import { useMay } from "../session/useSession";
import type { FoundDocument } from "./useDocumentSearch";

const NOTHING: readonly FoundDocument[] = [];

export function useOpenedDocuments(ids: readonly string[]): readonly FoundDocument[] {
  const keyring = useKeyring();
  const may = useMay();
  const ready = useKeyState().name === "ready";
  const { data: items } = useAllDocumentsQuery(undefined, { skip: !ready || !may("document.read") });
  const [found, setFound] = useState(NOTHING);

  useEffect(() => {
    if (!ready || !items) return undefined;
    let gone = false;
    const known = ids.flatMap((id) => items.find((item) => item.id === id) ?? []);
    void Promise.allSettled(known.map((item) => keyring.showRecord("document", item))).then((shown) => {
      if (gone) return;
      setFound(
        known.flatMap((item, place) => {
          const one = shown[place];
          return one?.status === "fulfilled" ? [{ item, title: (one.value.payload as DocumentPayload).title }] : [];
        }),
      );
    });
    return () => {
      gone = true;
    };
  }, [keyring, ready, items, ids]);

  return ready ? found : NOTHING;
}
