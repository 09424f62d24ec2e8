/** Whether the date on which the server says a task is due next can be one by what was signed. */
import { useEffect, useState } from "react";

import { dayAt } from "../../dates/days";
import { isPossibleNext } from "./recurrence";
import type { Repeating } from "./rows";

/** True when it is certainly none. */
export function useNextCheck(told: Repeating | null): boolean {
  const [wrong, setWrong] = useState<string | null>(null);
  // Rows are made anew with every answer; what is asked is the same for as long as its text is.
  const asked = told && JSON.stringify(told);
  useEffect(() => {
    if (!asked) return undefined;
    let gone = false;
    const repeating = JSON.parse(asked) as Repeating;
    void isPossibleNext(repeating, dayAt(new Date(), repeating.recurrence.zone)).then(
      (possible) => !gone && setWrong(possible ? null : asked),
      // A rule that cannot be read has no dates.
      () => !gone && setWrong(asked),
    );
    return () => {
      gone = true;
    };
  }, [asked]);
  return asked !== null && wrong === asked;
}
