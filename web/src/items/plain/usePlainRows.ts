/** Rows of the desk as the pages of plain items have them: what was verified and opened, beside the answer it stands in. */
import { useCallback, useMemo, useRef } from "react";

import type { PlainAnswer } from "../../api/plainItems";
import type { Whole } from "../../desk/row";
import { useKeyState, withoutKeys } from "../../keyring/react";
import type { BasePayload } from "../../payloads/base";
import { openedFrom } from "../deskRow";
import { itemOf } from "../item";
import { openedItem, verifies } from "../opening";
import type { PlainRow, PlainScreen } from "./screen";
import type { PlainItem } from "../kinds/plain";

export interface PlainRows<Payload> {
  /** The same object for as long as nothing about it changes. */
  rowOf: (whole: Whole) => PlainRow<Payload>;
  /** Where nothing can be verified at this moment: every answer, closed. */
  closed: readonly PlainRow<Payload>[] | null;
}

const NOTHING = {};

interface Made<Payload> {
  row: PlainRow<Payload>;
  answer: PlainAnswer | undefined;
}

export function usePlainRows<Payload extends BasePayload>(
  { of, nameOf }: Pick<PlainScreen<Payload>, "of" | "nameOf">,
  answers: readonly PlainAnswer[] | undefined,
): PlainRows<Payload> {
  const { name } = useKeyState();
  const byId = useMemo(() => new Map(answers?.map((answer) => [answer.id, answer])), [answers]);
  const made = useRef(new WeakMap<Whole, Made<Payload>>());

  const rowOf = useCallback(
    (whole: Whole): PlainRow<Payload> => {
      const [answer, before] = [byId.get(whole.id), made.current.get(whole)];
      if (before && (answer === undefined || answer === before.answer)) return before.row;
      // The desk is a moment behind: until it has the newer one, the row stays as it is.
      const row = before?.answer && answer?.version !== whole.version ? { ...before.row, newestVersion: answer?.version ?? 0, settled: false } : fresh();
      made.current.set(whole, { row, answer });
      return row;

      function fresh(): PlainRow<Payload> {
        const opened = openedFrom<object, object, Payload>(of, { whole, answer, nothing: NOTHING, name });
        return { ...opened, title: opened.opening.name === "open" ? nameOf(opened.opening.payload) : null };
      }
    },
    [of, nameOf, byId, name],
  );

  const closed = useMemo(() => {
    if (verifies(name) || !answers) return null;
    return answers.map((answer) => ({ ...openedItem<PlainItem, Payload>(itemOf(of, answer, null), withoutKeys(name)), title: null }));
  }, [of, answers, name]);
  return { rowOf, closed };
}
