/** How items that other things point at are called, as the desk has opened them. */
import { useMemo } from "react";

import { useNames } from "../../desk/react";
import type { Kind } from "../../desk/row";

export interface Titled {
  id: string;
  name: string;
}

const NONE: readonly Titled[] = [];

/** Those of these that this device opens. */
export function useTitles(kind: Kind, ids: readonly string[]): readonly Titled[] {
  const written = ids.join(" ");
  const names = useNames(kind, useMemo(() => written.split(" ").filter(Boolean), [written]));
  return useMemo(() => (names ? [...names.values()].flatMap(({ id, title }) => (title === null ? [] : [{ id, name: title }])) : NONE), [names]);
}
