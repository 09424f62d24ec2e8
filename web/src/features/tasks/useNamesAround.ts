/** What people, topics and documents are called that tasks point at. */
import { useMemo } from "react";

import { useTopics, type TopicEntry } from "../../lists/boards/topics";
import { baseCell, ROW, TITLE } from "../../desk/kind";
import type { View } from "../../desk/messages";
import { useView } from "../../desk/react";
import { useDocuments } from "../../lists/list/useDocuments";
import { usePeople, type Person, type People } from "../../lists/people/people";
import type { Named } from "../../lists/tasks/names";
import type { Names } from "./words";

const NONE: never[] = [];

export interface NamesAround extends Names {
  members: readonly Person[];
  personOf: People["of"];
  topicList: readonly TopicEntry[];
}

const OPEN: View = { kind: "document", where: { field: ROW, op: "eq", value: "open" }, text: "", sort: [], group: null };

/** All of them, to choose from. */
export function useAllDocumentNames(): readonly Named[] {
  useDocuments();
  const { window } = useView(OPEN, 0, Number.MAX_SAFE_INTEGER);
  return useMemo(
    () => (window ? window.ids.flatMap((id) => {
      const row = window.rows.get(id);
      const title = row && baseCell(row, TITLE);
      return typeof title === "string" ? [{ id, name: title }] : [];
    }) : NONE),
    [window],
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
