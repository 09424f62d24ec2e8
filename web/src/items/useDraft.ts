/** What was half written: found again after a lock, a new sign-in or a reload, until it is saved or thrown away. */
import { useEffect, useMemo, useState } from "react";

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

  useEffect(() => {
    let gone = false;
    keyring.readDraft(name).then(
      (draft) => !gone && setFound(draft as Written | null),
      // What cannot be read is not in the way of writing anew.
      () => !gone && setFound(null),
    );
    return () => {
      gone = true;
    };
  }, [keyring, name]);

  const keeper = useMemo(() => draftKeeper<Written>(keyring, name), [keyring, name]);
  return useMemo(
    () => ({
      found,
      keep: keeper.keep,
      // What is shown as saved has nothing half written beside it, also for whoever leaves at once.
      async drop() {
        await keeper.drop();
        setFound(null);
      },
    }),
    [keeper, found],
  );
}
