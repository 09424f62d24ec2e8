/** What a list that was answered whole leaves out of what this device has proven: rows that stay, and ends to tell of. */
import { useEffect, useState } from "react";

import type { Missing, RecordKind } from "./contract.ts";
import { useKeyring, useKeyState } from "./react.tsx";

interface WholeAnswer {
  readonly ids: readonly string[];
  /** When the last part of it was asked for: it says nothing of what was found out later. */
  readonly askedAt: number;
}

const NOTHING: readonly Missing[] = [];

/** Nothing while there is no whole answer, or no key to judge with. */
export function useMissing(kind: RecordKind, answer: WholeAnswer | undefined): readonly Missing[] {
  const keyring = useKeyring();
  const { name } = useKeyState();
  const [found, setFound] = useState<{ answer: WholeAnswer; missing: readonly Missing[] }>();

  useEffect(() => {
    if (!answer || name !== "ready") return undefined;
    let gone = false;
    // What can not be asked now is asked at the next answer.
    keyring.missing(kind, answer.ids, { askedAt: answer.askedAt }).then(
      (missing) => { if (!gone) setFound({ answer, missing }); }, () => undefined);
    return () => { gone = true; };
  }, [keyring, kind, answer, name]);

  return answer && name === "ready" ? (found?.missing ?? NOTHING) : NOTHING;
}
