/** The way to something new, whatever it is. */
import { ChevronDown, Contact, FilePlus2, ListChecks, Plus, Store, Users } from "lucide-react";
import { useNavigate } from "react-router";

import { Button, type ButtonProps } from "../../components/Button";
import { Menu, MenuItem } from "../../components/Menu";
import { useSay, type Say } from "../../i18n/say";
import { useMay } from "../../session/useSession";

const kinds = (say: Say) => [
  { kind: "document", icon: FilePlus2, label: say("documents.new", "New document") },
  { kind: "task", icon: ListChecks, label: say("tasks.new", "New task") },
  { kind: "contact", icon: Contact, label: say("contacts.new", "New contact") },
  { kind: "vendor", icon: Store, label: say("vendors.new", "New vendor") },
  { kind: "profile", icon: Users, label: say("profiles.new", "New profile") },
];

export function NewMenu({ className, look }: Pick<ButtonProps, "look"> & { className: string }) {
  const say = useSay();
  const may = useMay();
  const navigate = useNavigate();
  const allowed = kinds(say).filter(({ kind }) => may(`${kind}.create`));
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
      {allowed.map(({ kind, icon, label: called }) => (
        <MenuItem key={kind} icon={icon} label={called} onAction={() => void navigate(`/${kind}s?new`)} />
      ))}
    </Menu>
  );
}
