/** Whether the date on which the server says a task is due next is one that its signed rule has. */
import { useEffect, useState } from "react";

import { addDays } from "../../dates/days";
import { following } from "../../tasks/recurrence";
import type { TaskItem } from "../../items/kinds/task";

/** True when it is certainly none. After a completion the rule counts from a day that only the server knows. */
export function useNextCheck({ recurrence, dueOn, word: { nextDueOn, occurrence } }: TaskItem): boolean {
  const [wrong, setWrong] = useState<string | null>(null);
  const asked = recurrence?.mode === "fixed" && dueOn && nextDueOn ? `${recurrence.rule} ${dueOn} ${nextDueOn}` : null;
  useEffect(() => {
    if (!asked || !recurrence || !dueOn || !nextDueOn) return undefined;
    let gone = false;
    const before = addDays(nextDueOn, -1);
    void following({ recurrence, firstDue: dueOn, dueOn: before, today: before, number: occurrence - 1 }).then(
      (found) => !gone && setWrong(found?.on === nextDueOn ? null : asked),
      // A rule that cannot be read has no dates.
      () => !gone && setWrong(asked),
    );
    return () => {
      gone = true;
    };
  }, [asked, recurrence, dueOn, nextDueOn, occurrence]);
  return asked !== null && wrong === asked;
}
