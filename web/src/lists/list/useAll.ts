/** All rows of a shelf, for what is drawn whole: the small lists that others name, and what is shown for a while. */
import { useMemo } from "react";

import type { Answered } from "../../api/answered";
import type { View } from "../../desk/messages";
import { useView } from "../../desk/react";
import type { Shelf } from "../../desk/row";
import type { Item } from "../item";
import type { OpenedItem } from "../opening";
import { useRows, type Making } from "./useRows";

const EVERY = Number.MAX_SAFE_INTEGER;
const WHOLE = { whole: true };

/**
 * In the order of their answers, also those whose newest statement deletes them. After them stand the ones that the answers leave out and nobody
 * has ended. Undefined until there is something to show, or it is known that there is nothing.
 */
export function useAll<Word extends object, Own extends object, Payload>(
  making: Making<Word, Own, Payload, OpenedItem<Item<Word, Own>, Payload>>,
  shelf: Shelf,
  answers: readonly Answered<Word>[] | undefined,
): readonly OpenedItem<Item<Word, Own>, Payload>[] | undefined {
  const { rowOf, closed } = useRows(making, answers);
  const view = useMemo((): View => ({ kind: shelf, where: null, text: "", sort: [], group: null }), [shelf]);
  const { window } = useView(view, 0, EVERY, WHOLE);

  return useMemo(() => {
    if (!answers) return undefined;
    if (closed) return closed;
    const left = new Set(window?.ids);
    const rowsOf = (ids: Iterable<string>) => [...ids].flatMap((id) => {
      const whole = window?.rows.get(id)?.whole;
      left.delete(id);
      return whole ? [rowOf(whole)] : [];
    });
    const answered = rowsOf(answers.map(({ id }) => id));
    const isReading = !window || window.stage === "reading";
    return isReading && answered.length === 0 && answers.length > 0 ? undefined : [...answered, ...rowsOf([...left])];
  }, [answers, closed, window, rowOf]);
}

/** The rows as they are. */
export const asOpened = <One>(opened: One): One => opened;
