/** Rows of the desk as pages have them: what was verified and opened, beside the answer it stands in. */
import { useCallback, useMemo, useRef } from "react";

import type { Answered } from "../../api/answered";
import type { Whole } from "../../desk/row";
import { useKeyState, withoutKeys } from "../../keyring/react";
import { openedFrom } from "../deskRow";
import { itemOf, type Item, type ItemKind } from "../item";
import { once } from "../once";
import { openedItem, verifies, type OpenedItem } from "../opening";

/** Any row of a list. */
export type AnyRow = OpenedItem<Item, unknown>;

/** How rows of a kind are made. */
export interface Making<Word extends object, Own extends object, Payload, Row> {
  of: ItemKind<Own>;
  /** In place of the server's word about what it does not show. */
  nothing: Word;
  /** The same function for as long as it makes the same of what it is given. */
  rowOf: (opened: OpenedItem<Item<Word, Own>, Payload>) => Row;
}

export interface Rows<Row> {
  /** The same object for as long as nothing about it changes. */
  rowOf: (whole: Whole) => Row;
  /** Where nothing can be verified at this moment: every answer, closed. */
  closed: readonly Row[] | null;
}

export function useRows<Word extends object, Own extends object, Payload, Row extends AnyRow>(
  { of, nothing, rowOf: make }: Making<Word, Own, Payload, Row>,
  answers: readonly Answered<Word>[] | undefined,
): Rows<Row> {
  type Opened = OpenedItem<Item<Word, Own>, Payload>;
  const { name } = useKeyState();
  const byId = useMemo(() => new Map(answers?.map((answer) => [answer.id, answer])), [answers]);
  const known = useRef(new WeakMap<Whole, { opened: Opened; answer: Answered<Word> | undefined }>());

  const openedOf = useCallback(
    (whole: Whole): Opened => {
      const [answer, before] = [byId.get(whole.id), known.current.get(whole)];
      if (before && (answer === undefined || answer === before.answer)) return before.opened;
      // The desk is a moment behind: until it has the newer one, the row stays as it is.
      const isBehind = before?.answer !== undefined && answer?.version !== whole.version;
      const opened: Opened = isBehind
        ? { ...before.opened, newestVersion: answer?.version ?? 0, settled: false }
        : openedFrom<Word, Own, Payload>(of, { whole, answer, nothing, name });
      known.current.set(whole, { opened, answer });
      return opened;
    },
    [of, nothing, byId, name],
  );

  const rowOf = useMemo(() => once(make), [make]);

  const closed = useMemo(() => {
    if (verifies(name) || !answers) return null;
    return answers.map((answer) => make(openedItem<Item<Word, Own>, Payload>(itemOf(of, answer, null), withoutKeys(name))));
  }, [of, answers, name, make]);
  return { rowOf: useCallback((whole) => rowOf(openedOf(whole)), [rowOf, openedOf]), closed };
}
