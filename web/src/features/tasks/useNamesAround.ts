/** What people, topics and documents are called that tasks point at. */
import { useMemo } from "react";

import { useAllDocumentsQuery } from "../../api/documents";
import { useTopics, type TopicEntry } from "../../boards/topics";
import { useOpenedItems } from "../../items/opening";
import type { DocumentPayload } from "../../payloads/document";
import { usePeople, type Person, type People } from "../../people/people";
import { useMay } from "../../session/useSession";
import type { Named } from "../../tasks/names";
import type { Names } from "./words";
import type { DocumentWord } from "../../api/documents";
import { DOCUMENT, type DocumentFacts } from "../../items/kinds/document";

const NONE: never[] = [];

export interface NamesAround extends Names {
  members: readonly Person[];
  personOf: People["of"];
  topicList: readonly TopicEntry[];
}

/** The documents with these ids that this device can open. */
export function useDocumentNames(ids: readonly string[] | "all"): Named[] {
  const may = useMay()("document.read");
  const { data } = useAllDocumentsQuery(undefined, { skip: !may || ids.length === 0 });
  const wanted = useMemo(() => (ids === "all" ? data : data?.filter(({ id }) => ids.includes(id))), [data, ids]);
  const opened = useOpenedItems<DocumentWord, DocumentFacts, DocumentPayload>(DOCUMENT, wanted, null);
  return useMemo(
    () => opened?.flatMap(({ id, opening }) => (opening.name === "open" ? [{ id, name: opening.payload.title }] : [])) ?? NONE,
    [opened],
  );
}

export function useNamesAround(documents: readonly Named[]): NamesAround {
  const all = usePeople();
  const topics = useTopics() ?? NONE;
  return useMemo(() => {
    const called = (among: readonly Named[]) => (ids: readonly string[]) =>
      ids.flatMap((id) => among.find((one) => one.id === id)?.name ?? []).join(", ") || "–";
    const { list: members, of: personOf } = all;
    const people = (ids: readonly string[]) => ids.map((id) => personOf(id).name).join(", ") || "–";
    return { members, personOf, topicList: topics, people, topics: called(topics), documents: called(documents) };
  }, [all, topics, documents]);
}
