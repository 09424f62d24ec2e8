/** What was opened last, as far as this device opens it. */
import { useEffect, useState } from "react";

import { useKeyring } from "../keyring/react";
import { factsOf, saidBy, type Findable } from "./kinds";
import type { Found } from "./useSearch";

const NOTHING: readonly Found[] = [];

export function useLastOpened(ids: readonly string[], all: readonly Findable[] | undefined): readonly Found[] {
  const keyring = useKeyring();
  const [found, setFound] = useState(NOTHING);

  useEffect(() => {
    if (!all) return undefined;
    let gone = false;
    const known = ids.flatMap((id) => all.find(({ item }) => item.id === id) ?? []);
    void Promise.allSettled(known.map(({ kind, item }) => keyring.showRecord(kind, item))).then((shown) => {
      if (gone) return;
      setFound(
        known.flatMap((one, place) => {
          const opened = shown[place];
          if (opened?.status !== "fulfilled" || !("payload" in opened.value.contents)) return [];
          return [{ ...one, ...factsOf(opened.value.item), title: saidBy(one.kind, opened.value.contents.payload).title }];
        }),
      );
    });
    return () => {
      gone = true;
    };
  }, [keyring, all, ids]);

  return all ? found : NOTHING;
}
