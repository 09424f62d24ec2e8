/** The saved filters of the account in the menu of a phone, each a way to its list. */
import { useMemo } from "react";
import { useNavigate } from "react-router";

import { MenuItem, MenuLine } from "../../components/Menu";
import { KIND_ICONS } from "../../lists/finding/kindWords";
import { useSay } from "../../i18n/say";
import { useSavedFilters } from "../../lists/savedFilters";
import { useMay } from "../../session/useSession";
import { waysOf } from "./savedFilters";

export function FilterItems() {
  const say = useSay();
  const may = useMay();
  const navigate = useNavigate();
  const { filters } = useSavedFilters();
  const ways = useMemo(() => (filters ? waysOf(filters, may) : []), [filters, may]);
  if (ways.length === 0) return null;
  return (
    <>
      <MenuLine />
      {ways.map(({ id, name, kind, href }) => (
        <MenuItem key={id} icon={KIND_ICONS[kind]} label={name} hint={say("savedFilter.label", "Saved filter")} onAction={() => void navigate(href)} />
      ))}
      <MenuLine />
    </>
  );
}
