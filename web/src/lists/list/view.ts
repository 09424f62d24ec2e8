/** What a list asks the desk. */
import { useMemo } from "react";

import type { Column } from "../../components/collection/columns";
import { TITLE, UPDATED } from "../../desk/kind";
import type { Sort, View } from "../../desk/messages";
import type { Kind } from "../../desk/row";
import type { Node } from "../../desk/where";

interface Asked {
  /** All of them hold. */
  where: readonly Node[];
  text: string;
  sort: readonly Sort[];
  group?: View["group"];
}

/** All of a kind, by name. */
export const allOf = (kind: Kind): View => ({ kind, where: null, text: "", sort: [{ field: TITLE, dir: "asc" }], group: null });

const NEWEST_FIRST: Sort = { field: UPDATED, dir: "desc" };

/** As the columns of a grid are sorted; of equal ones the newest stands first. */
export const sortOf = (columns: readonly Pick<Column<never>, "id" | "field" | "ranks" | "or" | "then">[], sort: readonly { id: string; desc: boolean }[]): Sort[] =>
  sort.flatMap(({ id, desc }) => {
    const { field, ranks, or, then } = columns.find((column) => column.id === id) ?? {};
    if (field === undefined) return [];
    const dir = desc ? "desc" : "asc";
    const further = [...(then === undefined ? [] : [{ field: then, dir } as const]), ...(field === UPDATED ? [] : [NEWEST_FIRST])];
    return [{ field, dir, ...(ranks && { ranks }), ...(or !== undefined && { or }) }, ...further];
  });

/** The same object for as long as it asks for the same. */
export function useListView(kind: Kind, { where, text, sort, group = null }: Asked): View {
  const written = JSON.stringify({ kind, where: where.length === 0 ? null : { all: where }, text, sort, group } satisfies View);
  return useMemo(() => JSON.parse(written) as View, [written]);
}
