/** The documents of the account on the desk, for pages that show or name some of them. */
import { useAllDocumentsQuery, type DocumentWord } from "../../api/documents";
import { held, wholeSince } from "../../api/held";
import { useMay } from "../../session/useSession";
import type { DocumentPayload } from "../../payloads/document";
import { DOCUMENT, type DocumentFacts, type DocumentItem } from "../kinds/document";
import type { OpenedItem } from "../opening";
import { EARLY, useFeed } from "../useFeed";
import { useRows, type Making } from "./useRows";

export type OpenedDocument = OpenedItem<DocumentItem, DocumentPayload>;

const AS_OPENED: Making<DocumentWord, DocumentFacts, DocumentPayload, OpenedDocument> = { of: DOCUMENT, nothing: { hiddenBy: null }, rowOf: (opened) => opened };

export function useDocuments({ skip } = { skip: false }) {
  const isAsked = useMay()("document.read") && !skip;
  const asked = useAllDocumentsQuery(undefined, { skip: !isAsked });
  const { data: answers, failure, late, again } = held(asked);
  useFeed("document", answers, wholeSince(asked), isAsked ? EARLY : undefined);
  return { answers, failure, late, again, rows: useRows(AS_OPENED, answers) };
}
