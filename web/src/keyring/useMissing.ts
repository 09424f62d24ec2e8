/** What a list that was answered whole leaves out of what this device has proven: rows that stay, and ends to tell of. */
import { useEffect, useState } from "react";

import type { Missing, RecordKind } from "./contract.ts";
import type { WholeQuestion } from "./missing.ts";
import { useKeyring, useKeyState } from "./react.tsx";

interface WholeAnswer {
  readonly answered: readonly string[];
  /** What was asked, and when: it says nothing of what was found out later. */
  readonly question: WholeQuestion;
}

const NOTHING: readonly Missing[] = [];

/** Nothing while there is no whole answer, or no key to judge with. `told` hears of each end once: it is known from then on. */
export function useMissing(kind: RecordKind, answer: WholeAnswer | undefined, told: (missing: readonly Missing[]) => void): readonly Missing[] {
  const keyring = useKeyring();
  const { name } = useKeyState();
  const [found, setFound] = useState<{ answer: WholeAnswer; missing: readonly Missing[] }>();

  useEffect(() => {
    if (!answer || name !== "ready") return undefined;
    let gone = false;
    // What can not be asked now is asked at the next answer.
    keyring.missing(kind, answer.answered, answer.question).then(
      (missing) => {
        told(missing);
        if (!gone) setFound({ answer, missing });
      }, () => undefined);
    return () => { gone = true; };
  }, [keyring, kind, answer, name, told]);

  return answer && name === "ready" ? (found?.missing ?? NOTHING) : NOTHING;
}
