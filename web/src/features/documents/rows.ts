/** Documents as rows: what this device could open of them, and what follows of it today. */
import { useMemo } from "react";

import type { DocumentAnswer, DocumentWord } from "../../api/documents";
import type { Day } from "../../dates/days";
import { DOCUMENT, type DocumentFacts, type DocumentItem } from "../../lists/kinds/document";
import { useRows, type Making, type Rows } from "../../lists/list/useRows";
import type { OpenedItem } from "../../lists/opening";
import { mimeOf, type DocumentPayload } from "../../payloads/document";
import { stageOf, type Stage } from "./lifecycle";

export interface DocumentRow extends OpenedItem<DocumentItem, DocumentPayload> {
  title: string | null;
  mime: string | undefined;
  expiresOn: Day | null;
  stage: Stage;
}

const NOTHING: DocumentWord = { hiddenBy: null };

export function useDocumentRows(answers: readonly DocumentAnswer[] | undefined, today: Day): Rows<DocumentRow> {
  const making = useMemo<Making<DocumentWord, DocumentFacts, DocumentPayload, DocumentRow>>(
    () => ({ of: DOCUMENT, nothing: NOTHING, rowOf: (opened) => rowOf(opened, today) }),
    [today],
  );
  return useRows(making, answers);
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
