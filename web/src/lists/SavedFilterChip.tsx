/** Which saved filter narrows a list, among its questions. It tells the list what is asked. */
import { ListFilter } from "lucide-react";
import { useEffect, useMemo } from "react";

import { FilterChip } from "../components/collection/FilterRow";
import { useAddress } from "../components/useAddress";
import { useView } from "../desk/react";
import type { Kind } from "../desk/row";
import type { Node } from "../desk/where";
import { useSay } from "../i18n/say";
import type { Saved } from "./list/saved";
import { useListView } from "./list/view";
import { questionOf, useAsker, useSavedFilters } from "./savedFilters";

const NO_NODE: Node = { any: [] };

interface SavedFilterChipProps {
  kind: Kind;
  id: string;
  tell: Saved["tell"];
}

export default function SavedFilterChip({ kind, id, tell }: SavedFilterChipProps) {
  const say = useSay();
  const { change } = useAddress();
  const asker = useAsker();
  const { filters, failed } = useSavedFilters();
  const ofKind = useMemo(() => filters?.filter(({ entity }) => entity === kind), [filters, kind]);
  const chosen = ofKind?.find((one) => one.id === id);
  const node = useMemo(() => chosen && questionOf(chosen, asker), [chosen, asker]);
  // The desk knows whether it can be asked of these.
  const { window, refused } = useView(useListView(kind, { where: [node ?? NO_NODE], text: "", sort: [] }), 0, 0);
  const isMissing = failed || (ofKind !== undefined && !chosen) || node === null || refused !== null;
  const isAsked = window !== null && node;

  useEffect(() => {
    if (isMissing) tell({ id, where: null });
    else if (isAsked) tell({ id, where: isAsked });
  }, [id, tell, isMissing, isAsked]);

  const choose = (next: string | undefined) =>
    change((query) => {
      if (next === undefined) query.delete("filter");
      else query.set("filter", next);
    });

  const options = ofKind?.map(({ id: value, name }) => ({ value, label: name })) ?? [];
  return (
    <FilterChip
      icon={ListFilter}
      label={say("savedFilter.label", "Saved filter")}
      options={isMissing ? [{ value: id, label: say("savedFilter.unusable", "This saved filter cannot be used here") }, ...options.filter(({ value }) => value !== id)] : options}
      value={[id]}
      onChange={(values) => choose(values.find((value) => value !== id))}
    />
  );
}
