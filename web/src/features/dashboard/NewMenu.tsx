/** The way to something new, whatever it is. */
import { ChevronDown, Plus } from "lucide-react";
import { useNavigate } from "react-router";

import { KIND_ITEMS } from "../../app/kindItems";
import { PATHS } from "../../app/kinds";
import { Button, type ButtonProps } from "../../components/Button";
import { Menu, MenuItem } from "../../components/Menu";
import { useSay } from "../../i18n/say";
import { KIND_ICONS } from "../../lists/finding/kindWords";
import { useMay } from "../../session/useSession";

export function NewMenu({ className, look }: Pick<ButtonProps, "look"> & { className: string }) {
  const say = useSay();
  const may = useMay();
  const navigate = useNavigate();
  const allowed = KIND_ITEMS.filter(({ kind }) => may(`${kind}.create`));
  if (allowed.length === 0) return null;
  const label = say("home.new", "New");
  return (
    <Menu
      label={label}
      trigger={
        <Button look={look ?? "plain"} className={className}>
          <Plus />
          {label}
          <ChevronDown />
        </Button>
      }
    >
      {allowed.map(({ kind, fresh, freshIcon = KIND_ICONS[kind] }) => (
        <MenuItem key={kind} icon={freshIcon} label={fresh(say)} onAction={() => void navigate(`${PATHS[kind]}?new`)} />
      ))}
    </Menu>
  );
}
