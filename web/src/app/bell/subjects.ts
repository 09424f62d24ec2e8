/**
 * The documents and tasks that notices are about, as this device has verified and opened them.
 *
 * The server names them by their ids alone: how they are called and when they are due is what somebody has signed.
 */
import { useMemo } from "react";

import { useAllDocumentsQuery } from "../../api/documents";
import { held } from "../../api/held";
import type { Notice } from "../../api/notices";
import { useAllTasksQuery } from "../../api/tasks";
import { useRows, type DocumentRow } from "../../features/documents/rows";
import { useMay, useToday } from "../../session/useSession";
import { useTaskRows, type TaskRow } from "../../tasks/rows";

export type Subject = { kind: "document"; row: DocumentRow } | { kind: "task"; row: TaskRow };

/** Null: this device has no such item. Undefined: it is looking, or the notice is about nothing that has a name. */
export type SubjectOf = (notice: Notice) => Subject | null | undefined;

const ABOUT: Partial<Record<Notice["about"], Subject["kind"]>> = {
  documentExpires: "document",
  fileDamaged: "document",
  taskDue: "task",
  mentioned: "task",
};

export function useSubjects(notices: readonly Notice[]): SubjectOf {
  const may = useMay();
  const today = useToday();
  const ids = useMemo(() => idsOf(notices), [notices]);
  const mayDocuments = may("document.read");
  const mayTasks = may("task.read");
  const documents = held(useAllDocumentsQuery(undefined, { skip: !mayDocuments || ids.document.size === 0 }));
  const tasks = held(useAllTasksQuery(undefined, { skip: !mayTasks || ids.task.size === 0 }));
  const ofDocuments = useMemo(() => documents.data?.filter(({ id }) => ids.document.has(id)), [documents.data, ids]);
  const ofTasks = useMemo(() => tasks.data?.rows.filter(({ id }) => ids.task.has(id)), [tasks.data, ids]);
  const documentRows = useRows(ofDocuments, today, NOT_WHOLE);
  const taskRows = useTaskRows(ofTasks, NOT_WHOLE);

  return useMemo(() => {
    const all = {
      document: mayDocuments ? subjectsOf(documentRows, (row) => ({ kind: "document", row })) : NOTHING,
      task: mayTasks ? subjectsOf(taskRows, (row) => ({ kind: "task", row })) : NOTHING,
    };
    return ({ about, targetId }) => {
      const kind = ABOUT[about];
      const known = kind && all[kind];
      return known && (known.get(targetId) ?? null);
    };
  }, [mayDocuments, mayTasks, documentRows, taskRows]);
}

/** What a list leaves out is told where the list is shown. */
const NOT_WHOLE = {};
const NOTHING: ReadonlyMap<string, Subject> = new Map();

function subjectsOf<Row extends { id: string }>(rows: readonly Row[] | undefined, as: (row: Row) => Subject): ReadonlyMap<string, Subject> | undefined {
  return rows && new Map(rows.map((row) => [row.id, as(row)]));
}

function idsOf(notices: readonly Notice[]): Record<Subject["kind"], ReadonlySet<string>> {
  const of = (kind: Subject["kind"]) => new Set(notices.filter(({ about }) => ABOUT[about] === kind).map(({ targetId }) => targetId));
  return { document: of("document"), task: of("task") };
}
