/** Documents as rows: the ciphertext of the store beside what this device could open of it. */
import { useMemo } from "react";

import type { Day } from "../../dates/days";
import { useOpenedItems, type Asked, type OpenedItem } from "../../items/opening";
import { mimeOf, type DocumentPayload } from "../../payloads/document";
import { stageOf, type Stage } from "./lifecycle";
import type { DocumentAnswer, DocumentWord } from "../../api/documents";
import { DOCUMENT, type DocumentFacts, type DocumentItem } from "../../items/kinds/document";

export interface DocumentRow extends OpenedItem<DocumentItem, DocumentPayload> {
  title: string | null;
  mime: string | undefined;
  expiresOn: Day | null;
  stage: Stage;
}

export function useRows(items: readonly DocumentAnswer[] | undefined, today: Day, { askedAt, id }: Asked): DocumentRow[] | undefined {
  const whole = useMemo(() => ({ askedAt, id, nothing: { hiddenBy: null } }), [askedAt, id]);
  const opened = useOpenedItems<DocumentWord, DocumentFacts, DocumentPayload>(DOCUMENT, items, whole);
  return useMemo(() => opened?.map((one) => rowOf(one, today)), [opened, today]);
}

export function rowOf(opened: OpenedItem<DocumentItem, DocumentPayload>, today: Day): DocumentRow {
  const { item, opening } = opened;
  const payload = opening.name === "open" ? opening.payload : undefined;
  const expiresOn = item.expiresOn ?? payload?.expiresOn ?? null;
  return {
    ...opened,
    title: payload?.title ?? null,
    mime: payload && mimeOf(payload),
    expiresOn,
    stage: stageOf(item.lifecycle, expiresOn, today),
  };
}
