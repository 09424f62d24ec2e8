/** Asks the same of every kind. There are as many of them in every drawing, so that hooks may stand in what asks. */
import { useState } from "react";

import { KIND_ITEMS } from "../../app/kindItems";

type Item = (typeof KIND_ITEMS)[number];

/** The answers, in the order of the table, or of the kinds that are given, which are always the same ones. */
export const ofEach = <Asked, Answer, One = Item>(ask: (kind: One, asked: Asked) => Answer, asked: Asked, kinds = KIND_ITEMS as unknown as readonly One[]): Answer[] =>
  kinds.map((kind) => ask(kind, asked));

/** The very same list for as long as the same stand in it. */
export function useSame<One>(list: readonly One[]): readonly One[] {
  const [kept, keep] = useState(list);
  if (list.length === kept.length && list.every((one, place) => one === kept[place])) return kept;
  keep(list);
  return list;
}
