/**
 * The documents and tasks that notices are about, as this device has verified and opened them.
 *
 * The server names them by their ids alone: how they are called and when they are due is what somebody has signed.
 */
import { useMemo } from "react";

import { useAllDocumentsQuery } from "../../api/documents";
import { wholeSince } from "../../api/held";
import type { Notice } from "../../api/notices";
import { useAllTasksQuery } from "../../api/tasks";
import { ID } from "../../desk/kind";
import type { View } from "../../desk/messages";
import { useDocumentRows, type DocumentRow } from "../../features/documents/rows";
import { useSome } from "../../lists/list/useSome";
import type { AnyRow, Rows } from "../../lists/list/useRows";
import { useFeed } from "../../lists/useFeed";
import { useMay, useToday } from "../../session/useSession";
import { useTaskRows, type TaskRow } from "../../lists/tasks/rows";

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
  const documents = useAllDocumentsQuery(undefined, { skip: !mayDocuments || ids.document.length === 0 });
  const tasks = useAllTasksQuery(undefined, { skip: !mayTasks || ids.task.length === 0 });
  useFeed("document", documents.data, wholeSince(documents));
  useFeed("task", tasks.data?.rows, wholeSince(tasks));
  const documentRows = useNamed("document", ids.document, useDocumentRows(documents.data, today));
  const taskRows = useNamed("task", ids.task, useTaskRows(tasks.data?.rows));

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

const NOTHING: ReadonlyMap<string, Subject> = new Map();

function subjectsOf<Row extends { id: string }>(rows: readonly Row[] | undefined, as: (row: Row) => Subject): ReadonlyMap<string, Subject> | undefined {
  return rows && new Map(rows.map((row) => [row.id, as(row)]));
}

/** The rows with these ids; of a closed list all are at hand. */
function useNamed<Row extends AnyRow>(kind: Subject["kind"], ids: readonly string[], rows: Rows<Row>): readonly Row[] | undefined {
  const view = useMemo((): View => ({ kind, where: { field: ID, op: "in", value: ids }, text: "", sort: [], group: null }), [kind, ids]);
  return useSome(view, ids.length, rows).rows;
}

function idsOf(notices: readonly Notice[]): Record<Subject["kind"], readonly string[]> {
  const of = (kind: Subject["kind"]) => [...new Set(notices.filter(({ about }) => ABOUT[about] === kind).map(({ targetId }) => targetId))];
  return { document: of("document"), task: of("task") };
}
