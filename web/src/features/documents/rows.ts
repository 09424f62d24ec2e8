/** Documents as rows: the ciphertext of the store beside what this device could open of it. */
import { useMemo } from "react";

import type { DocumentItem } from "../../api/documents";
import type { Day } from "../../dates/days";
import { useOpenedItems, type OpenedItem } from "../../items/opening";
import { mimeOf, type DocumentPayload } from "../../payloads/document";
import { stageOf, type Stage } from "./lifecycle";

export interface DocumentRow extends OpenedItem<DocumentItem, DocumentPayload> {
  title: string | null;
  mime: string | undefined;
  expiresOn: Day | null;
  stage: Stage;
}

export function useRows(items: readonly DocumentItem[] | undefined, today: Day): DocumentRow[] | undefined {
  const opened = useOpenedItems<DocumentItem, DocumentPayload>("document", items);
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
