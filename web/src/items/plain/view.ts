/** What a list of plain items asks the desk. */
import { useMemo } from "react";

import { TITLE } from "../../desk/kind";
import type { Sort, View } from "../../desk/messages";
import type { Kind } from "../../desk/row";
import type { Node } from "../../desk/where";

interface Asked {
  /** All of them hold. */
  where: readonly Node[];
  text: string;
  sort: readonly Sort[];
}

/** All of a kind, by name. */
export const allOf = (kind: Kind): View => ({ kind, where: null, text: "", sort: [{ field: TITLE, dir: "asc" }], group: null });

/** As the columns of a grid are sorted. */
export const sortOf = (columns: readonly { id: string; field?: string }[], sort: readonly { id: string; desc: boolean }[]): Sort[] =>
  sort.flatMap(({ id, desc }) => {
    const field = columns.find((column) => column.id === id)?.field;
    return field === undefined ? [] : [{ field, dir: desc ? "desc" : "asc" }];
  });

/** The same object for as long as it asks for the same. */
export function usePlainView(kind: Kind, { where, text, sort }: Asked): View {
  const written = JSON.stringify({ kind, where: where.length === 0 ? null : { all: where }, text, sort, group: null } satisfies View);
  return useMemo(() => JSON.parse(written) as View, [written]);
}
