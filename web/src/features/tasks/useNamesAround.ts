/** What people, topics and documents are called that tasks point at. */
import { useMemo } from "react";

import { useMembers, type Member } from "../../api/accounts";
import { useAllDocumentsQuery, type DocumentItem } from "../../api/documents";
import { useTopics, type TopicEntry } from "../../boards/topics";
import { useOpenedItems } from "../../items/opening";
import type { DocumentPayload } from "../../payloads/document";
import { useMay } from "../../session/useSession";
import type { Named } from "../../tasks/names";
import type { Names } from "./words";

const NONE: never[] = [];

export interface NamesAround extends Names {
  members: readonly Member[];
  topicList: readonly TopicEntry[];
}

/** The documents with these ids that this device can open. */
export function useDocumentNames(ids: readonly string[] | "all"): Named[] {
  const may = useMay()("document.read");
  const { data } = useAllDocumentsQuery(undefined, { skip: !may || ids.length === 0 });
  const wanted = useMemo(() => (ids === "all" ? data : data?.filter(({ id }) => ids.includes(id))), [data, ids]);
  const opened = useOpenedItems<DocumentItem, DocumentPayload>("document", wanted);
  return useMemo(
    () => opened?.flatMap(({ id, opening }) => (opening.name === "open" ? [{ id, name: opening.payload.title }] : [])) ?? NONE,
    [opened],
  );
}

export function useNamesAround(documents: readonly Named[]): NamesAround {
  const may = useMay();
  const members = useMembers(may("member.list"));
  const topics = useTopics() ?? NONE;
  return useMemo(() => {
    const called = (among: readonly Named[]) => (ids: readonly string[]) =>
      ids.flatMap((id) => among.find((one) => one.id === id)?.name ?? []).join(", ") || "–";
    return { members, topicList: topics, people: called(members), topics: called(topics), documents: called(documents) };
  }, [members, topics, documents]);
}
