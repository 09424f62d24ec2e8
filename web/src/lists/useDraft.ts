/** What was half written: found again after a lock, a new sign-in or a reload, until it is saved or thrown away. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";

import { useKeyring } from "../keyring/react";
import { draftKeeper, type DraftKeeper } from "./draftKeeper";

export interface Draft<Written> extends DraftKeeper<Written> {
  /** Undefined until this browser has looked. */
  found: Written | null | undefined;
}

/** The name holds ids and nothing that was written. */
export function useDraft<Written>(name: string): Draft<Written> {
  const keyring = useKeyring();
  const [found, setFound] = useState<Written | null>();
  /** As text. What lies there is not written again: it may be dropped by the form that was here before. */
  const kept = useRef<string | null>(null);

  useEffect(() => {
    let gone = false;
    keyring.readDraft(name).then(
      (draft) => {
        if (gone) return;
        kept.current = draft === null ? null : JSON.stringify(draft);
        setFound(draft as Written | null);
      },
      // What cannot be read is not in the way of writing anew.
      () => !gone && setFound(null),
    );
    return () => {
      gone = true;
    };
  }, [keyring, name]);

  const keeper = useMemo(() => draftKeeper<Written>(keyring, name), [keyring, name]);
  // The same function for as long as it keeps the same draft: forms keep what stands in them whenever it is another.
  const keep = useCallback(
    (written: Written) => {
      const text = JSON.stringify(written);
      if (text === kept.current) return;
      kept.current = text;
      keeper.keep(written);
    },
    [keeper],
  );
  // What is shown as saved has nothing half written beside it, also for whoever leaves at once.
  const drop = useCallback(async () => {
    kept.current = null;
    await keeper.drop();
    setFound(null);
  }, [keeper]);
  return useMemo(() => ({ found, keep, drop }), [found, keep, drop]);
}
